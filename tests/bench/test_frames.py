"""A small sample of the campaign of damaged frames, and that it finds what it looks for."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tests.bench import frames, fuzz
from vulkar.link import wire


def test_no_damaged_frame_is_accepted_no_good_one_lost_and_the_heap_is_flat() -> None:
    count = 4000
    result = frames.measure(count, seed=3)
    assert frames.problems(result, count) == []
    for end in ("host", "firmware"):
        assert result[end]["came_out_whole"] < count // 10  # the rest really was damaged


def test_a_decoder_that_does_not_check_the_sum_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    unchecked = SimpleNamespace(crc32=lambda data: 0)
    monkeypatch.setattr(wire, "binascii", unchecked)
    false, _, _ = fuzz.run(400, 1, wire, wire.Reader(512).feed)
    assert false > 50


def test_a_decoder_that_loses_the_frame_behind_a_cut_one_is_found() -> None:
    def deaf(data: bytes) -> list[tuple[int, int, bytes]]:
        return [] if data.count(b"\x02") > 1 else reader.feed(data)

    reader = wire.Reader(512)
    _, missed, _ = fuzz.run(400, 1, wire, deaf)
    assert missed > 10


def test_a_heap_that_shrinks_is_a_problem() -> None:
    row = {"damaged": 10, "false_accepts": 0, "next_missed": 0}
    leaking = {**row, "free_heap": [400_000 - 500 * part for part in range(10)]}
    assert frames.problems({"host": row, "firmware": leaking}, 10) == [
        "firmware: free heap between 395500 and 400000 bytes"
    ]
