"""PCA9685, lamps and switches as the firmware drives them, on both interpreters."""

import struct

from chips_of import Bus, LampLine

from bench import Bench, Level, full, items
from island import wire
from island.drivers.pca9685 import Pca9685
from island.drivers.ws2812 import FRAME_MS, REFRESH_MS, Lamps


def chip(khz=25000):
    bus, off = Bus(), Level(0)
    return Pca9685(bus, 0x40, off, khz), bus, off


def case_at_the_start_it_is_cut_off_silent_and_asleep_before_its_clock_is_set():
    made, bus, off = chip()
    assert made.start() and off.level == 1
    said = [data for _, data in bus.sent]
    assert said == [b"\xfd\x10", b"\x00\x30", b"\xfe\x79", b"\x01\x04"]
    assert all(address == 0x40 for address, _ in bus.sent)


def case_the_prescaler_and_the_steps_follow_the_true_oscillator():
    # 25 MHz / 4096 / 50 Hz is 122.07; a step is 122 periods, 4.88 us
    made, _, _ = chip()
    assert made.steps(1_500_000) == 307
    fast, _, _ = chip(26150)  # 4.6 % fast: 128 periods, 4.895 us
    assert fast.steps(1_500_000) == 306
    assert made.steps(0) == 0 and made.steps(50_000_000) == 4095


def case_a_channel_writes_its_four_registers_once():
    made, bus, _ = chip()
    made.start()
    del bus.sent[:]
    out = made.channel(3)
    out.duty_ns(1_500_000)
    out.duty_ns(1_500_100)
    assert [data for _, data in bus.sent] == [b"\x12\x00\x00\x33\x01"]
    out.duty_ns(0)
    assert bus.sent[-1][1] == b"\x12\x00\x00\x00\x10"  # fully off


def case_pulses_come_out_only_between_enable_and_disable():
    made, bus, off = chip()
    made.start()
    made.enable(True)
    assert off.level == 0 and bus.sent[-1][1] == b"\x00\x20"
    made.enable(False)
    assert off.level == 1
    assert [data for _, data in bus.sent[-2:]] == [b"\xfd\x10", b"\x00\x30"]


def case_a_chip_that_does_not_answer_is_cut_off_and_left_alone():
    made, bus, off = chip()
    made.start()
    made.enable(True)
    bus.dead = True
    made.channel(0).duty_ns(1_500_000)
    assert made.failed and off.level == 1
    bus.dead = False
    told = len(bus.sent)
    made.channel(1).duty_ns(1_500_000)
    made.enable(True)
    assert len(bus.sent) == told and off.level == 1
    assert made.start() and not made.failed


def case_without_the_chip_nothing_is_sealed():
    bench = Bench()
    bench.chip.bus = Bus()
    bench.chip.bus.dead = True
    assert bench.configure(full()) == wire.BAD_CONFIG
    assert bench.board.state == wire.UNSEALED and bench.chip.watchdog_ms == 0


def case_a_chip_that_falls_silent_is_a_fault_that_stays_until_it_answers():
    bench = Bench()
    assert bench.configure(full()) == wire.OK
    assert bench.result(wire.ARM) == wire.OK
    bench.run(300)
    bench.chip.bus.dead = True
    assert bench.servo(8, 1500)[0] == wire.OK
    bench.run(20)
    assert bench.board.fault == wire.FAULT_PWM_CHIP and bench.chip.outputs[27].level == 0
    assert bench.result(wire.CLEAR) == wire.LATCHED
    bench.chip.bus.dead = False
    assert bench.result(wire.CLEAR) == wire.OK and bench.result(wire.ARM) == wire.OK


def case_a_gate_on_the_pwm_chip_is_not_sealed():
    gate = struct.pack(wire.F_C_GATE, wire.C_GATE, 5, 8, 1500, 300)
    assert Bench().configure(full() + [gate]) == wire.BAD_CONFIG
    gate = struct.pack(wire.F_C_GATE, wire.C_GATE, 5, 5, 1500, 300)
    assert Bench().configure(full() + [gate]) == wire.OK


