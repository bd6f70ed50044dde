"""Timing a gate: how long a marble takes from the opening until its beam sees it leave."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from vulkar.calibrate.person import Person
from vulkar.devices.board_model import Board
from vulkar.errors import VulkarError
from vulkar.link.controller import Controller
from vulkar.link.events import Event, EventKind
from vulkar.maps import IDOL, IslandMap

RELEASES: Final = 3
LEAVE_S: Final = 3.0
HOME_S: Final = 120.0
SHUT_S: Final = 1.0
LIE_STILL_S: Final = 0.5  # a marble just laid in still rocks


async def time_gate(
    link: Controller, board: Board, island: IslandMap, person: Person, source: str, first_id: int
) -> list[int]:
    """Milliseconds of :data:`RELEASES` releases, over all ways in turn.

    ``first_id`` numbers the releases; nothing is released twice. Raises
    ``VulkarError("calibration.gate")`` where a marble does not leave, or never comes.
    """
    gate = board.gates[source]
    away: list[int] = []

    def heard(event: Event) -> None:
        if event.kind is EventKind.MARBLE and event.name == source and not event.value:
            away.append(event.t_us)

    unsubscribe = link.subscribe(heard)
    ways = list(gate.ways)
    out: list[int] = []
    try:
        await link.arm()  # closes every gate that may have been left open
        await asyncio.sleep(SHUT_S)
        await link.disarm()
        for number in range(RELEASES):
            await _marble(link, person, source)
            await link.arm()
            if source == IDOL and board.turret is not None:
                facing = next(iter(island.idol.facings.values()))
                await link.servo(board.turret.name, board.turret.to_us(facing.compass_deg))
            away.clear()
            released = await link.release(source, ways[number % len(ways)], first_id + number)
            await _until(link, lambda: bool(away), LEAVE_S)
            await asyncio.sleep(gate.open_ms / 1000 + 0.3)  # the gate has closed again
            await link.disarm()
            if not away:
                raise VulkarError("calibration.gate", gate=source, reason="its marble stayed")
            out.append(max(0, round((away[0] - released.t_us) / 1000)))
    finally:
        unsubscribe()
    return out


async def _marble(link: Controller, person: Person, source: str) -> None:
    """A marble lies in the cradle."""
    if not link.marbles.get(source):
        await person.bring_marble(source)
        if not await _until(link, lambda: bool(link.marbles.get(source)), HOME_S):
            raise VulkarError("calibration.gate", gate=source, reason="no marble came")
    await asyncio.sleep(LIE_STILL_S)


async def _until(link: Controller, done: Callable[[], bool], most_s: float) -> bool:
    """Whether it was done in time. Raises the link's own error once it is lost."""
    loop = asyncio.get_running_loop()
    until_s = loop.time() + most_s
    while not done():
        if loop.time() >= until_s:
            return False
        if link.lost is not None:
            raise link.lost
        await asyncio.sleep(0.02)
    return True
