"""Who has reported in since the watchdog was fed: a part that stops quietly starves it too."""

READ = 1  # the port was asked for bytes
WRITE = 2  # the port was offered what waits
MOVE = 4  # every servo and gate was looked after
SENSE = 8  # stop line, marble beams and supply were read
SCAN = 16  # the hall field was read


class RollCall:
    """``need`` is the sum of the parts that there are."""

    def __init__(self) -> None:
        self.need = READ | WRITE
        self._seen = 0

    def report(self, part: int) -> None:
        self._seen |= part

    def complete(self) -> bool:
        """True once everybody has reported; then the roll is called anew."""
        if self._seen & self.need != self.need:
            return False
        self._seen = 0
        return True
