"""The parts of a board file beside servos, gates and halls, and who uses which pin."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from vulkar.devices.board_file import BoardFile
from vulkar.devices.board_model import Lamps, PwmChip, Supply, Switches
from vulkar.errors import VulkarError

PICO_PINS: Final = frozenset(range(23)) | {26, 27, 28}  # 23-25 and 29 are the Pico's own
ADC_PINS: Final = frozenset({26, 27, 28})
PI_PINS: Final = frozenset(range(2, 28))  # of the header; 0 and 1 belong to add-on boards
VSYS_PIN: Final = 29  # inside a Pico: a third of its own supply
ALL_CALL: Final = 0x70  # every PCA9685 answers to it
Wrong: TypeAlias = Callable[..., VulkarError]  # (reason, *where in the file)


def pwm_chip_of(shape: BoardFile, wrong: Wrong) -> PwmChip | None:
    """The PCA9685, with every channel that a servo names used once."""
    users: dict[int, str] = {}
    for name, servo in shape.servo.items():
        if servo.channel is None:
            continue
        if shape.pwm_chip is None:
            raise wrong("there is no [pwm_chip]", "servo", name, "channel")
        if servo.channel in users:
            reason = f"channel {servo.channel} is also servo.{users[servo.channel]}"
            raise wrong(reason, "servo", name, "channel")
        users[servo.channel] = name
    chip = shape.pwm_chip
    if chip is None:
        return None
    if chip.sda & 1 or chip.scl != chip.sda + 1:
        raise wrong("sda is an even pin of a Pico and scl the next one", "pwm_chip", "scl")
    if chip.address == ALL_CALL:
        raise wrong("0x70 is every chip's second address", "pwm_chip", "address")
    return PwmChip(chip.sda, chip.scl, chip.address, chip.output_enable, chip.oscillator_khz)


def switches_of(shape: BoardFile) -> Switches | None:
    """The 74HC165 chain; its sensors stand behind the analogue ones in ``Halls.sensors``."""
    part = shape.switches
    return None if part is None else Switches(part.load, part.clock, part.data, part.present)


def lamps_of(shape: BoardFile, count: int, wrong: Wrong) -> Lamps | None:
    """One lamp a sensor, within a budget that at least feeds dark ones."""
    lamps = shape.lamps
    if lamps is None:
        return None
    if not count:
        raise wrong("there are no sensors for them to stand beside", "lamps")
    if count * lamps.dark_ma > lamps.budget_ma:
        reason = f"{count} dark lamps draw {count * lamps.dark_ma} mA"
        raise wrong(reason, "lamps", "budget_ma")
    return Lamps(lamps.pin, count, lamps.budget_ma, lamps.full_ma, lamps.dark_ma)


def supply_of(shape: BoardFile, wrong: Wrong) -> Supply | None:
    """The supply's reading, with thresholds in order."""
    supply = shape.supply
    if supply is None:
        return None
    if not supply.sag_mv < supply.low_mv < supply.full_mv:
        raise wrong("sag_mv, low_mv and full_mv rise in this order", "supply", "sag_mv")
    levels = (supply.full_mv, supply.low_mv, supply.sag_mv, supply.window_s)
    return Supply(supply.pin, *levels)


def check_pins(shape: BoardFile, wrong: Wrong) -> None:
    """Every pin exists and has one use; on a Pico, no two servos share a PWM channel."""
    on_pi = shape.board.controller == "pi"
    known, kind = (PI_PINS, "Raspberry Pi's header") if on_pi else (PICO_PINS, "Pico")
    users: dict[int, str] = {}
    channels: dict[int, str] = {}

    def claim(pin: int, *where: str) -> None:
        user = ".".join(where)
        if pin not in known:
            raise wrong(f"a {kind} has no GP{pin} for this", *where)
        if pin in users:
            raise wrong(f"GP{pin} is also {users[pin]}", *where)
        users[pin] = user

    for name, servo in shape.servo.items():
        if servo.pin is None:
            continue
        claim(servo.pin, "servo", name, "pin")
        channel = servo.pin if on_pi else servo.pin & 15
        if channel in channels:
            other = channels[channel]
            raise wrong(f"GP{servo.pin} shares its PWM channel with {other}", "servo", name, "pin")
        channels[channel] = f"servo.{name}"
    for source, gate in shape.gate.items():
        claim(gate.marble.pin, "gate", source, "marble")
    for source, cradle in shape.cradle.items():
        claim(cradle.marble.pin, "cradle", source, "marble")
    if shape.pins.rail_enable:
        claim(shape.pins.rail_enable.pin, "pins", "rail_enable")
    if shape.pins.emergency_stop:
        claim(shape.pins.emergency_stop.pin, "pins", "emergency_stop")
    for pin in shape.halls.select if shape.halls else ():
        claim(pin, "halls", "select")
    for pin in shape.halls.adc if shape.halls else ():
        claim(pin, "halls", "adc")
        if not on_pi and pin not in ADC_PINS:
            raise wrong(f"GP{pin} has no ADC", "halls", "adc")
    if on_pi:
        for part in ("pwm_chip", "switches", "lamps", "supply"):
            if getattr(shape, part) is not None:
                raise wrong("only a microcontroller can drive this", part)
    if shape.pwm_chip:
        claim(shape.pwm_chip.sda, "pwm_chip", "sda")
        claim(shape.pwm_chip.scl, "pwm_chip", "scl")
        claim(shape.pwm_chip.output_enable, "pwm_chip", "output_enable")
    if shape.switches:
        claim(shape.switches.load, "switches", "load")
        claim(shape.switches.clock, "switches", "clock")
        claim(shape.switches.data, "switches", "data")
    if shape.lamps:
        claim(shape.lamps.pin, "lamps", "pin")
    if shape.supply and shape.supply.pin != VSYS_PIN:
        claim(shape.supply.pin, "supply", "pin")
        if shape.supply.pin not in ADC_PINS:
            raise wrong(f"GP{shape.supply.pin} has no ADC", "supply", "pin")
