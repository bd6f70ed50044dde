"""Stand-ins for what hangs on a bus or a line. Both interpreters."""


class Bus:
    """An I2C bus with one chip; ``dead`` makes it unplugged."""

    def __init__(self):
        self.sent = []
        self.dead = False

    def write(self, address, data):
        if not self.dead:
            self.sent.append((address, bytes(data)))
        return not self.dead


class LampLine:
    def __init__(self, count):
        self.count = count
        self.frames = []

    def write(self, words):
        assert len(words) == self.count
        self.frames.append([words[i] >> 8 for i in range(self.count)])
