"""Lamps beside the spaces: colours by space id, sent as few runs of equal colour as there are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, Protocol, TypeAlias

Colour: TypeAlias = tuple[int, int, int]  # red, green, blue, 0 to 255 each
DARK: Final[Colour] = (0, 0, 0)


class LampLink(Protocol):
    """What lamps need of the link."""

    async def light(self, first: int, count: int, colour: Colour) -> None: ...


class Lamps:
    """``spaces[lamp]`` is the space beside which a lamp stands. The controller keeps the colours
    within the board's current, so that all may be shown at once."""

    def __init__(self, link: LampLink, spaces: Sequence[str]) -> None:
        self.spaces = tuple(spaces)
        self._link = link
        self._told: list[Colour | None] = [None] * len(self.spaces)

    async def show(self, colours: Mapping[str, Colour]) -> None:
        """Every lamp of a space in ``colours`` gets its colour, every other one goes dark.

        One command at a time, so that a repeated one never undoes a newer one. Raises what the
        link raises; the lamps that were not told are told by the next call.
        """
        wanted = [colours.get(space, DARK) for space in self.spaces]
        for first, count, colour in _runs(wanted, self._told):
            lamps = slice(first, first + count)
            self._told[lamps] = [None] * count
            await self._link.light(first, count, colour)
            self._told[lamps] = [colour] * count

    def forget(self) -> None:
        """The controller restarted: its lamps are dark, or what they were."""
        self._told = [None] * len(self.spaces)


def _runs(
    wanted: Sequence[Colour], told: Sequence[Colour | None]
) -> Iterator[tuple[int, int, Colour]]:
    """First lamp, count and colour of each run in which something differs, without its ends that
    are right already."""
    for colour, group in groupby(range(len(wanted)), key=lambda lamp: wanted[lamp]):
        wrong = [lamp for lamp in group if told[lamp] != colour]
        if wrong:
            yield wrong[0], wrong[-1] - wrong[0] + 1, colour
