"""The shape of a board file: what may stand in it, checked key by key. ``board.py`` uses it.

The text under each key is its meaning in docs/reference/configuration.md; a key's unit is the end
of its name.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Gpio = Annotated[int, Field(ge=0, le=29)]
Pulse = Annotated[int, Field(ge=400, le=2600)]
Level = Annotated[int, Field(ge=0, le=1)]
Sixteen = Annotated[int, Field(ge=1, le=65535)]
Positive = Annotated[float, Field(gt=0, strict=False)]


class Strict(BaseModel):
    """Unknown keys are errors."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, use_attribute_docstrings=True
    )


class Head(Strict):
    """``[board]``."""

    id: str
    """Names the board. A calibration of another id is refused."""
    name: str
    """What people call it."""
    map: str
    """The map of its island: a name that comes along, or a file."""
    controller: Literal["rp2040", "pi"]
    """A Pico, or the Pi itself on its own pins; it decides which pins there are."""


class Rail(Strict):
    """The pin that switches the servo rail, and the level that switches it on."""

    pin: Gpio
    """GPIO that switches the servos' power."""
    on: Level
    """Level that switches it on."""


class Stop(Strict):
    """The emergency stop line, and the level that stops."""

    pin: Gpio
    """GPIO of the emergency stop, pulled up."""
    stop: Level
    """Level that stops; 1 makes a broken wire stop too."""


class Pins(Strict):
    """``[pins]``."""

    rail_enable: Rail | None = None
    """The switch of the servo rail; a board with servos has one."""
    emergency_stop: Stop | None = None
    """The emergency stop; a board with servos has one."""


class Scan(Strict):
    """``[scan]``."""

    fast_ms: Annotated[int, Field(ge=5, le=250)] = 10
    """Between two scans of the hall field from arming until a roll has come to rest."""
    slow_ms: Annotated[int, Field(ge=5, le=250)] = 100
    """Between two scans at all other times."""


class Point(Strict):
    """What one pulse means."""

    us: Pulse
    """A pulse."""
    value: float = Field(strict=False)
    """What it means: compass degrees of the turret, opening -1..1 of a gate, 0..1 of a diverter."""


class ServoFile(Strict):
    """``[servo.NAME]``."""

    pin: Gpio | None = None
    """GPIO of its signal; GPIO n and n + 16 share a PWM channel."""
    channel: Annotated[int, Field(ge=0, le=15)] | None = None
    """Channel of the PWM chip, instead of a pin. Not for gates."""
    min_us: Pulse
    """Shortest pulse: the mechanics end there. The controller refuses less."""
    max_us: Pulse
    """Longest pulse."""
    speed_us_s: Annotated[int, Field(ge=100, le=65535)]  # the firmware refuses less
    """How fast the pulse may change."""
    settle_ms: Annotated[int, Field(ge=20, le=5000)]
    """From the end of a move until the servo stands and its pulses end."""
    budget_ms: Annotated[int, Field(ge=1000, le=30_000)] = 20_000
    """The most time with pulses in any minute; a move beyond it is refused until it has cooled."""
    points: Annotated[list[Point], Field(min_length=2)]
    """What pulses mean, linear in between."""


class Beam(Strict):
    """A marble beam's pin, and its level while the marble is home."""

    pin: Gpio
    """GPIO of the cradle's marble sensor."""
    home: Level
    """Its level while the marble is home."""


class GateFile(Strict):
    """``[gate.SOURCE]``."""

    servo: str
    """The servo that opens it."""
    closed_us: Pulse
    """Pulse at which it holds its marble."""
    open_ms: Annotated[int, Field(ge=20, le=3000)]
    """How long it stays open; a timer of its own closes it."""
    ways: Annotated[dict[str, Pulse], Field(min_length=1, max_length=4)]
    """Pulse of each way out: the pushes of the map, `out` at the idol."""
    marble: Beam
    """The marble sensor at its cradle."""


class CradleFile(Strict):
    """``[cradle.SOURCE]``: a source whose marble people let go."""

    marble: Beam
    """The marble sensor at its cradle."""


class DiverterFile(Strict):
    """``[diverter.ID]``."""

    servo: str
    """The servo that moves its plates."""
    ways: Annotated[dict[str, Pulse], Field(min_length=2, max_length=2)]
    """Pulse of each of the map's two ways."""


