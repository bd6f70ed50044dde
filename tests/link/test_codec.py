"""Frames: what goes in comes out, and nothing else does."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from vulkar.link import wire

PAYLOADS = st.binary(max_size=wire.MAX_PAYLOAD)
KINDS = st.integers(0, 255)
SEQS = st.integers(0, 65535)
LIMIT = 512


@given(KINDS, SEQS, PAYLOADS)
def test_a_frame_comes_back_and_is_short_and_clean(kind: int, seq: int, payload: bytes) -> None:
    line = wire.encode(kind, seq, payload)
    assert wire.Reader(LIMIT).feed(line) == [(kind, seq, payload)]
    assert len(line) <= wire.MAX_ENCODED < 60
    assert 0x03 not in line and line.index(b"\n") == len(line) - 1


@given(st.lists(st.tuples(KINDS, SEQS, PAYLOADS)), st.integers(1, 7))
def test_any_cutting_of_the_stream_gives_the_same(
    frames: list[tuple[int, int, bytes]], size: int
) -> None:
    stream = b"".join(wire.encode(*frame) for frame in frames)
    reader = wire.Reader(LIMIT)
    got = []
    for start in range(0, len(stream), size):
        got += reader.feed(stream[start : start + size])
    assert got == frames


@given(st.binary(max_size=200), KINDS, SEQS, PAYLOADS)
def test_a_good_frame_after_any_rubbish_is_taken(
    rubbish: bytes, kind: int, seq: int, payload: bytes
) -> None:
    reader = wire.Reader(LIMIT)
    got = reader.feed(rubbish + b"\n" + wire.encode(kind, seq, payload))
    assert got[-1] == (kind, seq, payload)


@given(st.text(alphabet=st.characters(min_codepoint=32, codec="utf-8"), min_size=1, max_size=80))
def test_a_line_that_is_no_frame_is_text(text: str) -> None:
    reader = wire.Reader(LIMIT)
    assert reader.feed(text.encode() + b"\r\n") == [(wire.TEXT, 0, text.encode())]
    assert reader.bad == [0, 0, 0]


def test_no_damaged_frame_is_taken_and_each_is_counted() -> None:
    rng = random.Random(1)
    reader = wire.Reader(LIMIT)
    damaged = 0
    for number in range(20_000):
        payload = rng.randbytes(rng.randrange(wire.MAX_PAYLOAD + 1))
        line = bytearray(wire.encode(number % 256, number % 65536, payload))
        for _ in range(rng.randrange(1, 4)):
            line[rng.randrange(1, len(line) - 1)] ^= 1 << rng.randrange(8)
        before = sum(reader.bad)
        got = [frame for frame in reader.feed(bytes(line)) if frame[0] != wire.TEXT]
        intact = [frame for frame in got if frame == (number % 256, number % 65536, payload)]
        assert got == intact  # two flips may undo one another, nothing else may pass
        damaged += not intact
        assert intact or sum(reader.bad) > before
    assert damaged > 19_000
    assert reader.feed(wire.encode(1, 2, b"3")) == [(1, 2, b"3")]


def test_a_line_without_end_costs_no_memory() -> None:
    reader = wire.Reader(64)
    for _ in range(1000):
        assert reader.feed(b"\x02" + b"x" * 63) == []
    assert reader.bad == [0, 0, 1]
    assert reader.feed(b"\n" + wire.encode(1, 2)) == [(1, 2, b"")]
