"""Host session against firmware session over a cable that loses, doubles, damages and delays."""

from __future__ import annotations

import struct
import zlib

from hypothesis import given, settings
from hypothesis import strategies as st

from link.lossy import BENCH, Faults, Pair
from vulkar.link import wire
from vulkar.link.signals import Answered, Expired, Gap, Silent

SHARE = st.sampled_from((0.0, 0.05, 0.15, 0.3))
FAULTS = st.builds(Faults, drop=SHARE, double=SHARE, corrupt=SHARE, delay=SHARE)


def sealed(seed: int, faults: Faults) -> Pair:
    """A pair that was configured over a sound cable, which then goes bad."""
    pair = Pair(seed, Faults())
    crc = 0
    for payload in BENCH.items():
        crc = zlib.crc32(payload, crc)
        assert pair.result(pair.ask(wire.CONFIG, payload)) == wire.OK
    assert pair.result(pair.ask(wire.SEAL, struct.pack(wire.F_SEAL, crc, 1))) == wire.OK
    pair.run(100)
    snapshot = pair.ask(wire.SNAPSHOT)
    assert isinstance(snapshot, Answered)
    fields = struct.unpack(wire.F_SNAPSHOT, snapshot.payload)
    pair.host.synchronise(fields[2], pair.now)
    pair.host.start_beating(pair.now)
    pair.run(50)
    pair.there.faults = pair.back.faults = faults
    return pair


def release(number: int) -> bytes:
    return struct.pack(wire.F_RELEASE, 0, 0, 0, number, BENCH.Chip.boot & 0xFFFF)


@settings(max_examples=16, deadline=None, derandomize=True)
@given(st.integers(0, 2**32 - 1), FAULTS)
def test_each_release_is_carried_out_once(seed: int, faults: Faults) -> None:
    pair = sealed(seed, faults)
    for number in range(1, 6):
        armed = pair.result(pair.ask(wire.ARM))
        before = pair.openings()
        answer = pair.ask(wire.RELEASE, release(number))
        if isinstance(answer, Expired):
            assert armed != wire.OK or faults.drop + faults.corrupt > 0
        elif pair.result(answer) == wire.OK:
            assert pair.openings() == before + 1
        else:
            assert pair.openings() == before
        pair.run(800)
        assert pair.openings() <= before + 1
        # asked again under a new sequence number: remembered, or carried out now for the first time
        again = pair.ask(wire.RELEASE, release(number))
        pair.run(800)
        if pair.result(again) == wire.OK:
            assert pair.openings() == before + 1
        assert pair.openings() <= before + 1
    pair.run(2000)


def test_a_sound_cable_needs_no_repeats_and_loses_nothing() -> None:
    pair = sealed(1, Faults())
    for number in range(1, 6):
        assert pair.result(pair.ask(wire.ARM)) == wire.OK
        assert pair.result(pair.ask(wire.RELEASE, release(number))) == wire.OK
        pair.run(800)
    assert pair.openings() == 5
    assert pair.host.stats.retries == 0 and pair.host.stats.discarded == {}


def test_every_third_acknowledgement_lost_is_no_second_release() -> None:
    pair = sealed(1, Faults())
    put = pair.back.put
    count = 0

    def lose(data: bytes, now_ms: int) -> None:
        nonlocal count
        count += 1
        if count % 3:
            put(data, now_ms)

    pair.back.put = lose  # type: ignore[method-assign]
    for number in range(1, 11):
        assert pair.result(pair.ask(wire.ARM)) == wire.OK
        assert pair.result(pair.ask(wire.RELEASE, release(number))) == wire.OK
        assert pair.openings() == number
        pair.run(800)
    assert pair.host.stats.retries > 0


@settings(max_examples=12, deadline=None, derandomize=True)
@given(st.integers(0, 2**32 - 1), FAULTS)
def test_events_arrive_once_and_in_order(seed: int, faults: Faults) -> None:
    pair = sealed(seed, faults)
    start = pair.firmware.events.next
    told = len(pair.happened())
    for turn in range(8):
        for sensor in range(4):
            pair.chip.readings[sensor] = 2400 if turn % 2 == 0 else 2048
        pair.run(500)
    pair.there.faults = pair.back.faults = Faults()
    pair.run(1500)
    events = pair.happened()[told:]
    assert [event.number for event in events] == list(range(start, pair.firmware.events.next))
    stamps = [event.t_us for event in events]
    assert stamps == sorted(stamps)
    halls = [(e.index, e.value) for e in events if e.kind == wire.EV_HALL]
    for sensor in range(4):
        assert [value for index, value in halls if index == sensor] == [1, 0] * 4


def test_a_full_ring_is_told_as_a_gap() -> None:
    pair = sealed(1, Faults())
    first = pair.firmware.events.next - len(pair.happened())
    pair.there.faults = Faults(drop=1.0)
    for turn in range(8):
        for sensor in range(60):
            pair.chip.readings[sensor] = 2400 if turn % 2 == 0 else 2048
        pair.run(500)
    pair.there.faults = Faults()
    pair.run(1500)
    gaps = [signal.missing for signal in pair.signals if isinstance(signal, Gap)]
    numbers = [event.number for event in pair.happened()]
    assert sum(gaps) > 100
    assert len(numbers) == len(set(numbers)) == pair.firmware.events.next - sum(gaps) - first
    assert pair.happened()[-1].number == pair.firmware.events.next - 1


def test_silence_is_told_once_and_the_controller_disarms_itself() -> None:
    pair = sealed(1, Faults())
    assert pair.result(pair.ask(wire.ARM)) == wire.OK
    pair.there.faults = pair.back.faults = Faults(drop=1.0)
    pair.run(5000)
    assert sum(isinstance(signal, Silent) for signal in pair.signals) == 1
    assert pair.firmware.board.state == wire.SAFE
    answer = pair.ask(wire.ARM, deadline_s=0.5)
    assert isinstance(answer, Expired) and answer.tries > 1


def test_a_lost_reply_at_any_place_of_the_handshake_is_survived() -> None:
    for lost in range(40):
        pair = Pair(1, Faults())
        put = pair.back.put
        count = 0

        def lose(data: bytes, now_ms: int, lost: int = lost, put=put) -> None:  # type: ignore[no-untyped-def]
            nonlocal count
            count += 1
            if count != lost:
                put(data, now_ms)

        pair.back.put = lose  # type: ignore[method-assign]
        assert isinstance(pair.ask(wire.HELLO, b"\x00"), Answered)
        crc = 0
        for payload in BENCH.items():
            crc = zlib.crc32(payload, crc)
            assert pair.result(pair.ask(wire.CONFIG, payload)) == wire.OK
        assert pair.result(pair.ask(wire.SEAL, struct.pack(wire.F_SEAL, crc, 1))) == wire.OK


def test_a_stop_passes_what_waits() -> None:
    pair = sealed(1, Faults())
    assert pair.result(pair.ask(wire.ARM)) == wire.OK
    for _ in range(20):
        pair.host.send(wire.WATCH_REPORT, b"\x00", pair.now)
    pair.host.send(wire.ESTOP, b"", pair.now, urgent=True)
    pair.run(20)
    assert pair.firmware.board.state == wire.ESTOPPED
