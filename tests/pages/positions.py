"""What a table would tell a seat in a set position of a real game."""

from __future__ import annotations

from functools import cache
from typing import Any

from tests.rules.arrange import Table, island
from vulkar.maps.names import names
from vulkar.pages.seat.model import Known, seat_model
from vulkar.pages.seat.places import Places
from vulkar.rules import Ask
from vulkar.rules.classic.describe import describe, describe_choice
from vulkar.texts import render

NOT_MINE = {"state": "not_your_turn", "reason": {"code": "trigger.turn", "params": {}}}
PEOPLE = ("Anna", "Ben", "Cleo", "Dora")


@cache
def places(language: str = "en") -> Places:
    return Places(island(), lambda said: render(said, language))


def known(table: Table, seat: int = 0, **changes: Any) -> Known:
    """As the operations ``table.state``, ``view`` and ``events`` would answer to the seat.

    ``changes`` replace fields of the table's row or of the view's.
    """
    game = table.g
    seen = {key: value for key, value in game.view(seat).visible.items() if key != "ask"}
    seats = [
        {"seat": i, "pawn": pawn, "name": PEOPLE[i], "kind": "open", "hand": "phone"}
        | {"state": "claimed"}
        for i, pawn in enumerate(game.seats)
    ]
    view: dict[str, Any] = {"view": seen, "question": None, "window": None, "trigger": NOT_MINE}
    ask = game.ask
    if ask is not None and ask.asker == seat:
        view |= window_of(ask) if ask.kind == "respond" else question_of(ask)
    row = {"state": "running", "seats": seats, "window_s": 8.0, "active": game.s.active}
    row |= {key: value for key, value in changes.items() if key not in view}
    view |= {key: value for key, value in changes.items() if key in view}
    events = [
        {"n": n, "kind": e.kind, "data": e.data, "t_ms": n, "text": describe(e, names(island()))}
        for n, e in enumerate(table.events, 1)
        if e.audience is None or seat in e.audience
    ]
    state = {"stream": "s", "table": row, "me": {"seats": [seat], "shown": seat}}
    return Known(seat, state, view | {"seats": row["seats"]}, None, events)


def model(table: Table, seat: int = 0, language: str = "en", **changes: Any) -> dict[str, Any]:
    return seat_model(known(table, seat, **changes), places(language))


def question_of(ask: Ask) -> dict[str, Any]:
    choices = _choices(ask)
    row = {"question": "7", "kind": ask.kind, "pawn": ask.pawn, "choices": choices}
    return {"question": row | {"deadline_ms": None}}


def window_of(ask: Ask) -> dict[str, Any]:
    window = {"window": "w1", "offers": _choices(ask), "left_ms": 5000, "asked": True, "said": None}
    return {"window": window}


def _choices(ask: Ask) -> list[dict[str, Any]]:
    called = names(island())
    return [{"value": v, "text": describe_choice(ask, v, called)} for v in ask.legal]


def rows(found: dict[str, Any]) -> list[dict[str, Any]]:
    """The choices of a model's question, in the order in which they are shown."""
    return [row for group in found["question"]["groups"] for row in group["rows"]]


def tags(row: dict[str, Any]) -> dict[str, str]:
    """The words of a row's tags, with their tones."""
    return {tag["text"]: tag["tone"] for tag in row["tags"]}
