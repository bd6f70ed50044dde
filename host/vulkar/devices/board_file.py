"""The shape of a board file: what may stand in it, checked key by key. ``board.py`` uses it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Gpio = Annotated[int, Field(ge=0, le=29)]
Pulse = Annotated[int, Field(ge=400, le=2600)]
Level = Annotated[int, Field(ge=0, le=1)]
Sixteen = Annotated[int, Field(ge=1, le=65535)]


class Strict(BaseModel):
    """Unknown keys are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Head(Strict):
    """``[board]``."""

    id: str
    name: str
    map: str
    controller: Literal["rp2040", "pi"]


class Rail(Strict):
    """The pin that switches the servo rail, and the level that switches it on."""

    pin: Gpio
    on: Level


class Stop(Strict):
    """The emergency stop line, and the level that stops."""

    pin: Gpio
    stop: Level


class Pins(Strict):
    """``[pins]``."""

    rail_enable: Rail
    emergency_stop: Stop


class Scan(Strict):
    """``[scan]``."""

    fast_ms: Annotated[int, Field(ge=5, le=250)]
    slow_ms: Annotated[int, Field(ge=5, le=250)]


class Point(Strict):
    """What one pulse means."""

    us: Pulse
    value: float = Field(strict=False)


class ServoFile(Strict):
    """``[servo.NAME]``."""

    pin: Gpio
    min_us: Pulse
    max_us: Pulse
    speed_us_s: Annotated[int, Field(ge=100, le=65535)]  # the firmware refuses less
    settle_ms: Annotated[int, Field(ge=20, le=5000)]
    points: Annotated[list[Point], Field(min_length=2)]


class Beam(Strict):
    """A marble beam's pin, and its level while the marble is home."""

    pin: Gpio
    home: Level


class GateFile(Strict):
    """``[gate.SOURCE]``."""

    servo: str
    closed_us: Pulse
    open_ms: Annotated[int, Field(ge=20, le=3000)]
    ways: Annotated[dict[str, Pulse], Field(min_length=1, max_length=4)]
    marble: Beam


class DiverterFile(Strict):
    """``[diverter.ID]``."""

    servo: str
    ways: Annotated[dict[str, Pulse], Field(min_length=2, max_length=2)]


class HallsFile(Strict):
    """``[halls]``."""

    select: Annotated[list[Gpio], Field(max_length=8)]
    # a Pico's ADC inputs; on a Pi one pin for each switch-type hall
    adc: Annotated[list[Gpio], Field(min_length=1, max_length=16)]
    zero_counts: Annotated[int, Field(ge=0, le=4095)]
    counts_per_mt: Annotated[float, Field(gt=0, strict=False)]
    present_mt: Annotated[float, Field(gt=0, strict=False)]
    gone_mt: Annotated[float, Field(gt=0, strict=False)]
    dip_mt: Annotated[float, Field(gt=0, strict=False)]
    still_mt: Annotated[float, Field(gt=0, strict=False)]
    debounce: Annotated[int, Field(ge=1, le=50)]
    sensors: Annotated[list[str], Field(min_length=1, max_length=128)]


class Lamps(Strict):
    """``[lamps]``."""

    pin: Gpio
    chain: Literal["halls"]


class BoardFile(Strict):
    """A whole board file."""

    board: Head
    pins: Pins
    scan: Scan
    servo: Annotated[dict[str, ServoFile], Field(min_length=1, max_length=16)]
    gate: Annotated[dict[str, GateFile], Field(max_length=8)]
    diverter: dict[str, DiverterFile]
    halls: HallsFile
    lamps: Lamps | None = None