def case_chips_and_pins_that_cannot_be():
    def sealed(item, payload):
        out = [p for p in full() if p[0] != item]
        return Bench().configure([out[0], payload] + out[1:])

    for bad in ((6, 8, 64, 8), (7, 8, 64, 9), (6, 7, 0x70, 8), (6, 7, 0x3F, 8), (6, 7, 64, 16)):
        chip_item = struct.pack(wire.F_C_PWM_CHIP, wire.C_PWM_CHIP, *bad, 25000)
        assert sealed(wire.C_PWM_CHIP, chip_item) == wire.BAD_CONFIG, bad
    switches = struct.pack(wire.F_C_SWITCHES, wire.C_SWITCHES, 14, 15, 22, 63, 0)
    assert sealed(wire.C_SWITCHES, switches) == wire.BAD_CONFIG  # 65 on 64 inputs
    lamps = struct.pack(wire.F_C_LAMPS, wire.C_LAMPS, 28, 128, 127, 12, 1)
    assert sealed(wire.C_LAMPS, lamps) == wire.BAD_CONFIG
    supply = struct.pack(wire.F_C_SUPPLY, wire.C_SUPPLY, 5, 9900, 4500, 4100, 60)
    assert sealed(wire.C_SUPPLY, supply) == wire.BAD_CONFIG
    servo = struct.pack(wire.F_C_SERVO, wire.C_SERVO, 16, 1, 0, 700, 2300, 2000, 100, 20000)
    assert Bench().configure(full() + [servo]) == wire.TOO_MANY


def case_switches_stand_behind_the_analogue_sensors_and_are_never_flat():
    bench = Bench()
    for i in range(64, 128):
        bench.chip.readings[i] = 0
    assert bench.configure(full()) == wire.OK
    assert bench.chip.switches == (14, 15, 22, 64, 0)
    assert bench.result(wire.ARM) == wire.OK
    bench.run(100)
    bench.chip.readings[64] = 4095
    bench.chip.readings[63] = 2048 + 400
    events = bench.run(60)
    assert (wire.EV_HALL, 63, 1) in events and (wire.EV_HALL, 64, 1) in events
    assert bench.result(wire.WATCH, b"\x01") == wire.OK
    bench.run(300)

    def flat(sensor):
        _, data = bench.send(wire.WATCH_REPORT, bytes([sensor]))
        return struct.unpack(wire.F_WATCH_REPORT, data)[6] & wire.WATCH_FLAT

    assert flat(63) and not flat(64)


def lamps(count=10, budget=1000, full_ma=12, dark_ma=1):
    line = LampLine(count)
    return Lamps(line, count, budget, full_ma, dark_ma, 0), line


def case_at_the_start_all_lamps_are_told_to_be_dark():
    made, line = lamps()
    made.step(0)
    assert line.frames == [[0] * 10]


def case_colours_go_out_as_green_red_blue_once_a_frame():
    made, line = lamps()
    made.step(0)
    assert made.set(2, 3, 1, 2, 3) == wire.OK and made.set(4, 1, 255, 128, 0) == wire.OK
    made.step(FRAME_MS - 1)
    assert len(line.frames) == 1 and made.due_ms(FRAME_MS - 1) == 1
    made.step(FRAME_MS)
    assert line.frames[-1] == [0, 0, 0x020103, 0x020103, 0x80FF00, 0, 0, 0, 0, 0]
    made.step(2 * FRAME_MS)
    assert len(line.frames) == 2
    made.step(FRAME_MS + REFRESH_MS + FRAME_MS)
    assert len(line.frames) == 3  # a lamp that lost its supply shows its colour again


def case_lamps_that_are_not_there_are_refused():
    made, _ = lamps()
    for first, count in ((10, 1), (0, 11), (9, 2), (3, 0), (255, 255)):
        assert made.set(first, count, 1, 1, 1) == wire.BAD_INDEX


def case_the_budget_dims_all_alike_and_is_never_exceeded():
    for budget in (10, 11, 100, 250, 369, 370):  # dark 10 mA, full 360 mA more
        made, line = lamps(budget=budget)
        made.set(0, 10, 255, 255, 255)
        made.set(0, 1, 128, 128, 128)
        made.step(0)
        colours = line.frames[-1]
        light = sum((c >> 16 & 255) + (c >> 8 & 255) + (c & 255) for c in colours)
        drawn_ma = 10 + light * 12 / 255
        assert drawn_ma <= budget, (budget, drawn_ma)
        if budget >= 100:
            assert drawn_ma > min(budget, 350) * 0.9, (budget, drawn_ma)
        assert colours[0] < colours[1] or budget < 12


def case_lamps_over_the_wire():
    bench = Bench()
    assert bench.configure(full()) == wire.OK
    assert bench.result(wire.LAMPS, bytes([127, 1, 9, 8, 7])) == wire.OK
    bench.run(50)
    assert bench.chip.line.frames[-1][127] == 0x080907
    assert bench.result(wire.LAMPS, bytes([127, 2, 9, 8, 7])) == wire.BAD_INDEX
    assert bench.result(wire.LAMPS, bytes([127, 1, 9, 8])) == wire.BAD_PAYLOAD
    bare = Bench()
    assert bare.configure(items()) == wire.OK
    assert bare.result(wire.LAMPS, bytes([0, 1, 9, 8, 7])) == wire.NOT_SEALED
