"""The maps that pages draw: those that come along, and the one that this table's board has."""

from __future__ import annotations

from functools import cache
from typing import Final

from vulkar.maps import IslandMap, load
from vulkar.maps.reader import names

_OWN: Final[dict[str, IslandMap]] = {}


def use(name_or_file: str) -> None:
    """This process serves a table on that map. Raises ``VulkarError`` as ``load`` does."""
    own = load(name_or_file)
    _OWN[own.id] = own


def map_of(id: str) -> IslandMap:
    """The map of an id that the table has told. Raises ``VulkarError("map.missing")``."""
    return _OWN[id] if id in _OWN else _along(id)


@cache
def _along(id: str) -> IslandMap:
    return load(id if id in names() else f"{id}.toml")
