"""Whatever a host sends, in whatever order: nothing raises, no pulse leaves the limits."""

from __future__ import annotations

import random
import struct

from link.lossy import BENCH
from vulkar.link import wire

KINDS = [*range(wire.HELLO, wire.STATS), 0, 0xFF]
GATE_PULSES = (0, 1_000_000, 1_500_000, 2_000_000)


def test_no_sequence_of_commands_raises_or_leaves_the_limits() -> None:
    for seed in range(5):
        rng = random.Random(seed)
        bench = BENCH.Bench()
        bench.ready()
        for _ in range(400):
            kind = rng.choice(KINDS)
            if kind in (wire.REBOOT, wire.MAINTENANCE, wire.CONFIG):
                continue
            size = rng.choice((0, 1, 2, 3, 4, 5, 7, 8, rng.randrange(22)))
            small = bytes(rng.choice((0, 1, 2, 5, 255)) for _ in range(size))
            payload = rng.choice((small, rng.randbytes(size)))
            if kind == wire.SERVO and rng.random() < 0.5:
                pulse_us = rng.choice((699, 700, 2300, 2301, rng.randrange(500, 2500)))
                payload = bytes([0]) + pulse_us.to_bytes(2, "little")
            if kind == wire.RELEASE and rng.random() < 0.5:
                place = (rng.randrange(3), rng.randrange(3), 0, rng.randrange(65536))
                payload = struct.pack(wire.F_RELEASE, *place, bench.chip.boot & 0xFFFF)
            bench.send(kind, payload)
            bench.run(rng.choice((0, 10, 40)))
            for timer in bench.chip.timers:
                if timer.callback is not None:
                    timer.fire()
            if rng.random() < 0.1:
                bench.send(wire.CLEAR)
                bench.send(wire.ARM)
        assert bench.board.fault == 0
        for pin, ns in bench.chip.log:
            assert ns in GATE_PULSES if pin == 1 else ns == 0 or 700_000 <= ns <= 2_300_000
        assert any(pin == 0 and ns for pin, ns in bench.chip.log)


def test_any_configuration_is_taken_or_refused_but_never_raises() -> None:
    for seed in range(8):
        rng = random.Random(seed)
        bench = BENCH.Bench()
        items = BENCH.items()
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(1, len(items))
            item = bytearray(items[at])
            item[rng.randrange(len(item))] = rng.randrange(256)
            if rng.random() < 0.3:
                item = item[:-1] if rng.random() < 0.5 else item + b"\0"
            items[at] = bytes(item)
        if rng.random() < 0.3:
            del items[rng.randrange(1, len(items))]
        if bench.configure(items) == wire.OK and bench.result(wire.ARM) == wire.OK:
            bench.servo(0, 1500)
            bench.release(1)
            bench.run(100)
        for _, ns in bench.chip.log:
            assert ns == 0 or 400_000 <= ns <= 2_600_000
        assert bench.configure(BENCH.items()) in (wire.OK, wire.WRONG_STATE)
