"""Servo and gate on both interpreters."""

from bench import Channel, Once
from island import wire
from island.duty import Duty
from island.gate import LATE_MS, Gate
from island.servo import Servo

WRAP = 1 << 30


def make(speed=2000, budget=20000):
    log = []
    return Servo(Channel(log, 0), 700, 2300, speed, 100, Duty(budget, 0)), log


def case_nothing_is_pulsed_before_a_move():
    _, log = make()
    assert log == [(0, 0)]


def case_limits_are_refused_and_change_nothing():
    servo, log = make()
    for pulse in (699, 2301, 0, 65535):
        assert servo.move(pulse, 0) == (wire.LIMIT, pulse)
    assert log == [(0, 0)] and not servo.moving


def case_the_first_move_goes_straight_and_waits_the_whole_way():
    servo, log = make()
    assert servo.move(1500, 0) == (wire.OK, 1)
    assert log[-1] == (0, 1500000)
    assert not servo.step(899)  # 1600 us at 2000 us/s, 100 ms to settle
    assert servo.step(900)
    assert log[-1] == (0, 0) and not servo.moving


def case_a_known_position_is_slewed_from_across_the_wrap():
    servo, log = make()
    servo.move(1500, 0)
    servo.step(900)
    start = WRAP - 50
    servo.move(1700, start)
    seen = []
    for ms in range(0, 221, 20):
        assert servo.step((start + ms) % WRAP) == (ms == 200)
        seen.append(log[-1][1] // 1000)
    assert seen[:6] == [1500, 1540, 1580, 1620, 1660, 1700]
    assert seen[-1] == 0


def case_off_in_a_move_keeps_the_place_that_was_reached():
    servo, log = make()
    servo.move(1500, 0)
    servo.step(900)
    servo.move(700, 1000)
    servo.step(1100)
    servo.off()
    assert log[-1] == (0, 0) and servo.pulse_us == 1300
    servo.move(1300, 2000)
    assert servo.step(2100)


def case_moves_are_numbered():
    servo, _ = make()
    servo.move(1500, 0)
    servo.move(1600, 10)
    assert servo.moves == 2
    servo.moves = 0xFFFF
    servo.move(1500, 20)
    assert servo.moves == 0


def gate():
    servo, log = make()
    timer = Once()
    made = Gate(servo, timer, 1500, 300)
    made.ways.append(1000)
    made.ways.append(2000)
    return made, timer, log


def case_a_gate_is_closed_by_its_timer_even_if_the_loop_hangs():
    made, timer, log = gate()
    made.open(1, 0)
    assert log[-1] == (0, 2000000) and timer.period_ms == 300
    timer.fire()
    assert log[-1] == (0, 1500000)
    assert made.phase == wire.OPEN and made.busy
    assert made.step(5000)
    assert made.phase == wire.CLOSED and not made.late
    assert not made.step(5050) and made.busy
    assert not made.step(5100) and not made.busy
    assert log[-1] == (0, 0)


def case_a_timer_that_does_not_fire_is_noticed():
    made, _, log = gate()
    made.open(0, 0)
    assert not made.step(300 + LATE_MS - 1)
    assert made.step(300 + LATE_MS)
    assert made.late and log[-1] == (0, 1500000)


def case_cut_takes_the_pulse_and_the_timer_away():
    made, timer, log = gate()
    made.open(0, 0)
    assert made.cut()
    assert timer.callback is None and log[-1] == (0, 0)
    assert made.phase == wire.CUT and not made.busy
    assert not made.cut()


def case_a_gate_that_may_stand_open_is_driven_to_closed_once():
    made, timer, log = gate()
    made.ensure_shut(0)  # nobody knows after a boot
    assert log[-1] == (0, 1500000) and made.busy and timer.callback is None
    assert not made.step(99) and made.busy
    assert not made.step(100) and not made.busy
    assert log[-1] == (0, 0)
    told = len(log)
    made.ensure_shut(200)
    assert len(log) == told and not made.busy
    made.open(0, 300)
    made.cut()
    made.ensure_shut(400)
    assert log[-1] == (0, 1500000)
    made.cut()  # in the middle of closing: still not certain
    assert log[-1] == (0, 0)
    made.ensure_shut(500)
    assert log[-1] == (0, 1500000)


def case_a_gate_that_closes_by_itself_needs_no_more():
    made, timer, log = gate()
    made.open(0, 0)
    made.ensure_shut(100)  # open: its timer closes it
    assert log[-1] == (0, 1000000)
    timer.fire()
    made.step(300)
    made.ensure_shut(320)
    made.step(400)
    told = len(log)
    made.ensure_shut(500)
    assert len(log) == told
