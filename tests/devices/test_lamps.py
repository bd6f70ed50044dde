"""Lamps by space: few commands, none twice, nothing forgotten after an error."""

from __future__ import annotations

import asyncio

import pytest

from vulkar.devices.lamps import Colour, Lamps
from vulkar.errors import VulkarError

SPACES = ("A", "B", "C", "C", "D", "E")
RED, BLUE = (255, 0, 0), (0, 0, 255)


class Link:
    def __init__(self) -> None:
        self.told: list[tuple[int, int, Colour]] = []
        self.fails = False

    async def light(self, first: int, count: int, colour: Colour) -> None:
        if self.fails:
            raise VulkarError("link.lost", port="x", reason="gone")
        self.told.append((first, count, colour))


def test_runs_of_one_colour_are_one_command_and_what_is_right_is_left_alone() -> None:
    link = Link()
    lamps = Lamps(link, SPACES)
    asyncio.run(lamps.show({"B": RED, "C": RED}))
    assert link.told == [(0, 1, (0, 0, 0)), (1, 3, RED), (4, 2, (0, 0, 0))]
    link.told.clear()
    asyncio.run(lamps.show({"B": RED, "C": RED}))
    assert link.told == []
    asyncio.run(lamps.show({"B": BLUE, "C": RED}))
    assert link.told == [(1, 1, BLUE)]


def test_what_failed_or_was_forgotten_is_told_again() -> None:
    link = Link()
    lamps = Lamps(link, SPACES)
    asyncio.run(lamps.show({}))
    link.told.clear()
    link.fails = True
    with pytest.raises(VulkarError):
        asyncio.run(lamps.show({"A": RED}))
    link.fails = False
    asyncio.run(lamps.show({}))
    assert link.told == [(0, 1, (0, 0, 0))]
    link.told.clear()
    lamps.forget()
    asyncio.run(lamps.show({}))
    assert link.told == [(0, 6, (0, 0, 0))]
