"""The chips beside the controller, as their data sheets have them; the firmware's driver on one."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from firmware.both_ends import alone
from vulkar.sim.chips import pca9685 as chip
from vulkar.sim.chips.cd4067 import chained, selected
from vulkar.sim.chips.hc165 import ShiftChain
from vulkar.sim.chips.pca9685 import Pca9685
from vulkar.sim.chips.ws2812 import LampChain

ADDRESS = 0x40


class Pin:
    """The chip's output enable."""

    def __init__(self, simulated: Pca9685) -> None:
        self._simulated = simulated

    def set(self, level: int) -> None:
        self._simulated.enabled = not level


class Bus:
    def __init__(self, simulated: Pca9685) -> None:
        self._simulated = simulated

    def write(self, address: int, data: bytes) -> bool:
        self._simulated.write(address, data)
        return True


@pytest.fixture
def drive() -> Iterator[Callable[..., tuple[Any, Pca9685]]]:
    """The firmware's driver on a chip whose oscillator is ``true_khz``; it believes ``khz``."""
    with alone():
        driver = importlib.import_module("island.drivers.pca9685")

        def make(true_khz: float = 25_000.0, khz: int = 25_000) -> tuple[Any, Pca9685]:
            simulated = Pca9685(ADDRESS, true_khz)
            return driver.Pca9685(Bus(simulated), ADDRESS, Pin(simulated), khz), simulated

        yield make


def test_after_power_on_it_sleeps_with_every_channel_off() -> None:
    made = Pca9685(ADDRESS)
    made.enabled = True
    assert made.asleep and made.registers[chip.PRE_SCALE] == 0x1E
    made.write(ADDRESS, bytes([chip.MODE1, 0x00]))
    assert [made.pulse_us(channel) for channel in range(16)] == [None] * 16


def test_the_prescaler_is_written_only_asleep() -> None:
    made = Pca9685(ADDRESS)
    made.write(ADDRESS, bytes([chip.MODE1, 0x00]))
    made.write(ADDRESS, bytes([chip.PRE_SCALE, 121]))
    assert made.registers[chip.PRE_SCALE] == 0x1E
    made.write(ADDRESS, bytes([chip.MODE1, chip.SLEEP]))
    made.write(ADDRESS, bytes([chip.PRE_SCALE, 121]))
    assert made.registers[chip.PRE_SCALE] == 121


def test_without_auto_increment_one_byte_is_taken() -> None:
    made = Pca9685(ADDRESS)
    made.write(ADDRESS, bytes([chip.LED0, 1, 2, 3, 4]))
    assert made.registers[chip.LED0 : chip.LED0 + 4] == bytes([1, 0, 0, chip.FULL])
    made.write(ADDRESS, bytes([chip.MODE1, chip.AUTO_INCREMENT | chip.SLEEP]))
    made.write(ADDRESS, bytes([chip.LED0, 1, 2, 3, 4]))
    assert made.registers[chip.LED0 : chip.LED0 + 4] == bytes([1, 2, 3, 4])


def test_channels_that_ran_into_sleep_wait_for_restart() -> None:
    made = Pca9685(ADDRESS)
    made.enabled = True
    made.write(ADDRESS, bytes([chip.MODE1, chip.AUTO_INCREMENT]))
    made.write(ADDRESS, bytes([chip.LED0, 0, 0, 0x33, 0x01]))
    assert made.pulse_us(0) is not None
    made.write(ADDRESS, bytes([chip.MODE1, chip.AUTO_INCREMENT | chip.SLEEP]))
    assert made.registers[chip.MODE1] & chip.RESTART and made.pulse_us(0) is None
    made.write(ADDRESS, bytes([chip.MODE1, chip.AUTO_INCREMENT]))
    assert made.pulse_us(0) is None
    made.write(ADDRESS, bytes([chip.MODE1, chip.AUTO_INCREMENT | chip.RESTART]))
    assert made.pulse_us(0) is not None and not made.registers[chip.MODE1] & chip.RESTART


def test_other_addresses_say_nothing_and_the_general_call_resets() -> None:
    made = Pca9685(ADDRESS)
    made.write(ADDRESS + 1, bytes([chip.MODE1, 0x00]))
    assert made.asleep
    made.write(ADDRESS, bytes([chip.MODE1, 0x00]))
    made.write(chip.GENERAL_CALL, chip.SOFTWARE_RESET)
    assert made.asleep


