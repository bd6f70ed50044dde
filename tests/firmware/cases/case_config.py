"""What a controller refuses to be configured as, on both interpreters."""

import binascii
import struct

from bench import Bench, items
from island import wire
from island.check import check
from island.config import Config


def checked(payloads):
    config = Config()
    for payload in payloads:
        result = config.add(payload)
        if result:
            return "item", result
    return "seal", check(config)


def changed(item, **fields):
    """The bench's configuration with fields of the first such item replaced, by position."""
    layout = {
        wire.C_SERVO: wire.F_C_SERVO,
        wire.C_GATE: wire.F_C_GATE,
        wire.C_WAY: wire.F_C_WAY,
        wire.C_HALL: wire.F_C_HALL,
        wire.C_MARBLE: wire.F_C_MARBLE,
        wire.C_PINS: wire.F_C_PINS,
    }[item]
    out = items()
    for i, payload in enumerate(out):
        if payload[0] == item:
            values = list(struct.unpack(layout, payload))
            for at, value in fields.items():
                values[int(at[1:])] = value
            out[i] = struct.pack(layout, *values)
            return out
    raise AssertionError


def case_the_bench_configuration_is_possible():
    assert checked(items()) == ("seal", 0)
    assert checked(items(servos=16)) == ("seal", 0)


def case_pulses_outside_of_what_any_servo_takes():
    bad = wire.C_SERVO << 8
    assert checked(changed(wire.C_SERVO, f4=399)) == ("seal", bad)
    assert checked(changed(wire.C_SERVO, f5=2601)) == ("seal", bad)
    assert checked(changed(wire.C_SERVO, f4=2300)) == ("seal", bad)
    assert checked(changed(wire.C_SERVO, f6=0)) == ("seal", bad)


def case_a_servo_too_slow_or_that_never_settles():
    bad = wire.C_SERVO << 8
    assert checked(changed(wire.C_SERVO, f6=99)) == ("seal", bad)
    assert checked(changed(wire.C_SERVO, f6=100, f8=30000, f4=2000)) == ("seal", 0)
    assert checked(changed(wire.C_SERVO, f7=5001)) == ("seal", bad)
    assert checked(changed(wire.C_SERVO, f7=5000)) == ("seal", 0)


def case_more_ways_or_sensors_than_there_is_memory_for():
    way = struct.pack(wire.F_C_WAY, wire.C_WAY, 0, 0, 1000)
    assert checked([way] * 17) == ("item", wire.TOO_MANY)
    sensor = struct.pack(wire.F_C_SENSOR, wire.C_SENSOR, 0, 2048, 186, 74)
    assert checked([sensor] * 129) == ("item", wire.TOO_MANY)


def case_pins_that_a_pico_has_not_or_that_are_used_twice():
    assert checked(changed(wire.C_SERVO, f3=23)) == ("seal", wire.C_SERVO << 8)
    assert checked(changed(wire.C_SERVO, f3=29)) == ("seal", wire.C_SERVO << 8)
    assert checked(changed(wire.C_MARBLE, f2=16)) == ("seal", wire.C_PINS << 8 | 16)
    assert checked(changed(wire.C_PINS, f1=0)) == ("seal", wire.C_PINS << 8 | 0)


def case_servos_on_one_pwm_channel():
    # GP17 and GP1, the second servo's, are one channel
    assert checked(changed(wire.C_SERVO, f3=17)) == ("seal", wire.C_SERVO << 8 | 1)


PACE = (2000, 100, 20000)  # speed, settle, budget


def on_pi(payloads):
    config = Config()
    for payload in payloads:
        assert config.add(payload) == wire.OK
    return check(config, True)


def case_on_a_pi_every_pin_of_the_header_makes_pulses_or_reads_a_switch():
    # GP17 and GP1 would share a channel on a Pico; a Pi's header begins with GP2
    pi = [
        struct.pack(wire.F_C_SERVO, wire.C_SERVO, 0, 0, 17, 600, 2400, *PACE),
        struct.pack(wire.F_C_SERVO, wire.C_SERVO, 1, 0, 23, 600, 2400, *PACE),
        bytes([wire.C_CHAIN, 0, 24, 25, 2]),
        struct.pack(wire.F_C_HALL, wire.C_HALL, 3, 2048, 186, 74, 26, 8, 3),
    ]
    assert on_pi(pi) == 0
    assert checked(pi) == ("seal", wire.C_SERVO << 8 | 1)
    pi[1] = struct.pack(wire.F_C_SERVO, wire.C_SERVO, 1, 0, 1, 600, 2400, *PACE)
    assert on_pi(pi) == wire.C_SERVO << 8 | 1
    pi[1] = struct.pack(wire.F_C_SERVO, wire.C_SERVO, 1, 0, 17, 600, 2400, *PACE)
    assert on_pi(pi) == wire.C_SERVO << 8 | 1


