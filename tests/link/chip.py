"""The real firmware under real MicroPython in lockstep, with a world that stands still."""

from __future__ import annotations

import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from vulkar.devices.board import load_board
from vulkar.maps import load
from vulkar.resources import firmware_dir
from vulkar.sim.boardwire import wiring_of
from vulkar.sim.lockstep import Lockstep, Sim

T = TypeVar("T")
BOARD = load_board("classic")


class Still:
    """Marbles leave when their gate opens; a test sets the field."""

    def __init__(self) -> None:
        self.turret_deg = 0.0
        self.asleep = True
        self.gone: dict[str, int] = {}
        self.openings: dict[str, int] = {}
        self.field = np.zeros(128)

    def advance(self, until_us: int) -> None:
        pass

    def set_gate(self, source: str, opening: float) -> None:
        if abs(opening) > 0.9 and not self.gone.get(source):
            self.gone[source] = 1
            self.openings[source] = self.openings.get(source, 0) + 1
        elif abs(opening) < 0.1:
            self.gone[source] = 0

    def set_diverter(self, diverter: str, position: float) -> None:
        pass

    def marble_home(self, source: str) -> bool:
        return not self.openings.get(source)

    def field_mt(self) -> npt.NDArray[np.float64]:
        return self.field


def simulation(world: Still, firmware: Path | None = None, seed: int = 7) -> Lockstep:
    return Lockstep(wiring_of(BOARD, load("classic")), world, seed, firmware=firmware)


def on_chip(main: Callable[[Sim, Still], Awaitable[T]], firmware: Path | None = None) -> T:
    """Runs ``main`` in virtual time beside the firmware."""
    world = Still()

    async def entry(sim: Sim) -> T:
        return await main(sim, world)

    with simulation(world, firmware) as lockstep:
        return lockstep.run(entry)


def planted(folder: Path, name: str, old: str, new: str) -> Path:
    """A copy of the firmware with one line of one file replaced."""
    copy = folder / "firmware"
    shutil.copytree(firmware_dir(), copy)
    path = copy / "island" / name
    text = path.read_text()
    assert text.count(old) == 1, (name, old, text.count(old))
    path.write_text(text.replace(old, new))
    return copy
