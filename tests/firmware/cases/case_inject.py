"""The test bench's lock: what it takes to play a field, and that nothing else changes."""

import struct
import sys

from types_of import module

SLICE = 0x40050000 + 0x14 * 2
sys.modules["machine"] = module(
    mem32={SLICE: 1, SLICE + 4: 611, SLICE + 12: 6219 << 16, SLICE + 16: 65464}
)

from bench import Bench, items  # noqa: E402
from island import session as session_module  # noqa: E402
from island import wire  # noqa: E402

if session_module.inject is None:  # another file of this run imported it without a machine
    from island import inject

    session_module.inject = inject

PLAYED = bytes([5]) + struct.pack("<HH", 100, 4000)


def caps_of(bench):
    return struct.unpack(wire.F_HELLO0, bench.send(wire.HELLO)[1])[6]


def presence(bench):
    bits = bench.send(wire.SNAPSHOT)[1][-16:]
    return [i for i in range(128) if bits[i >> 3] >> (i & 7) & 1]


def case_without_its_key_the_bench_answers_nothing():
    bench = Bench()
    assert bench.result(wire.INJECT, PLAYED) == wire.BAD_KIND
    assert bench.result(wire.INJECT, b"") == wire.BAD_KIND
    assert bench.result(wire.INJECT, b"bench?") == wire.BAD_KIND
    assert bench.send(wire.REGISTERS, b"\x05")[0] == wire.ACK
    assert not caps_of(bench) & wire.CAP_BENCH
    assert bench.session.bench is None


def case_the_key_is_taken_before_the_first_seal_only():
    bench = Bench()
    bench.ready()
    assert bench.result(wire.INJECT, wire.BENCH_KEY) == wire.WRONG_STATE
    bench.result(wire.DISARM)
    assert bench.result(wire.CONFIG, bytes([wire.C_BEGIN])) == wire.OK  # opens the seal
    assert bench.result(wire.INJECT, wire.BENCH_KEY) == wire.WRONG_STATE
    assert not caps_of(bench) & wire.CAP_BENCH


def case_what_is_played_is_what_the_field_reads():
    bench = Bench()
    assert bench.result(wire.INJECT, wire.BENCH_KEY) == wire.OK
    assert caps_of(bench) & wire.CAP_BENCH
    assert bench.result(wire.INJECT, PLAYED) == wire.OK
    bench.ready()
    bench.run(500)
    assert presence(bench) == [5, 6]
    assert bench.result(wire.INJECT, bytes([5]) + struct.pack("<H", 2048)) == wire.OK
    bench.run(500)
    assert presence(bench) == [6]


def case_a_field_beyond_its_end_is_refused_and_nothing_is_taken():
    bench = Bench()
    assert bench.result(wire.INJECT, wire.BENCH_KEY) == wire.OK
    for payload in (bytes([127]) + bytes(4), bytes([0]), bytes([0, 1]), bytes([200, 0, 0])):
        assert bench.result(wire.INJECT, payload) == wire.BAD_PAYLOAD
    bench.ready()
    bench.run(500)
    assert presence(bench) == []


def case_arming_limits_and_watchdog_hold_on_the_bench():
    bench = Bench()
    assert bench.result(wire.INJECT, wire.BENCH_KEY) == wire.OK
    assert bench.servo(0, 1500)[0] == wire.NOT_SEALED
    assert bench.configure(items()) == wire.OK
    assert bench.chip.watchdog_ms == wire.WATCHDOG_MS
    assert bench.servo(0, 1500)[0] == wire.NOT_ARMED
    assert bench.result(wire.ARM) == wire.OK
    assert bench.servo(0, 699)[0] == wire.LIMIT
    assert bench.result(wire.MAINTENANCE) == wire.WRONG_STATE
    bench.run(1500, host=False)
    assert bench.servo(0, 1500)[0] == wire.NOT_ARMED


def case_registers_are_told_as_they_are():
    bench = Bench()
    assert bench.result(wire.INJECT, wire.BENCH_KEY) == wire.OK
    kind, data = bench.send(wire.REGISTERS, b"\x05")
    assert kind == wire.REGISTERS
    assert struct.unpack(wire.F_REGISTERS, data) == (5, 1, 611, 6219 << 16, 65464)
