"""What the link needs to know of a board's description; ``devices/board.py`` reads the real one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol


class ServoPart(Protocol):
    """Pulses in us, speed in us a second, times in ms."""

    @property
    def index(self) -> int: ...
    @property
    def min_us(self) -> int: ...
    @property
    def max_us(self) -> int: ...
    @property
    def speed_us_s(self) -> int: ...
    @property
    def settle_ms(self) -> int: ...


class GatePart(Protocol):
    """A gate and the numbers of its ways."""

    @property
    def source(self) -> str: ...
    @property
    def index(self) -> int: ...
    def way(self, name: str) -> int: ...


class BeamPart(Protocol):
    """A marble sensor and its number."""

    @property
    def index(self) -> int: ...


class HallPart(Protocol):
    """One entry a sensor."""

    @property
    def sensors(self) -> Sequence[object]: ...


class BoardPart(Protocol):
    """Names to numbers, and the configuration that is sealed."""

    @property
    def id(self) -> str: ...
    @property
    def path(self) -> Path: ...
    @property
    def controller(self) -> str: ...
    @property
    def controller_id(self) -> str: ...
    @property
    def servos(self) -> Mapping[str, ServoPart]: ...
    @property
    def gates(self) -> Mapping[str, GatePart]: ...
    @property
    def beams(self) -> Mapping[str, BeamPart]: ...
    @property
    def halls(self) -> HallPart: ...
    @property
    def config_crc(self) -> int: ...
    def config_frames(self) -> Sequence[bytes]: ...
