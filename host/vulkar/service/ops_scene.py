"""The operation ``scene``: the island as everybody may see it, for large screens and programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from vulkar.maps import IslandMap
from vulkar.service.fireball import fireball_of
from vulkar.service.ops import Call, Ops, Role
from vulkar.service.streams import PUBLIC

if TYPE_CHECKING:
    from vulkar.service.house import House

FLYING: Final = ("declared", "aiming", "rolling")


async def scene(call: Call) -> dict[str, Any]:
    """See :func:`scene_of`."""
    return scene_of(call.house)


def scene_of(house: House) -> dict[str, Any]:
    """Built from the game as it has been told, and from what everybody has heard."""
    streams = house.streams
    sitting = house.sitting
    running = sitting.running if sitting is not None else None
    shown = running.shown if running is not None else None
    view = shown.view(None).visible if shown is not None else None
    ball = fireball_of(streams.kept(PUBLIC))
    return {
        "map": house.place.map.id,
        "ruleset": sitting.terms.ruleset if sitting is not None else None,
        "preset": sitting.terms.preset if sitting is not None else None,
        "view": view,
        "jewel": view.get("jewel") if view is not None else None,
        "marbles": view.get("marbles") if view is not None else None,
        "fireball": ball,
        "lamps": lamps(house.place.map, view, ball) if view is not None else [],
        "stream": streams.stream,
        "n": streams.count(PUBLIC),
    }


def lamps(
    island: IslandMap, view: Mapping[str, Any], ball: Mapping[str, Any] | None
) -> list[dict[str, str]]:
    """What the lamp of each space tells, the most urgent of what could be told. Pure.

    In danger are the spaces on the route of a fireball that is on its way.
    """
    told: dict[str, str] = {}
    for space, tells in _wishes(island, view, ball):
        told.setdefault(space, tells)
    return [{"space": space, "tells": tells} for space, tells in told.items()]


def _wishes(
    island: IslandMap, view: Mapping[str, Any], ball: Mapping[str, Any] | None
) -> Iterator[tuple[str, str]]:
    """A game without pieces on the island, or without a jewel, leaves their lamps out."""
    pieces = view.get("pieces") or ()
    stands = {piece["pawn"]: piece["space"] for piece in pieces}
    if ball is not None and ball["state"] in FLYING:
        if ball["target"] in stands:
            yield stands[ball["target"]], "target"
        for space in island.routes[ball["route"]].spaces:
            yield space, "danger"
    if view["result"] is None and pieces:
        yield pieces[view["active"]]["space"], "turn"
    jewel = view.get("jewel") or {}
    if jewel.get("space") is not None:
        yield jewel["space"], "jewel"


OPS: Final[Ops] = {"scene": (Role.SPECTATOR, scene)}
