"""An island as a reader speaks of it: names of places, and what is worth saying of one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from vulkar.maps import IslandMap
from vulkar.maps.check_graph import steps
from vulkar.maps.names import names
from vulkar.texts import Text

Say: TypeAlias = Callable[[Text], str]

PLAIN: Final = ("cell", "stone")  # kinds of space that need no word when a pawn goes by


class Places:
    """One map in one language."""

    def __init__(self, map: IslandMap, say: Say) -> None:
        self.map = map
        self.say = say
        self._names = names(map)

    def name(self, place: str) -> str:
        """Of a space or a route; an id that the map does not have stays as it is."""
        found = self._names.get(place)
        return self.say(found) if found is not None else place

    def trail(self, space: str) -> str:
        """The name of the trail that a space is one of: its own without the number."""
        return self.name(space).rstrip("0123456789").strip()

    def is_worth_naming(self, space: str) -> bool:
        """Whether somebody who goes by wants to hear of it: a cave, a bridge, an end of the way."""
        return space in self.map.spaces and self.map.spaces[space].kind not in PLAIN

    def is_path(self, value: object) -> bool:
        """Whether it is a list of spaces of this map, in the order in which a pawn visits them."""
        return isinstance(value, list) and bool(value) and all(self.is_space(v) for v in value)

    def is_space(self, value: object) -> bool:
        """Whether it is the id of a space."""
        return isinstance(value, str) and value in self.map.spaces

    def is_route(self, value: object) -> bool:
        """Whether it is the id of a marble's route."""
        return isinstance(value, str) and value in self.map.routes

    def fireballs(self, space: str) -> int:
        """How many routes roll over a space where a pawn is not safe."""
        return 0 if self.map.spaces[space].safe else len(self.map.routes_through(space))

    def away(self, aim: str) -> Mapping[str, int]:
        """Of each space, how many steps it is from ``aim``."""
        return self.map.once(_steps, aim)


def _steps(map: IslandMap, aim: str) -> Mapping[str, int]:
    return steps(map, aim)


def way_of(value: object, places: Places, pawns: Mapping[str, str]) -> dict[str, Any] | None:
    """What an answer or an event points at on the map; None: at nothing.

    ``{"walk": [spaces]}``, ``{"route": id}`` or ``{"at": space}``, found in any part of ``value``;
    ``pawns``: pawn -> its space.
    """
    parts = value if isinstance(value, list) else [value]
    for part in parts:
        if places.is_path(part):
            return {"walk": part}
    for part in parts:
        if places.is_route(part):
            return {"route": part}
    for part in parts[1:] if isinstance(value, list) else parts:
        if places.is_space(part):
            return {"at": part}
        if isinstance(part, str) and places.is_space(pawns.get(part)):
            return {"at": pawns[part]}
    return None
