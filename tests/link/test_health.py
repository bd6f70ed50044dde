"""The counters of both ends, the warning before loss, and the ring of frames in words."""

from __future__ import annotations

import random
import struct
from pathlib import Path

import pytest

from link.lossy import Faults, Pair
from link.test_lossy import release, sealed
from vulkar.errors import VulkarError
from vulkar.link import frames, wire
from vulkar.link.eventorder import EventOrder
from vulkar.link.health import Health
from vulkar.link.signals import Expired, Frame, Silent, Strained
from vulkar.link.stats import LinkStats


def flipping(pair: Pair, rate: float, seed: int) -> None:
    """Each bit of both directions flips with probability ``rate``."""
    rng = random.Random(seed)
    for cable in (pair.there, pair.back):

        def put(data: bytes, now_ms: int, whole=cable.put) -> None:  # type: ignore[no-untyped-def]
            flips = sum(rng.random() < rate for _ in range(8 * len(data)))
            out = bytearray(data)
            for _ in range(flips):
                out[rng.randrange(len(out))] ^= 1 << rng.randrange(8)
            whole(bytes(out), now_ms)

        cable.put = put  # type: ignore[method-assign]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_resends_that_climb_are_told_before_anything_is_lost(seed: int) -> None:
    pair = sealed(1, Faults())
    pair.run(60_000)
    assert not any(isinstance(s, Strained) for s in pair.signals), "a sound cable is no news"
    for step, rate in enumerate((1e-6, 1e-5, 1e-4, 3e-4, 1e-3)):
        flipping(pair, rate, seed * 10 + step)
        for _ in range(15):
            pair.run(2_000)
            pair.ask(wire.PING, b"0123456789")
    told = next(i for i, s in enumerate(pair.signals) if isinstance(s, Strained))
    lost = [i for i, s in enumerate(pair.signals) if isinstance(s, Expired | Silent)]
    assert not lost or told < lost[0]


def test_statistics_hold_both_ends_and_count_from_the_opening_of_the_link() -> None:
    stats = LinkStats()
    part0 = (0, 65530, 7, 0, 0, 0, 0, 10, 9, 0)
    stats.of_chip(struct.pack(wire.F_STATS0, *part0))
    assert (stats.chip_frames_in, stats.chip_discarded) == (0, {})
    stats.of_chip(struct.pack(wire.F_STATS0, 0, 4, 9, 1, 0, 0, 0, 30, 9, 0))
    assert stats.chip_frames_in == 10 and stats.chip_frames_out == 20
    assert stats.chip_discarded == {"short": 2, "checksum": 1}
    stats.of_chip(b"\x07")


def test_one_knock_is_no_warning_and_a_bad_cable_is_told_once_a_minute() -> None:
    stats, health = LinkStats(), Health()
    warned = []
    for second in range(200):
        stats.frames_in += 6
        stats.frames_out += 5
        if second == 10:
            stats.retries += 2
        if second >= 60:
            stats.retries += 1
        if health.tick(float(second), stats):
            warned.append(second)
    assert warned[0] in range(62, 66)
    assert len(warned) <= 6
    assert health.share == pytest.approx(1 / 11, abs=0.02)
    assert len(health.seconds) == 60


def test_stamps_are_right_after_hours_without_an_event() -> None:
    order = EventOrder()
    order.synchronise(5)
    true_us = 1_000
    for _ in range(4 * 3600 * 2):  # two hours of heartbeats
        true_us += 250_000
        order.clock(true_us % wire.TICKS)
    stamp = struct.pack(wire.F_EVENT, 5, (true_us + 77) % wire.TICKS, wire.EV_HALL, 1, 1)
    happened, due = order.take(stamp)
    assert due and happened is not None
    assert happened.t_us == true_us + 77
    late = struct.pack(wire.F_EVENT, 6, (true_us - 300_000_000) % wire.TICKS, wire.EV_HALL, 1, 0)
    assert order.take(late)[0].t_us == true_us - 300_000_000  # type: ignore[union-attr]


def test_a_command_under_way_never_falls_out_of_the_controllers_memory() -> None:
    pair = sealed(1, Faults())
    assert pair.result(pair.ask(wire.ARM)) == wire.OK
    put, lost = pair.there.put, 0

    def lose(data: bytes, now_ms: int) -> None:
        nonlocal lost
        for line in data.splitlines(keepends=True):
            frame = wire.decode(line[1:-1]) if line[:1] == b"\x02" else None
            if frame and frame[0] == wire.RELEASE and lost < 5:
                lost += 1
            else:
                put(line, now_ms)

    pair.there.put = lose  # type: ignore[method-assign]
    ticket = pair.host.send(wire.RELEASE, release(9), pair.now, deadline_s=3.0)
    for _ in range(60):
        pair.host.send(wire.CLEAR, b"", pair.now)
    while ticket not in pair.answers:
        pair.step()
    answer = pair.answers[ticket]
    assert pair.result(answer) == wire.OK and lost == 5
    assert pair.openings() == 1 and pair.firmware.answered.stale == 0


def test_the_ring_keeps_both_ways_in_words(tmp_path: Path) -> None:
    pair = sealed(1, Faults())
    assert pair.result(pair.ask(wire.ARM)) == wire.OK
    assert pair.result(pair.ask(wire.RELEASE, release(7))) == wire.OK
    pair.run(20_000)
    assert len(pair.host.frames) == 200
    pair.ask(wire.RELEASE_STATUS, struct.pack(wire.F_RELEASE_ASK, 0, 7))
    text = frames.lines(pair.host.frames)
    assert any("to controller" in line and "release status" in line for line in text)
    assert any("phase closed release 7" in line and "beam" in line for line in text)
    assert any("heartbeat" in line and "state" in line for line in text)
    path = frames.keep(pair.host.frames, "the cable was pulled", tmp_path / "a.journal", 12)
    assert path.name == "a.journal.frames-3.txt"
    assert path.read_text().splitlines() == ["the cable was pulled", *text]
    with pytest.raises(VulkarError) as caught:
        frames.keep(pair.host.frames, "", tmp_path / "no" / "a.journal", 1)
    assert caught.value.code == "file.unwritable"


def test_a_frame_of_any_kind_and_size_has_words() -> None:
    rng = random.Random(1)
    some = [
        Frame(0.0, bool(kind & 1), kind, 1, rng.randbytes(size))
        for kind in range(64)
        for size in range(wire.MAX_PAYLOAD + 1)
    ]
    assert len(frames.lines(some)) == len(some)
