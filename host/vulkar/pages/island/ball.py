"""The last fireball as a large screen tells of it: who, at whom, along which way, how far it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from vulkar.pages.island.spoken import STAGES
from vulkar.pages.shell import Words
from vulkar.texts import Text

Row: TypeAlias = dict[str, Any]


def ball_row(
    scene: Mapping[str, Any],
    state: Mapping[str, Any],
    people: Sequence[Mapping[str, Any]],
    words: Words,
    places: Mapping[str, Text],
) -> Row | None:
    """None before the first fireball.

    ``key`` names its roll; ``line`` and ``stage`` are sentences; ``by``, ``target`` and ``hits``
    are seats; ``standing``: seat -> space before it rolled; ``leaves_ms``: until an announced one
    goes, if one is; ``track``: the marble's own way, [ms, x, y, z] with y as the map file has it.
    """
    ball = scene.get("fireball")
    if ball is None:
        return None
    pieces = (scene.get("view") or {}).get("pieces") or ()
    seats = {piece["pawn"]: piece["seat"] for piece in pieces}
    name = {row["seat"]: row["name"] for row in people}
    hits = [seats[row[1]] for row in ball["facts"] if _touches(row) and row[1] in seats]
    target = seats.get(ball["target"] or "")
    route = places.get(ball["route"])
    said = {
        "by": name.get(ball["by"], ""),
        "route": words.text(route) if route else ball["route"],
        "target": name.get(target, "") if target is not None else "",
    }
    code = "page.island.ball" if target is None else "page.island.ball.at"
    trigger = (state.get("fire") or {}).get("trigger") or {}
    announced = trigger.get("announced_ms") if ball["state"] == "aiming" else None
    return {
        "key": f"{scene['stream']}.{ball['n']}.{ball['roll']}",
        "state": ball["state"],
        "on": ball["state"] in STAGES,
        "line": words(code, **said),
        "stage": _stage(ball, state, trigger, [name[seat] for seat in hits], said, words),
        "leaves_ms": announced,
        "route": ball["route"],
        "by": ball["by"],
        "target": target,
        "hits": hits,
        "standing": {
            str(seats[pawn]): at for pawn, at in ball["standing"].items() if pawn in seats
        },
        "track": ball["track"],
    }


def _touches(fact: Sequence[Any]) -> bool:
    """Rows of facts that name a pawn: hit, fell, off_board."""
    return len(fact) > 1 and fact[0] in ("hit", "fell", "off_board")


def _stage(
    ball: Mapping[str, Any],
    state: Mapping[str, Any],
    trigger: Mapping[str, Any],
    hits: Sequence[str],
    said: Mapping[str, str],
    words: Words,
) -> str:
    where = ball["state"]
    if where in ("settling", "over") and ball["facts"] == [["never_left"]]:
        return words("page.island.stage.stuck")
    if where == "over" or (where == "settling" and hits):
        code = "page.island.stage.hit" if hits else "page.island.stage.missed"
        return words(code, names=list(hits))
    if where == "aiming":
        fire = state.get("fire") or {}
        if trigger.get("state") == "announced":
            return words("page.island.stage.announced")
        if not fire.get("armed", True) and fire.get("unarmed"):
            return words("page.island.stage.unarmed")
        if trigger.get("state") in ("live", "vetoed"):
            return words("page.island.stage.live", by=said["by"])
    return words(f"page.island.stage.{where}")
