"""Everybody at the table as rows: whose turn, where they stand, what they carry, who is away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from vulkar.pages.seat.means import Board
from vulkar.pages.seat.places import Say
from vulkar.pages.shell.called import seat_name
from vulkar.pages.shell.sign import sign
from vulkar.texts import Text, named, text

Row: TypeAlias = dict[str, Any]

# fields of a piece that are worth a word: field -> value -> the word's code; others are not shown
MARKS: Final[dict[str, dict[Any, Text]]] = {
    "posture": {"lying": text("page.seat.mark.lying")},
    "climbing": {True: text("page.seat.mark.climbing")},
    "token": {"held": text("page.seat.mark.token")},
    "haunted": {True: text("page.seat.mark.haunted")},
}
# fields of a view that hold for the whole game
GAME_MARKS: Final[dict[str, dict[Any, Text]]] = {
    "double": {True: text("page.seat.mark.double")},
    "another_turn": {True: text("page.seat.mark.another_turn")},
    "anchor": {True: text("page.seat.mark.anchor")},
}
STATES: Final[dict[str, Text]] = {
    "open": text("page.seat.mark.open"),
    "gone": text("page.seat.mark.gone"),
    "bot": text("page.seat.mark.bot"),
}


def people_rows(
    seats: Sequence[Mapping[str, Any]], view: Mapping[str, Any] | None, seat: int, board: Board
) -> list[Row]:
    """One row for each seat: ``seat``, ``pawn``, ``name``, its sign, ``called`` (the pawn's name,
    empty where it is the seat's, too), ``where``, ``marks`` (words), ``turn``, ``me``, ``jewel``,
    ``cards`` (how many, in words)."""
    pieces = {p.get("seat"): p for p in (view or {}).get("pieces") or ()}
    active = (view or {}).get("active")
    return [_row(s, pieces.get(s["seat"]), active, seat, board) for s in seats]


def _row(
    s: Mapping[str, Any], piece: Mapping[str, Any] | None, active: object, seat: int, board: Board
) -> Row:
    say = board.places.say
    number, pawn = s["seat"], s["pawn"]
    marks = [STATES[s["state"]]] if s.get("state") in STATES else []
    return sign(number, pawn) | {
        "seat": number,
        "pawn": pawn,
        "name": seat_name(s["name"], pawn, say),
        "called": say(named("pawn", pawn, pawn)) if s["name"] != pawn else "",
        "where": board.places.name(piece["space"]) if piece and "space" in piece else "",
        "marks": [say(mark) for mark in (*marks, *_marks(piece or {}, MARKS))],
        "cards": _cards(piece, say),
        "turn": number == active,
        "me": number == seat,
        "jewel": board.owner == pawn,
    }


def _cards(piece: Mapping[str, Any] | None, say: Say) -> str:
    count = piece.get("cards") if piece else None
    return say(text("page.seat.cards", n=count)) if isinstance(count, int) else ""


def game_marks(view: Mapping[str, Any], board: Board) -> list[str]:
    """What holds for everybody now, in words."""
    return [board.places.say(mark) for mark in _marks(view, GAME_MARKS)]


def _marks(row: Mapping[str, Any], known: Mapping[str, Mapping[Any, Text]]) -> list[Text]:
    found = []
    for key, words in known.items():
        value = row.get(key)
        if isinstance(value, str | bool) and value in words:
            found.append(words[value])
    return found