def test_no_pulse_before_enable_and_none_after(drive: Callable[..., Any]) -> None:
    driver, made = drive()
    assert driver.start()
    driver.channel(3).duty_ns(1_500_000)
    assert made.pulse_us(3) is None and not made.enabled
    driver.enable(True)
    driver.channel(3).duty_ns(1_600_000)
    assert made.pulse_us(3) == pytest.approx(1600, abs=2.5)
    assert made.pulse_us(2) is None
    driver.enable(False)
    assert made.pulse_us(3) is None and made.asleep
    driver.enable(True)  # nothing comes back by itself
    assert made.pulse_us(3) is None
    driver.channel(3).duty_ns(1_600_000)
    assert made.pulse_us(3) == pytest.approx(1600, abs=2.5)


@pytest.mark.parametrize("true_khz", [23_900.0, 25_000.0, 26_150.0])
def test_a_measured_oscillator_makes_pulses_true(
    drive: Callable[..., Any], true_khz: float
) -> None:
    driver, made = drive(true_khz, round(true_khz))
    driver.start()
    driver.enable(True)
    for wanted_us in range(500, 2501, 250):
        driver.channel(0).duty_ns(wanted_us * 1000)
        assert made.pulse_us(0) == pytest.approx(wanted_us, abs=2.6)  # half a step
    assert made.frame_us == pytest.approx(20_000, rel=0.005)


def test_an_oscillator_that_is_not_measured_is_off_by_as_much(drive: Callable[..., Any]) -> None:
    driver, made = drive(23_900.0)
    driver.start()
    driver.enable(True)
    driver.channel(0).duty_ns(1_500_000)
    assert made.pulse_us(0) == pytest.approx(1570, abs=5)


def test_it_keeps_pulsing_through_a_reset_and_the_driver_begins_by_ending_it(
    drive: Callable[..., Any],
) -> None:
    driver, made = drive()
    driver.start()
    driver.enable(True)
    driver.channel(0).duty_ns(1_500_000)
    assert made.pulse_us(0) is not None  # nobody speaks to it, nothing ends
    driver.start()
    assert not made.enabled
    made.enabled = True
    assert made.pulse_us(0) is None


def test_a_multiplexer_connects_what_its_select_lines_say() -> None:
    chips = [[(c, i) for i in range(16)] for c in range(8)]
    assert selected(chips[0], [1, 0, 1, 0]) == (0, 5)
    assert chained(chips, [0, 1, 1, 1, 1, 0, 1]) == (5, 14)


def test_a_shift_chain_gives_its_inputs_from_h_on_and_then_what_is_tied_behind() -> None:
    chain = ShiftChain(2)
    levels = [1, 0, 1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 1]
    assert chain.read(levels) == levels
    chain.clock(1)
    assert chain.out == 0
    chain.inputs[0] = 1  # not loaded: what was taken over is shifted
    chain.clock(0)
    chain.clock(1)
    assert chain.out == 0


def test_no_clock_shifts_while_load_is_low() -> None:
    chain = ShiftChain(1)
    chain.inputs[:] = [1, 0, 0, 0, 0, 0, 0, 0]
    chain.load(0)
    chain.clock(1)
    chain.clock(0)
    assert chain.out == 1


def bits(values: list[int], high_ns: tuple[int, int] = (375, 875)) -> Iterator[tuple[int, int]]:
    for value in values:
        for bit in range(23, -1, -1):
            high = high_ns[value >> bit & 1]
            yield 1, high
            yield 0, 1250 - high


def test_lamps_take_24_bits_each_green_first_and_keep_them() -> None:
    chain = LampChain(3)
    chain.hear([*bits([0x0A1422, 0xFF0001]), (0, 300_000)])
    assert chain.colours == [(0x14, 0x0A, 0x22), (0x00, 0xFF, 0x01), (0, 0, 0)]
    chain.hear([*bits([0]), (0, 300_000)])
    assert chain.colours[:2] == [(0, 0, 0), (0x00, 0xFF, 0x01)]


def test_times_that_no_lamp_understands_are_refused() -> None:
    with pytest.raises(ValueError, match="high for 600"):
        LampChain(1).hear(bits([1], (600, 875)))
    with pytest.raises(ValueError, match="no whole lamps"):
        LampChain(1).hear([*list(bits([1]))[:40], (0, 300_000)])
