"""Buttons for what is not an answer: begin, once more, show this hand, try again, stop a shot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

from vulkar.remote.routes import ROUTES

Row: TypeAlias = dict[str, Any]
Json: TypeAlias = Mapping[str, Any]

PATHS: Final = {route.op: route.path for route in ROUTES}
USED: Final = ("answer", "intend", "fire", "view")  # by the browser's modules


def paths() -> dict[str, str]:
    """The addresses of the operations that the browser's modules ask for."""
    return {op: PATHS[op] for op in USED}


def orders(state: Json, seat: int, covered: bool) -> list[Row]:
    """``{"word", "order", "reloads"}`` of each button: its word (see ``words``), what ``tap.js``
    sends, and whether the page is to be loaded again after it."""
    return [
        {
            "word": word,
            "order": {"path": PATHS[op], "args": args, "key": f"{op} {_number(state)}"},
            "reloads": reloads,
        }
        for word, op, args, reloads in _wanted(state, seat, covered)
    ]


def _wanted(state: Json, seat: int, covered: bool) -> Iterator[tuple[str, str, Row, bool]]:
    table = state.get("table") or {}
    game, seats = table.get("state"), table.get("seats") or ()
    if covered:
        yield "show", "seat.handover", {"seat": seat}, True
        return
    if game == "open" and not any(s.get("state") == "open" for s in seats):
        yield "start", "table.start", {}, False
    if game in ("over", "abandoned"):
        yield "again", "table.rematch", {}, False
    if (table.get("paused") or {}).get("by") == "error":
        yield "retry", "retry", {}, False
    if ((state.get("fire") or {}).get("trigger") or {}).get("state") == "announced":
        yield "veto", "veto", {}, False


def _number(state: Json) -> object:
    return (state.get("table") or {}).get("number")
