"""What the RP2040's PWM does that surprises people, and a servo's answer to pulses."""

from __future__ import annotations

import pytest

from vulkar.sim.pwm import PwmBlock
from vulkar.sim.servo import Servo, ServoKind
from vulkar.sim.shims import chipwire as w


def block(*pins: int, hz: int = 50, ns: int = 1_500_000, at_us: int = 0) -> PwmBlock:
    pwm = PwmBlock()
    for pin in pins:
        pwm.note(at_us, w.PWM_INIT, pin, 0)
        pwm.note(at_us, w.PWM_FREQ, pin, hz)
        pwm.note(at_us, w.PWM_DUTY_NS, pin, ns)
    return pwm


def test_a_duty_of_zero_counts_from_the_end_of_the_frame() -> None:
    pwm = block(4)
    pwm.note(27_000, w.PWM_DUTY_NS, 4, 0)
    pwm.settle(39_999)
    assert pwm.pulse_us(4) == 1500
    pwm.settle(40_000)
    assert pwm.pulse_us(4) is None


def test_a_new_duty_of_a_running_slice_waits_too() -> None:
    pwm = block(4)
    pwm.note(5_000, w.PWM_DUTY_NS, 4, 1_900_000)
    assert pwm.change_us() == 20_000
    pwm.settle(19_999)
    assert pwm.pulse_us(4) == 1500
    pwm.settle(20_000)
    assert pwm.pulse_us(4) == 1900


def test_gpio_n_and_n_plus_16_share_a_channel() -> None:
    pwm = block(4, 20)
    pwm.note(1_000, w.PWM_DUTY_NS, 20, 2_000_000)
    pwm.settle(20_000)
    assert pwm.pulse_us(4) == pwm.pulse_us(20) == 2000


def test_a_slice_has_one_frequency() -> None:
    pwm = block(4, 5)
    pwm.note(1_000, w.PWM_FREQ, 5, 100)
    pwm.note(1_500, w.PWM_DUTY_NS, 4, 1_600_000)
    assert pwm.change_us() == 10_000  # the frame of pin 4 became 10 ms


@pytest.mark.parametrize(("at_us", "high"), [(21_000, True), (29_000, False)])
def test_deinit_stops_both_pins_of_a_slice_where_they_stand(at_us: int, high: bool) -> None:
    pwm = block(4, 5)
    pwm.note(at_us, w.PWM_DEINIT, 4, 0)
    assert pwm.pulse_us(4) is pwm.pulse_us(5) is None
    assert pwm.is_high(4) == pwm.is_high(5) == high


def test_a_duty_starts_a_stopped_slice_with_both_its_pins() -> None:
    pwm = block(4, 5)
    pwm.note(21_000, w.PWM_DEINIT, 4, 0)
    pwm.note(50_000, w.PWM_DUTY_NS, 4, 1_000_000)
    assert pwm.pulse_us(4) == 1000
    assert pwm.pulse_us(5) == 1500


def test_a_soft_reset_leaves_slices_4_to_7_pulsing() -> None:
    pwm = block(4, 9, 24)
    pwm.soft_reset(25_000)
    pwm.settle(25_000)
    assert pwm.pulse_us(4) is None
    assert pwm.pulse_us(9) == pwm.pulse_us(24) == 1500


def test_clearing_the_compare_registers_ends_them_with_the_frame() -> None:
    pwm = block(9)
    pwm.soft_reset(5_000)
    pwm.note(6_000, w.PWM_CLEAR, 4, 0)
    pwm.settle(20_000)
    assert pwm.pulse_us(9) is None


def test_a_hard_reset_ends_every_pulse() -> None:
    pwm = block(4, 9)
    pwm.hard_reset()
    assert pwm.pulse_us(4) is pwm.pulse_us(9) is None


def test_nothing_pulses_before_it_has_a_frequency() -> None:
    pwm = PwmBlock()
    pwm.note(0, w.PWM_INIT, 4, 0)
    pwm.note(0, w.PWM_DUTY_NS, 4, 1_500_000)
    assert pwm.pulse_us(4) is None


def test_a_pin_that_became_an_output_carries_no_pulses() -> None:
    pwm = block(4)
    pwm.note(100, w.PIN_MODE, 4, 1)
    assert pwm.pulse_us(4) is None


def test_a_servo_takes_its_time() -> None:
    servo = Servo(ServoKind(speed_us_per_s=5000), 1000)
    servo.pulse(1500)
    servo.advance(50_000)
    assert servo.at_us == 1250
    servo.advance(49_999)
    assert servo.moving
    servo.advance(1)
    assert servo.at_us == 1500
    assert not servo.moving


def test_without_pulses_a_servo_stays_where_it_is() -> None:
    servo = Servo(ServoKind(), 1000)
    servo.pulse(1500)
    servo.advance(20_000)
    servo.pulse(None)
    servo.advance(1_000_000)
    assert servo.at_us == 1100


def test_a_servo_ignores_less_than_its_deadband_and_what_is_no_pulse() -> None:
    servo = Servo(ServoKind(deadband_us=4), 1000)
    for width_us in (1003.0, 3000.0, 100.0):
        servo.pulse(width_us)
        assert not servo.moving
