"""Pins to world and world to pins, on the stand-in world."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from sim.chip.standin import WIRING, StandIn
from vulkar.sim.lockchip import Note
from vulkar.sim.rig import Rig, along
from vulkar.sim.shims import chipwire as w
from vulkar.sim.wiring import GateWire, Wiring


def rig_of(wiring: Wiring = WIRING, seed: int = 1) -> Rig:
    return Rig(wiring, StandIn(), np.random.default_rng(seed))


def pulse(t_us: int, pin: int, us: int) -> list[Note]:
    return [
        Note(t_us, w.PWM_INIT, pin, 0),
        Note(t_us, w.PWM_FREQ, pin, 50),
        Note(t_us, w.PWM_DUTY_NS, pin, us * 1000),
    ]


def counts(rig: Rig) -> np.ndarray:
    return np.frombuffer(rig.sweep(), dtype="<u2")


def test_the_gate_opens_when_its_servo_gets_there_not_when_the_pulse_comes() -> None:
    rig = rig_of()
    rig.take(pulse(10_000, 2, 1900))
    world = rig.world
    assert isinstance(world, StandIn)
    rig.advance(40_000)
    assert world.left_us < 0
    rig.advance(200_000)
    # about 200 us of pulse to half open, at 5000 us/s, from within 40 us of closed
    assert 40_000 <= world.left_us <= 60_000
    assert world.gates["idol"] == 1.0


def test_a_marble_that_left_changes_its_beam() -> None:
    rig = rig_of()
    assert rig.levels() == (0b11 << 16, 0b11 << 16)
    rig.take(pulse(0, 2, 1900))
    rig.advance(200_000)
    assert rig.levels() == (0b10 << 16, 0b11 << 16)


def test_the_second_way_of_a_station_opens_the_other_way() -> None:
    rig = rig_of()
    rig.take(pulse(0, 4, 1100))
    rig.advance(300_000)
    assert rig.world.gates["A"] == -1.0  # type: ignore[attr-defined]


def test_the_turret_follows_its_calibration_and_its_fault() -> None:
    rig = rig_of()
    rig.take(pulse(0, 0, 1500))
    rig.advance(1_000_000)
    assert rig.world.turret_deg == pytest.approx(135.0)
    rig.faults.turret_offset_deg = 15.0
    rig.take([Note(1_000_000, w.PWM_DUTY_NS, 0, 600_000)])
    rig.advance(2_000_000)
    assert rig.world.turret_deg == pytest.approx(15.0)


def test_servos_start_where_nobody_knows_but_gates_stay_shut() -> None:
    stands = {rig_of(seed=seed).world.turret_deg for seed in range(5)}
    assert len(stands) == 5
    assert all(abs(rig_of(seed=s).world.gates["idol"]) < 0.2 for s in range(5))  # type: ignore[attr-defined]


def test_a_cut_pulse_moves_nothing() -> None:
    rig = rig_of()
    rig.faults.cut_pwm.add(2)
    rig.take(pulse(0, 2, 1900))
    rig.advance(500_000)
    assert rig.world.left_us < 0  # type: ignore[attr-defined]


def test_without_the_rail_no_servo_moves() -> None:
    rig = rig_of(replace(WIRING, rail_pin=14, rail_on=1))
    rig.take(pulse(0, 2, 1900))
    rig.advance(500_000)
    assert rig.world.left_us < 0  # type: ignore[attr-defined]
    rig.take([Note(500_000, w.PIN_OUT, 14, 1)])
    rig.advance(700_000)
    assert rig.world.left_us > 500_000  # type: ignore[attr-defined]


def test_a_reset_takes_the_rail_and_the_pulses_away() -> None:
    rig = rig_of(replace(WIRING, rail_pin=14, rail_on=1))
    rig.take([Note(0, w.PIN_OUT, 14, 1), *pulse(0, 2, 1900)])
    rig.advance(20_000)
    rig.chip_reset(20_000, soft=False)
    stood = rig.servos[2].at_us
    rig.advance(500_000)
    assert rig.servos[2].at_us == stood
    rig.take(pulse(500_000, 2, 1900))  # pulses without the rail
    rig.advance(900_000)
    assert rig.servos[2].at_us == stood


def test_a_sweep_is_twelve_bits_with_noise() -> None:
    rig = rig_of()
    sweeps = np.array([counts(rig) for _ in range(400)])
    assert sweeps[:, 0].mean() == pytest.approx(2048 + 9.3 * 35, abs=0.5)
    assert sweeps[:, 1:].std() == pytest.approx(0.13 * 9.3, rel=0.05)
    assert sweeps.max() <= 4095


def test_sensors_land_at_their_addresses() -> None:
    turned = replace(WIRING, hall_address=tuple(reversed(range(128))))
    assert counts(rig_of(turned)).argmax() == 127


def test_a_stuck_sensor_is_flat_and_an_unplugged_one_reads_nothing() -> None:
    rig = rig_of()
    rig.faults.stuck_counts[0] = 2300
    rig.faults.unplugged.add(3)
    assert {int(counts(rig)[0]) for _ in range(20)} == {2300}
    assert {int(counts(rig)[3]) for _ in range(20)} == {0}


def test_at_rest_time_jumps_and_while_moving_it_steps() -> None:
    rig = rig_of()
    assert rig.at_rest
    assert rig.due_us() == w.FOREVER
    rig.take(pulse(12_000, 2, 1900))
    assert rig.due_us() == 5_000
    rig.advance(200_000)
    assert not rig.at_rest
    assert rig.due_us() == 205_000


def test_calibration_goes_on_beyond_its_ends() -> None:
    points = ((1000.0, 0.0), (1500.0, 90.0), (2000.0, 200.0))
    assert [along(points, x) for x in (900, 1250, 1750, 2100)] == [-18.0, 45.0, 145.0, 222.0]


def test_a_gate_with_one_way_opens_one_way() -> None:
    gate = GateWire("idol", 1100.0, 1800.0, None)
    assert [gate.opening(us) for us in (1000, 1100, 1450, 1900)] == [0.0, 0.0, 0.5, 1.0]
