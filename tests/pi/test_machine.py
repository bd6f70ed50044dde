"""What stands in for MicroPython's modules on a Pi, on gpiozero's mock pins in this process."""

from __future__ import annotations

import importlib
import sys
import time
import types
from collections.abc import Iterator
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from vulkar.errors import VulkarError
from vulkar.pi import hallscan, machine
from vulkar.pi.factory import make_factory
from vulkar.pi.wires import Wires
from vulkar.resources import firmware_dir

RAIL = 18


class Keeper:
    """Remembers what it was told."""

    def __init__(self) -> None:
        self.told: list[object] = []

    def watch(self, timeout_ms: int) -> None:
        self.told.append(timeout_ms)

    def feed(self) -> None:
        self.told.append("feed")

    def reset(self) -> None:
        self.told.append("reset")


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    made = make_factory("mock")
    yield made
    made.close()


@pytest.fixture
def rail() -> list[int]:
    return []


@pytest.fixture
def wires(factory: MockFactory, rail: list[int]) -> Wires:
    made = Wires(factory, RAIL, rail.append)
    machine.use(made, Keeper(), 1)
    hallscan.use(made)
    return made


def states(factory: MockFactory, pin: int) -> list[float]:
    return [round(state.state * 20_000) for state in factory.pin(pin).states]


def test_a_pulse_is_exact_and_ends_at_zero(factory: MockFactory, wires: Wires) -> None:
    channel = machine.PWM(machine.Pin(4))
    channel.freq(50)
    channel.duty_ns(0)
    channel.duty_ns(1_501_000)
    channel.duty_ns(0)
    assert factory.pin(4).frequency == 50
    assert states(factory, 4) == [0, 1501, 0]


def test_the_rail_is_asked_for_and_never_driven(
    factory: MockFactory, wires: Wires, rail: list[int]
) -> None:
    machine.Pin(RAIL, machine.Pin.OUT, value=0).value(1)
    assert rail == [0, 1]
    assert factory.pin(RAIL).function == "input"


def test_silence_takes_every_pulse_and_the_rail(
    factory: MockFactory, wires: Wires, rail: list[int]
) -> None:
    for pin in (4, 5):
        machine.PWM(machine.Pin(pin)).duty_ns(1_500_000)
    machine.mem32[0x4005000C] = 0
    assert states(factory, 4)[-1] == states(factory, 5)[-1] == 0
    assert rail == [-1]


def test_a_pin_can_change_its_use_with_another_seal(factory: MockFactory, wires: Wires) -> None:
    machine.PWM(machine.Pin(4)).duty_ns(1_500_000)
    assert machine.Pin(4, machine.Pin.IN, machine.Pin.PULL_UP).value() == 1
    factory.pin(4).drive_low()
    assert machine.Pin(4).value() == 0


def test_switches_read_two_values_in_the_order_of_the_sensors(
    factory: MockFactory, wires: Wires
) -> None:
    hallscan.init([], [19, 17])
    buffer = [0, 0]
    factory.pin(17).drive_low()
    hallscan.scan(buffer)
    assert buffer == [hallscan.EMPTY, hallscan.MAGNET]
    with pytest.raises(ValueError, match="select"):
        hallscan.init([2], [19])


def test_a_timer_comes_once_and_never_after_deinit(wires: Wires) -> None:
    heard: list[object] = []
    timer = machine.Timer(-1)
    timer.init(mode=0, period=20, callback=heard.append)
    timer.init(mode=0, period=30, callback=heard.append)  # takes the place of the first
    time.sleep(0.2)
    assert heard == [timer]
    timer.init(mode=0, period=20, callback=heard.append)
    timer.deinit()
    time.sleep(0.1)
    assert heard == [timer]


@pytest.fixture
def island(monkeypatch: pytest.MonkeyPatch) -> Iterator[types.SimpleNamespace]:
    """The firmware's own modules, as the process imports them."""
    monkeypatch.syspath_prepend(str(firmware_dir()))
    before = set(sys.modules)
    names = ("gate", "servo", "duty", "wire", "ticks")
    yield types.SimpleNamespace(**{n: importlib.import_module(f"island.{n}") for n in names})
    for name in set(sys.modules) - before:
        if name.split(".")[0] == "island":
            del sys.modules[name]


def test_a_gate_is_closed_while_the_loop_hangs(
    factory: MockFactory, wires: Wires, island: Any
) -> None:
    channel = machine.PWM(machine.Pin(22))
    servo = island.servo.Servo(channel, 900, 2100, 4000, 200, island.duty.Duty(20_000, 0))
    gate = island.gate.Gate(servo, OneShot(), 1500, 100)
    gate.ways.append(1000)
    gate.open(0, island.ticks.ms())
    hung_until = time.monotonic() + 0.5
    while time.monotonic() < hung_until:  # never looks at the gate again
        pass
    assert states(factory, 22) == [0, 1000, 1500]


class OneShot:
    """As the firmware's ``chip.OneShot``, on this package's timer."""

    def __init__(self) -> None:
        self._timer = machine.Timer(-1)

    def once(self, period_ms: int, callback: Any) -> None:
        self._timer.init(
            mode=machine.Timer.ONE_SHOT, period=period_ms, callback=callback, hard=True
        )

    def cancel(self) -> None:
        self._timer.deinit()


def test_the_orphan_takes_the_rail_over_and_drives_it_off(
    factory: MockFactory, wires: Wires
) -> None:
    wires.rescue_rail(0)
    assert factory.pin(RAIL).function == "output" and factory.pin(RAIL).state == 0


def test_pins_that_are_not_there_are_one_error_each(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(VulkarError) as caught:
        make_factory("lpgio")
    assert caught.value.code == "pi.pins"
    monkeypatch.setitem(sys.modules, "lgpio", None)
    with pytest.raises(VulkarError) as caught:
        make_factory("lgpio")
    assert caught.value.code == "pi.missing"


def test_lgpio_is_given_fractions_of_a_per_cent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Against a recorded lgpio: the real one opens no chip on a machine without pins."""
    calls: list[tuple[object, ...]] = []
    fake = types.ModuleType("lgpio")
    for name in ("BOTH_EDGES", "RISING_EDGE", "FALLING_EDGE", "SET_PULL_NONE"):
        setattr(fake, name, 0)
    fake.__dict__.update(
        gpiochip_open=lambda chip: 1,
        gpiochip_close=lambda handle: 0,
        gpio_claim_input=lambda *args: 0,
        gpio_claim_output=lambda *args: 0,
        gpio_get_mode=lambda *args: 2,
        gpio_write=lambda *args: 0,
        tx_pwm=lambda handle, pin, *duty: calls.append((pin, *duty)),
    )
    monkeypatch.setitem(sys.modules, "lgpio", fake)
    for name in ("gpiozero.pins.lgpio", "vulkar.pi.finepins"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    from gpiozero.pins.local import LocalPiFactory

    monkeypatch.setattr(LocalPiFactory, "_get_revision", lambda self: 0xC03111)
    factory = make_factory("lgpio")
    try:
        Wires(factory, RAIL, lambda level: None).pulse(4, 1501)
    finally:
        factory.close()
    for name in ("gpiozero.pins.lgpio", "vulkar.pi.finepins"):
        sys.modules.pop(name, None)
    assert (4, 50, pytest.approx(7.505)) in calls
