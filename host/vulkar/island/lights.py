"""The lamps of a board, for several who want something of them: each has a layer, the later ones
lie above the earlier ones. Colours by space."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final

from vulkar.devices.lamps import Colour, LampLink, Lamps
from vulkar.errors import VulkarError

LAYERS: Final = ("show", "astray")  # from below
WRONG: Final[Colour] = (255, 0, 0)
RIGHT: Final[Colour] = (0, 160, 0)


class Lights:
    """Lasts longer than a connection: each new one is shown what is wanted. Without lamps it keeps
    what is wanted, and nothing shines."""

    def __init__(self) -> None:
        self._layers: dict[str, Mapping[str, Colour]] = {layer: {} for layer in LAYERS}
        self._lamps: Lamps | None = None
        self._work: asyncio.Task[None] | None = None

    @property
    def colours(self) -> dict[str, Colour]:
        """What is wanted, by space; all others are dark."""
        return {space: c for layer in self._layers.values() for space, c in layer.items()}

    def want(self, layer: str, colours: Mapping[str, Colour]) -> None:
        """From now on a layer is ``colours``. Returns at once."""
        before = self.colours
        self._layers[layer] = dict(colours)
        if self.colours != before:
            self._show()

    async def settled(self) -> None:
        """Returns once the lamps were told what is wanted, or cannot be told."""
        if self._work is not None:
            await asyncio.wait((self._work,))

    def take(self, link: LampLink, spaces: Sequence[str]) -> None:
        """A new connection, to a board with a lamp beside each of ``spaces``."""
        self._lamps = Lamps(link, spaces)
        if self.colours:
            self._show()

    def lose(self) -> None:
        """The connection is gone."""
        self._lamps = None

    def _show(self) -> None:
        if self._lamps is not None and (self._work is None or self._work.done()):
            self._work = asyncio.get_running_loop().create_task(self._shine())

    async def _shine(self) -> None:
        shown: dict[str, Colour] | None = None
        with suppress(VulkarError):  # a lost link is told by the link itself
            while self._lamps is not None and shown != (wanted := self.colours):
                await self._lamps.show(wanted)
                shown = wanted
