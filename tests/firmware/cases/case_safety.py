"""Duty budget, supply, roll call and what is cut first, on both interpreters."""

import struct

from case_config import changed

from bench import Bench, full, items
from island import wire
from island.duty import NEVER_MS, Duty
from island.rollcall import MOVE, READ, SCAN, SENSE, WRITE, RollCall
from island.supply import BETTER_MS, Supply

SAG = 1696  # counts of 4.1 V where 4096 are 9.9 V


def case_no_minute_has_more_pulses_than_the_budget():
    duty = Duty(20000, 0)
    spans = []  # start, length
    now = 0
    while now < 600_000:
        if duty.wait_ms(950, now) == 0:
            duty.add(950, now)
            spans.append(now)
        now += 1000  # as often as it is allowed
    most = 0
    for start in spans:
        most = max(most, sum(950 for at in spans if start <= at < start + 60_000))
    assert 10_000 < most <= 20_000, most


def case_500_moves_an_hour_never_have_to_wait():
    duty = Duty(20000, (1 << 30) - 1_000_000)  # the ticks wrap on the way
    for n in range(500):
        now = ((1 << 30) - 1_000_000 + n * 7200) & 0x3FFFFFFF
        assert duty.wait_ms(950, now) == 0, n
        duty.add(950, now)


def case_the_wait_that_is_told_is_enough_and_not_much_more():
    duty = Duty(20000, 0)
    duty.add(10_000, 0)
    wait = duty.wait_ms(500, 0)
    assert duty.wait_ms(500, wait - 20) > 0
    assert duty.wait_ms(500, wait) == 0
    assert duty.wait_ms(10_001, 0) == NEVER_MS


def case_a_servo_that_is_sent_again_and_again_is_refused_and_detached():
    bench = Bench()
    bench.ready()
    result, told = wire.OK, 0
    for n in range(600):  # 10 minutes of never letting it rest
        result, told = bench.servo(0, 1500 + n % 2 * 800)
        if result == wire.HOT:
            break
        bench.run(1000)
        bench.chip.log.clear()
    assert result == wire.HOT and 0 < told < 60_000
    bench.run(1000)
    assert bench.chip.channels[0].ns == 0
    bench.run(told, step_ms=100)
    assert bench.servo(0, 1500)[0] == wire.OK


def case_a_move_that_replaces_another_pays_only_for_its_own_time():
    bench = Bench()
    bench.ready()
    for n in range(100):
        assert bench.servo(0, 1500 + n)[0] == wire.OK, n
        bench.run(10)


def case_a_gate_has_a_budget_too_and_closing_needs_none():
    bench = Bench()
    assert bench.configure(items()) == wire.OK
    assert bench.result(wire.ARM) == wire.OK
    bench.run(500)
    number = 0
    while True:
        number += 1
        result, told = bench.release(number)
        if result != wire.OK:
            break
        for timer in bench.chip.timers:
            if timer.callback:
                timer.fire()
        bench.run(500)
    assert result == wire.HOT and told > 0 and 20 < number < 40
    assert bench.openings() == number - 1
    bench.result(wire.ESTOP)
    bench.result(wire.CLEAR)
    gate = bench.board.gates[0]
    gate.shut = False
    assert bench.result(wire.ARM) == wire.OK and gate.shutting


def case_a_budget_that_the_longest_move_does_not_fit_into_is_not_sealed():
    # 1600 us at 2000 us/s and 100 ms are 900 ms
    for budget, result in ((1799, wire.BAD_CONFIG), (1800, wire.OK), (30001, wire.BAD_CONFIG)):
        assert Bench().configure(changed(wire.C_SERVO, f8=budget)) == result, budget


class Level:
    def __init__(self):
        self.counts = 2048

    def get(self):
        return self.counts


def supply():
    level = Level()
    return Supply(level, 9900, 4500, 4100, 60_000), level


def case_one_low_reading_is_noise_and_two_are_a_sag():
    made, level = supply()
    level.counts = SAG - 1
    assert not made.step(0)
    assert made.step(10) and made.state == wire.SUPPLY_SAG and made.mv < 4100
    level.counts = 1800  # 4.35 V: low
    assert not made.step(20) and made.state == wire.SUPPLY_SAG
    level.counts = 2048
    assert not made.step(10 + BETTER_MS - 1)
    assert made.step(20 + BETTER_MS) and made.state == wire.SUPPLY_GOOD


def case_the_second_sag_in_a_minute_is_one_too_many():
    made, _ = supply()
    assert not made.sag(0)
    assert made.sag(59_000)
    other, _ = supply()
    assert not other.sag(0)
    other.step(60_001)
    assert not other.sag(61_000)


def sagging(bench, counts):
    bench.chip.analogs[29].counts = counts
    bench.chip.analogs[29].level = counts