def case_a_gate_beyond_its_servo_or_without_one():
    assert checked(changed(wire.C_GATE, f2=9)) == ("seal", wire.C_GATE << 8)
    assert checked(changed(wire.C_GATE, f3=2400)) == ("seal", wire.C_GATE << 8)
    assert checked(changed(wire.C_GATE, f4=0)) == ("seal", wire.C_GATE << 8)
    assert checked(changed(wire.C_WAY, f3=2400)) == ("seal", wire.C_WAY << 8)
    assert checked(changed(wire.C_WAY, f1=3)) == ("seal", wire.C_WAY << 8 | 3)


def case_two_gates_on_one_servo():
    twice = items()
    twice.append(struct.pack(wire.F_C_GATE, wire.C_GATE, 1, 1, 1500, 300))
    assert checked(twice) == ("seal", wire.C_GATE << 8 | 1)


def case_more_sensors_than_inputs():
    out = items()
    for i, payload in enumerate(out):
        if payload[0] == wire.C_CHAIN:
            out[i] = bytes([wire.C_CHAIN, 2, 16, 17, 26])
    assert checked(out) == ("seal", wire.C_HALL << 8)
    assert checked(changed(wire.C_HALL, f1=200)) == ("seal", wire.C_HALL << 8)


def case_an_adc_pin_without_adc():
    out = items()
    for i, payload in enumerate(out):
        if payload[0] == wire.C_CHAIN:
            out[i] = payload[:-1] + bytes([12])
    assert checked(out) == ("seal", wire.C_CHAIN << 8 | 12)


def case_a_pwm_chip_whose_clock_would_make_every_pulse_wrong():
    for khz, result in ((19999, wire.C_PWM_CHIP << 8), (25000, 0), (30001, wire.C_PWM_CHIP << 8)):
        chip = struct.pack(wire.F_C_PWM_CHIP, wire.C_PWM_CHIP, 6, 7, 0x40, 8, khz)
        assert checked(items() + [chip]) == ("seal", result), khz
    bench = Bench()
    chip = struct.pack(wire.F_C_PWM_CHIP, wire.C_PWM_CHIP, 6, 7, 0x40, 8, 65535)
    assert bench.configure(items() + [chip]) == wire.BAD_CONFIG
    assert bench.board.fault == 0


def case_more_select_lines_than_the_tables_of_a_scan_have_room_for():
    out = items()
    for i, payload in enumerate(out):
        if payload[0] == wire.C_CHAIN:
            out[i] = bytes([wire.C_CHAIN, 9, 10, 11, 12, 13, 16, 17, 18, 19, 20, 26])
    assert checked(out) == ("seal", wire.C_CHAIN << 8)


def case_malformed_items_are_refused_not_raised():
    for payload in (b"\x63", bytes([wire.C_CHAIN]), bytes([wire.C_SERVO, 0]), b"\xff" * 21):
        assert checked([payload]) == ("item", wire.BAD_PAYLOAD)
    bench = Bench()
    for payload in (b"", b"\x63", bytes([wire.C_CHAIN])):
        assert bench.result(wire.CONFIG, payload) in (wire.BAD_PAYLOAD, wire.WRONG_STATE)
    assert bench.board.fault == 0


def case_a_hole_in_the_numbers():
    assert checked(changed(wire.C_SERVO, f1=1)) == ("item", wire.BAD_INDEX)


def case_another_checksum_does_not_seal():
    bench = Bench()
    for payload in items():
        assert bench.result(wire.CONFIG, payload) == wire.OK
    seal = struct.pack(wire.F_SEAL, 12345, 1)
    assert bench.command(wire.SEAL, seal) == (wire.BAD_CRC, bench.board.config.crc)
    assert not bench.board.sealed and bench.chip.watchdog_ms == 0


def case_a_bad_configuration_leaves_nothing_sealed_and_a_good_one_recovers():
    bench = Bench()
    bad = changed(wire.C_SERVO, f3=29)
    assert bench.configure(bad) == wire.BAD_CONFIG
    assert bench.result(wire.ARM) == wire.NOT_SEALED
    assert bench.configure(items()) == wire.OK
    assert bench.result(wire.ARM) == wire.OK


def case_a_refused_item_forbids_the_seal_until_the_next_begin():
    bench = Bench()
    way = struct.pack(wire.F_C_WAY, wire.C_WAY, 0, 2, 1000)
    for refused, detail in (
        (changed(wire.C_SERVO, f1=1)[1], wire.C_SERVO << 8 | 1),  # this number is already there
        (way + b"\x00", wire.C_WAY << 8),
        (b"\x63", 0x63 << 8),
    ):
        crc = 0
        for payload in items() + [refused, way]:
            crc = binascii.crc32(payload, crc)
            result = bench.result(wire.CONFIG, payload)
            assert (result == wire.OK) == (payload is not refused)
        seal = struct.pack(wire.F_SEAL, crc, 1)
        assert bench.command(wire.SEAL, seal) == (wire.BAD_CONFIG, detail)
        assert not bench.board.sealed
    assert bench.configure(items()) == wire.OK