class HallsFile(Strict):
    """``[halls]``."""

    select: Annotated[list[Gpio], Field(max_length=8)]
    """GPIOs of the multiplexers' select lines, lowest bit first."""
    adc: Annotated[list[Gpio], Field(min_length=1, max_length=16)]
    """GPIOs with an ADC that the chains end in; on a Pi one for each switch-type hall."""
    zero_counts: Annotated[int, Field(ge=0, le=4095)]
    """Reading without a magnet, of a sensor that is not calibrated."""
    counts_per_mt: Positive
    """Counts that 1 mT adds, of a sensor that is not calibrated."""
    standing_mt: Positive = 35.0
    """Field of a pawn that stands in the middle; a calibrated sensor is scaled to read this."""
    present_mt: Positive = 20.0
    """Above: a pawn has come."""
    gone_mt: Positive = 8.0
    """Below: it has gone. Between the two nothing changes."""
    dip_mt: Positive = 2.8
    """A deviation in a roll that counts as a first change."""
    still_mt: Positive = 0.9
    """Smaller changes from one reading to the next are noise."""
    debounce: Annotated[int, Field(ge=1, le=50)] = 3
    """Readings in a row that make an event."""
    sensors: Annotated[list[str], Field(min_length=1, max_length=128)]
    """Space of each input, in the order of the chain; `NAME:1` is a space's second sensor."""


class Lamps(Strict):
    """``[lamps]``."""

    pin: Gpio
    """GPIO of the chain's data line."""
    chain: Literal["halls"]
    """The order of the lamps: one beside each sensor."""
    budget_ma: Annotated[int, Field(ge=1, le=20_000)]
    """What all lamps may draw; more is dimmed, all alike."""
    full_ma: Annotated[int, Field(ge=1, le=60)] = 12
    """What one of a lamp's three colours draws at its brightest."""
    dark_ma: Annotated[int, Field(ge=0, le=10)] = 1
    """What a dark lamp draws."""


class PwmChip(Strict):
    """``[pwm_chip]``: a PCA9685."""

    sda: Gpio
    """GPIO of the bus's data line: even."""
    scl: Gpio
    """GPIO of its clock line: the next one."""
    address: Annotated[int, Field(ge=0x40, le=0x7F)]
    """Address on the bus, 64 (0x40) with no jumper set."""
    output_enable: Gpio
    """GPIO of OE, which is low while pulses may come out; pulled up on the board."""
    oscillator_khz: Annotated[int, Field(ge=20_000, le=30_000)] = 25_000
    """True frequency of this chip's oscillator: measure a pulse and scale by it."""


class Switches(Strict):
    """``[switches]``: switch-type halls on a chain of 74HC165."""

    load: Gpio
    """GPIO of SH/LD: low takes the inputs over."""
    clock: Gpio
    """GPIO of CLK."""
    data: Gpio
    """GPIO of QH of the chip nearest to the controller."""
    present: Level
    """Level of an input while a magnet is there."""
    sensors: Annotated[list[str], Field(min_length=1, max_length=128)]
    """Space of each input, as clocked out: H of the nearest chip, G, ...; numbered behind halls."""


class SupplyFile(Strict):
    """``[supply]``: the voltage that servos and controller share."""

    pin: Gpio
    """GPIO with an ADC; 29 is a third of a Pico's own supply."""
    full_mv: Annotated[int, Field(ge=3300, le=65_535)]
    """Voltage of a full-scale reading."""
    low_mv: Sixteen
    """Below: a warning."""
    sag_mv: Sixteen
    """Below: outputs off and disarmed; a second time is a fault that a person must clear."""
    window_s: Annotated[int, Field(ge=1, le=3600)] = 60
    """How long a sag counts."""


class BoardFile(Strict):
    """A whole board file."""

    board: Head
    pins: Pins = Pins()
    scan: Scan = Scan()
    servo: Annotated[dict[str, ServoFile], Field(max_length=16)] = {}
    gate: Annotated[dict[str, GateFile], Field(max_length=8)] = {}
    cradle: Annotated[dict[str, CradleFile], Field(max_length=8)] = {}
    diverter: dict[str, DiverterFile] = {}
    halls: HallsFile | None = None
    lamps: Lamps | None = None
    pwm_chip: PwmChip | None = None
    switches: Switches | None = None
    supply: SupplyFile | None = None
