"""Frames on both interpreters."""

from island import wire


def case_every_byte_survives_and_none_is_raw():
    for value in range(256):
        payload = bytes([value]) * wire.MAX_PAYLOAD
        line = wire.encode(value, value * 257 & 0xFFFF, payload)
        assert len(line) < 60
        assert line[0] == 2 and line[-1] == 10
        for forbidden in (b"\x03", b"\x0a"):
            assert line[1:-1].find(forbidden) < 0
        reader = wire.Reader(64)
        assert reader.feed(line) == [(value, value * 257 & 0xFFFF, payload)]


def case_byte_by_byte_is_the_same_as_at_once():
    line = b"text\r\n" + wire.encode(wire.PING, 7, b"\x03\x0a\x7d") + wire.encode(wire.ARM, 8)
    reader = wire.Reader(64)
    got = []
    for i in range(len(line)):
        got += reader.feed(line[i : i + 1])
    assert got == [(wire.TEXT, 0, b"text"), (wire.PING, 7, b"\x03\x0a\x7d"), (wire.ARM, 8, b"")]
    assert got == wire.Reader(64).feed(line)


def case_text_in_front_of_a_frame_is_kept():
    reader = wire.Reader(64)
    got = reader.feed(b"half a line" + wire.encode(wire.ARM, 1))
    assert got == [(wire.TEXT, 0, b"half a line"), (wire.ARM, 1, b"")]


def case_damage_is_counted_and_the_next_frame_is_taken():
    good = wire.encode(wire.ARM, 1)
    reader = wire.Reader(64)
    bad = bytearray(wire.encode(wire.PING, 1, b"abc"))
    bad[4] ^= 0x10
    assert reader.feed(bytes(bad) + good) == [(wire.ARM, 1, b"")]
    assert reader.bad == [0, 1, 0]
    assert reader.feed(b"\x02abc\n" + good) == [(wire.ARM, 1, b"")]
    assert reader.bad == [1, 1, 0]
    assert reader.feed(b"\x02" + b"x" * 70 + b"\n" + good) == [(wire.ARM, 1, b"")]
    assert reader.feed(b"\x02" + b"x" * 70) == []
    assert reader.feed(b"x" * 70) == []
    assert reader.feed(b"x\n" + good) == [(wire.ARM, 1, b"")]
    assert reader.bad[wire.BAD_LONG] == 1
    assert reader.good == 4


def case_a_frame_that_lost_its_newline_does_not_take_the_next_one_along():
    reader = wire.Reader(120)
    got = reader.feed(wire.encode(wire.PING, 1, b"abc")[:-3] + wire.encode(wire.ARM, 2))
    assert got == [(wire.ARM, 2, b"")]


def case_two_of_the_longest_frames_in_one_line_do_not_take_the_second_one_along():
    long = wire.encode(wire.PING, 0x0A0A, b"\x0a" * 21)
    assert len(long) > 50
    reader = wire.Reader(64)
    got = []
    for byte in long[:-1] + long:
        got += reader.feed(bytes([byte]))
    assert got == [(wire.PING, 0x0A0A, b"\x0a" * 21)]
    assert reader.feed(wire.encode(wire.ARM, 2)) == [(wire.ARM, 2, b"")]


def case_a_payload_too_long_is_refused():
    try:
        wire.encode(wire.PING, 1, bytes(22))
    except ValueError:
        return
    raise AssertionError
