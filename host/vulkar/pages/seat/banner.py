"""The line at the top: whose turn it is, and what this seat is to do now. One mood at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from vulkar.pages.seat.groups import USUAL, group_of, word_of
from vulkar.pages.seat.means import Board
from vulkar.texts import Text, named, text

Row: TypeAlias = dict[str, Any]

MINE: Final = ("ask", "window", "fire")  # moods in which this seat is waited for


def ask_title(question: Mapping[str, Any], board: Board) -> Text:
    """What an open question wants, by the kind of its answers."""
    values = [choice["value"] for choice in question["choices"]]
    words = {word_of(value) for value in values}
    word = next((word for word in USUAL if word in words), None)
    pawn = question.get("pawn")
    what = word or group_of(values[0])
    if what == "walk" and isinstance(pawn, str) and pawn != board.me:
        return text("page.seat.ask.walk_of", pawn=board.pawn(pawn))
    return text(f"page.seat.ask.{what}")


def aim_text(board: Board) -> Text | None:
    """What it is all about, for who has never read the rules."""
    places = board.places
    if board.owner == board.me:
        return text("page.seat.aim.home", space=places.name(places.map.goal))
    if board.owner is not None:
        return text("page.seat.aim.chase", pawn=board.pawn(board.owner))
    if board.jewel_at is not None:
        return text("page.seat.aim.fetch", space=places.name(board.jewel_at))
    return None


def banner_row(mood: str, title: Text, detail: Text | str | None, board: Board) -> Row:
    """``mood``, ``title``, ``detail`` (may be empty), ``mine``: this seat is waited for."""
    say = board.places.say
    return {
        "mood": mood,
        "title": say(title),
        "detail": say(detail) if isinstance(detail, dict) else detail or "",
        "mine": mood in MINE,
    }


def waiting_for(table: Mapping[str, Any], board: Board, active: object) -> Text:
    """Whose turn it is, while this seat has nothing to do."""
    seats: Sequence[Mapping[str, Any]] = table.get("seats") or ()
    found = next((s for s in seats if s["seat"] == active), None)
    if found is None:
        return text("page.seat.wait.game")
    if found["pawn"] == board.me:
        return text("page.seat.wait.me")
    pawn = found["pawn"]
    its = named("pawn", pawn, pawn)
    if found["name"] == pawn:
        return text("page.seat.wait.turn_of", pawn=its)
    return text("page.seat.wait.turn", pawn=its, name=found["name"])


def paused_text(paused: Mapping[str, Any]) -> Text:
    """Why the game stands still."""
    marshal = paused.get("by") == "marshal"
    return text("service.pause.marshal") if marshal else text("service.pause.error")
