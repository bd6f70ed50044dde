"""Damaged frames into a decoder, each followed by a good one. Both interpreters.

``run`` says what was accepted that nobody sent, and which good frames were not accepted.
"""

SPECIAL = b"\x02\x0a\x7d\x03\x5d\x2a\x23"  # what means something to the decoder
STUFFED = b"\x03\x0a\x7d"
PIECE = 40  # bytes that a read of the port gives at most


class Chance:
    """Marsaglia's xorshift32, so that both interpreters draw the same."""

    def __init__(self, seed):
        self._x = seed * 2654435761 + 1 & 0xFFFFFFFF or 1

    def below(self, n):
        x = self._x
        x ^= x << 13 & 0xFFFFFFFF
        x ^= x >> 17
        x ^= x << 5 & 0xFFFFFFFF
        self._x = x
        return x % n

    def bytes(self, n):
        return bytes([self.below(256) for _ in range(n)])

    def stuffed(self, n):
        """Bytes that a frame holds as two: the longest frames."""
        return bytes([STUFFED[self.below(3)] for _ in range(n)])

    def rubbish(self, n):
        """Half of it bytes that mean something."""
        return bytes(
            [SPECIAL[self.below(7)] if self.below(2) else self.below(256) for _ in range(n)]
        )


def flipped(chance, line, _):
    """One to four bits are turned over."""
    out = bytearray(line)
    for _ in range(1 + chance.below(4)):
        out[chance.below(len(out))] ^= 1 << chance.below(8)
    return bytes(out)


def overwritten(chance, line, _):
    """A run of bytes is something else."""
    at = chance.below(len(line))
    run = chance.rubbish(1 + chance.below(8))
    return line[:at] + run + line[at + len(run) :]


def cut_out(chance, line, _):
    """A run of bytes is missing, the newline perhaps with it."""
    at = chance.below(len(line))
    return line[:at] + line[at + 1 + chance.below(6) :]


def put_in(chance, line, _):
    """Bytes stand in between."""
    at = chance.below(len(line) + 1)
    return line[:at] + chance.rubbish(1 + chance.below(6)) + line[at:]


def cut_short(chance, line, _):
    """The rest is missing, with the newline: the next frame follows in the same line."""
    return line[: chance.below(len(line))]


def doubled(chance, line, _):
    """A run of bytes came twice."""
    at = chance.below(len(line))
    end = at + 1 + chance.below(8)
    return line[:end] + line[at:]


def spliced(chance, line, other):
    """The head of one frame and the tail of another."""
    return line[: chance.below(len(line))] + other[chance.below(len(other)) :]


def replaced(chance, line, _):
    """Rubbish of the same length that begins like a frame."""
    return b"\x02" + chance.rubbish(len(line) - 2) + b"\n"


DAMAGES = (flipped, overwritten, cut_out, put_in, cut_short, doubled, spliced, replaced)


def run(count, seed, wire, feed):
    """Feeds ``count`` damaged frames, each with a good one behind it, in pieces.

    ``feed(bytes)`` returns frames as ``(kind, seq, payload)``. Returns: accepted though damaged
    beyond the frames that were sent; good frames not accepted; damaged frames that came out as one
    of those they were made of.
    """
    chance = Chance(seed)
    false = missed = intact = 0
    for number in range(count):
        sent = []
        lines = []
        for _ in range(3):
            kind = 0x10 + chance.below(0x23)
            size = chance.below(22)
            payload = chance.bytes(size) if chance.below(4) else chance.stuffed(size)
            sent.append((kind, chance.below(65536), payload))
            lines.append(wire.encode(*sent[-1]))
        damage = DAMAGES[number % len(DAMAGES)]
        data = damage(chance, lines[0], lines[1]) + lines[2]
        got = []
        while data:
            size = 1 + chance.below(PIECE)
            got += [frame for frame in feed(data[:size]) if frame[0] != wire.TEXT]
            data = data[size:]
        missed += not got or got[-1] != sent[2]
        for frame in got[: len(got) - 1]:
            if frame == sent[0] or frame == sent[1]:
                intact += 1
            else:
                false += 1
        if got and got[-1] not in sent:
            false += 1
    return false, missed, intact


def speed(wire, now_us, count):
    """Frames a second of encoding and decoding, and of its floor: packing and two checksums."""
    import binascii
    import struct

    payload = b"0123456789abcdef"
    reader = wire.Reader(200)
    began = now_us()
    for number in range(count):
        assert reader.feed(wire.encode(wire.PING, number & 0xFFFF, payload))
    spent_us = now_us() - began
    began = now_us()
    for number in range(count):
        body = struct.pack("<BH", wire.PING, number & 0xFFFF) + payload
        body += struct.pack("<I", binascii.crc32(body))
        assert binascii.crc32(body[:-4]) == struct.unpack("<I", body[-4:])[0]
    floor_us = now_us() - began
    return count * 1000000 // max(1, spent_us), count * 1000000 // max(1, floor_us)
