"""All that the island page shows, as plain rows made from what the table tells everybody. Pure.

Words come ready in the reader's language; places are ids of the map, pawns are seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from vulkar.maps import IslandMap
from vulkar.maps.names import names
from vulkar.pages.island.ball import ball_row
from vulkar.pages.island.people import people_rows
from vulkar.pages.shell import Words

Row: TypeAlias = dict[str, Any]
LAST_EVENTS: Final = 6
MOST_TASKS: Final = 3


def island_row(
    state: Mapping[str, Any],
    scene: Mapping[str, Any],
    events: Sequence[Mapping[str, Any]],
    words: Words,
    map: IslandMap,
) -> Row:
    """See the functions below, and ``ball.py`` and ``people.py``."""
    table = state.get("table") or {}
    view = scene.get("view")
    people = people_rows(table.get("seats") or (), view, table, words, map)
    pieces = (view or {}).get("pieces") or ()
    jewel = scene.get("jewel") or {}
    seats = {piece["pawn"]: piece["seat"] for piece in pieces}
    return {
        "banner": banner(table, people, words),
        "people": people,
        "pieces": [
            {
                "seat": piece["seat"],
                "space": piece["space"],
                "lying": piece.get("posture") == "lying",
            }
            for piece in pieces
        ],
        "jewel": {"seat": seats.get(jewel.get("owner") or ""), "space": jewel.get("space")},
        "marbles": scene.get("marbles") or {},
        "lamps": scene.get("lamps") or [],
        "ball": ball_row(scene, state, people, words, names(map)),
        "walk": last_walk(events, seats, map),
        "events": last_events(events, words),
        "paused": words("page.island.paused") if table.get("paused") else "",
        "tasks": tasks(table, words),
    }


def banner(table: Mapping[str, Any], people: Sequence[Row], words: Words) -> Row:
    """``title`` in the largest letters, ``line`` below it, and whose sign stands beside them."""
    state = table.get("state")
    if not table:
        return {"title": words("page.island.none"), "line": "", "seat": None}
    if state == "open":
        free = [row for row in people if row["free"]]
        line = words("page.island.free", n=len(free)) if free else words("page.island.ready")
        return {"title": words("page.island.soon"), "line": line, "seat": None}
    won = [row for row in people if row["won"]]
    if won:
        title = words("page.island.won", names=[row["name"] for row in won], n=len(won))
        return {"title": title, "line": words("page.island.over"), "seat": won[0]["seat"]}
    if state in ("over", "abandoned"):
        code = "page.island.over" if state == "over" else "page.island.abandoned"
        return {"title": words(code), "line": "", "seat": None}
    turn = next((row for row in people if row["turn"]), None)
    if turn is None or not table.get("turn"):
        return {"title": words("page.island.begins"), "line": "", "seat": None}
    title = words("page.island.turn", name=turn["name"])
    line = words("page.island.turn_number", turn=table.get("turn"), pawn=turn["called"])
    return {"title": title, "line": line, "seat": turn["seat"]}


def last_events(events: Sequence[Mapping[str, Any]], words: Words) -> list[Row]:
    """The last things that happened, newest first."""
    told = [event for event in events if event.get("text")]
    return [
        {"n": event["n"], "text": words.text(event["text"])}
        for event in reversed(told[-LAST_EVENTS:])
    ]


def last_walk(
    events: Sequence[Mapping[str, Any]], seats: Mapping[str, int], map: IslandMap
) -> Row | None:
    """The last way that a pawn took: an event with a pawn and a path of this map's spaces."""
    for event in reversed(events):
        data = event["data"]
        path, seat = data.get("path"), seats.get(data.get("pawn") or "")
        if seat is not None and _is_path(path, map):
            return {"n": event["n"], "seat": seat, "path": path}
    return None


def tasks(table: Mapping[str, Any], words: Words) -> list[str]:
    """What somebody at the board is to do now; those asked for again come first."""
    board = table.get("board") or {}
    rows: Iterable[Mapping[str, Any]] = () if board.get("helped") else board.get("tasks") or ()
    urgent = sorted(rows, key=lambda row: -row.get("told", 1))
    return [words.text(row["text"]) for row in urgent[:MOST_TASKS] if row.get("text")]


def _is_path(path: object, map: IslandMap) -> bool:
    return isinstance(path, list) and bool(path) and all(p in map.spaces for p in path)