def case_a_sag_cuts_and_disarms_and_the_second_is_a_fault_until_a_person_clears_it():
    bench = Bench()
    assert bench.configure(full()) == wire.OK
    assert bench.result(wire.ARM) == wire.OK
    bench.run(300)
    assert bench.servo(5, 1500)[0] == wire.OK
    sagging(bench, SAG - 100)
    events = bench.run(100)
    assert [e[:2] for e in events if e[0] == wire.EV_SUPPLY] == [(wire.EV_SUPPLY, wire.SUPPLY_SAG)]
    assert bench.chip.channels[5].ns == 0 and bench.chip.outputs[27].level == 0
    assert bench.chip.outputs[8].level == 1  # output enable of the PWM chip: off
    assert bench.board.state == wire.READY
    assert bench.command(wire.ARM)[0] == wire.WEAK
    sagging(bench, 2048)
    bench.run(BETTER_MS + 200)
    assert bench.servo(5, 1500)[0] == wire.NOT_ARMED
    assert bench.result(wire.ARM) == wire.OK
    sagging(bench, SAG - 100)
    bench.run(100)
    assert bench.board.fault == wire.FAULT_POWER
    sagging(bench, 2048)
    bench.run(1000)
    assert bench.result(wire.ARM) == wire.LATCHED
    assert bench.result(wire.CLEAR) == wire.OK and bench.result(wire.ARM) == wire.OK


def case_resets_by_the_supply_that_only_the_host_knows_of_count():
    bench = Bench()
    bench.ready()
    assert bench.result(wire.SAGGED, struct.pack(wire.F_SAGGED, 30_000)) == wire.OK
    assert bench.board.fault == 0 and not bench.board.armed
    assert bench.result(wire.SAGGED, struct.pack(wire.F_SAGGED, 500)) == wire.OK
    assert bench.board.fault == wire.FAULT_POWER
    old = Bench()
    old.ready()
    for age in (200_000, 500):
        old.result(wire.SAGGED, struct.pack(wire.F_SAGGED, age))
    assert old.board.fault == 0
    assert old.result(wire.SAGGED, b"\x01") == wire.BAD_PAYLOAD


def case_an_open_seal_still_knows_the_stop_line():
    bench = Bench()
    bench.ready()
    bench.chip.inputs[15].level = 0
    bench.run(20)
    assert bench.result(wire.CONFIG, bytes([wire.C_BEGIN])) == wire.OK
    assert bench.result(wire.CLEAR) == wire.LATCHED
    bench.chip.inputs[15].level = 1
    assert bench.result(wire.CLEAR) == wire.OK


def case_a_sag_counts_across_a_new_seal():
    sag = struct.pack(wire.F_SAGGED, 0)
    for opened in (False, True):
        for payloads in (items(), full()):  # without a supply that is read, and with one
            bench = Bench()
            assert bench.configure(payloads) == wire.OK
            if opened:
                assert bench.result(wire.CONFIG, bytes([wire.C_BEGIN])) == wire.OK
            assert bench.result(wire.SAGGED, sag) == wire.OK
            assert bench.configure(payloads) == wire.OK and bench.board.fault == 0
            assert bench.result(wire.SAGGED, sag) == wire.OK
            assert bench.board.fault == wire.FAULT_POWER, opened


def case_the_roll_is_complete_only_with_everybody():
    roll = RollCall()
    roll.need = READ | WRITE | MOVE | SENSE | SCAN
    for part in (READ, WRITE, MOVE, SENSE):
        roll.report(part)
    assert not roll.complete()
    roll.report(SCAN)
    assert roll.complete() and not roll.complete()


def case_before_a_seal_nothing_but_the_port_has_to_report():
    bench = Bench()
    assert bench.board.roll.need == READ | WRITE
    bench.ready()
    assert bench.board.roll.need == READ | WRITE | MOVE | SENSE | SCAN
    assert bench.result(wire.DISARM) == wire.OK
    assert bench.result(wire.CONFIG, bytes([wire.C_BEGIN])) == wire.OK
    assert bench.board.roll.need == READ | WRITE


def case_a_part_that_stops_quietly_is_missed():
    for part, silent in ((SCAN, "field"), (SENSE, "_tick"), (MOVE, "_move")):
        bench = Bench()
        bench.ready()
        board = bench.board
        if silent == "field":
            board._scan_ms = board._tick_ms + 500_000  # never due again
            board.fast = False
            bench.board.disarm()
        else:
            setattr(board, silent, lambda *_: None)
        board.roll.complete()
        board.roll._seen = READ | WRITE
        bench.run(500)
        assert not board.roll._seen & part and not board.roll.complete(), silent


def case_rail_and_output_enable_go_off_before_anything_is_said_on_the_bus():
    bench = Bench()
    assert bench.configure(full()) == wire.OK
    assert bench.result(wire.ARM) == wire.OK
    order = []
    rail, enable, bus = bench.chip.outputs[27], bench.chip.outputs[8], bench.chip.bus
    rail.set = lambda level: order.append(("rail", level))
    enable.set = lambda level: order.append(("enable", level))
    bus.write = lambda address, data: order.append("bus") or True
    bench.board.cut()
    assert order[:2] == [("rail", 0), ("enable", 1)] and "bus" in order
