"""What people call the spaces and routes of an island, in any language that has names for them."""

from __future__ import annotations

from vulkar.maps.model import IslandMap
from vulkar.texts import Text, named, text


def names(island: IslandMap) -> dict[str, Text]:
    """The names of all spaces and routes by id: ``map.<map id>.<id>``, else the map's own words."""
    own = {s.id: s.name for s in island.spaces.values()}
    own |= {r.id: r.name for r in island.routes.values()}
    return {i: named(f"map.{island.id}", i, name) for i, name in own.items()}


def names_with_ids(island: IslandMap) -> dict[str, Text]:
    """The same, each followed by its id."""
    return {i: text("name.with_id", name=name, id=i) for i, name in names(island).items()}
