"""The table of routes: one line for each operation that the table process knows.

An operation ``a.b`` is ``/api/a/b``. What changes nothing is a GET with its arguments in the query;
everything else is a POST with a JSON body, and so is what carries a key, so that no key stands in
an address.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from vulkar.client import asks, tells

Who: TypeAlias = Literal["anyone", "session", "seat", "marshal"]


@dataclass(frozen=True, slots=True)
class Route:
    """One operation: who may ask, with what, what comes back, and what it is for."""

    op: str
    method: Literal["GET", "POST"]
    who: Who
    args: type[asks.Ask]
    ok: type[tells.Told]
    says: str

    @property
    def path(self) -> str:
        return "/api/" + self.op.replace(".", "/")


def _get(who: Who, op: str, args: type[asks.Ask], ok: type[tells.Told], says: str) -> Route:
    return Route(op, "GET", who, args, ok, says)


def _post(
    who: Who, op: str, args: type[asks.Ask], says: str, ok: type[tells.Told] = tells.Done
) -> Route:
    return Route(op, "POST", who, args, ok, says)


ROUTES: Final = (
    _get("anyone", "hello", asks.Nothing, tells.Done, "Versions, and the event stream."),
    _get("anyone", "table.state", asks.Nothing, tells.Done, "Seats, turn, armed or paused."),
    _post("marshal", "table.create", asks.NewTable, "A new table with its seats."),
    _post("marshal", "table.start", asks.Nothing, "Begin the game."),
    _post("marshal", "table.abandon", asks.Nothing, "End the game unfinished."),
    _post("marshal", "table.rematch", asks.Nothing, "The same seats once more."),
    _post("anyone", "join.look", asks.Key, "The seat of a key; changes nothing."),
    _post("anyone", "join.claim", asks.Claim, "Take the seat of a key.", tells.Claimed),
    _post("anyone", "join.watch", asks.Nothing, "A session that looks on.", tells.Opened),
    _post("seat", "seat.leave", asks.OfSeat, "Give the seat up."),
    _post("marshal", "seat.kick", asks.OfSeat, "End the sessions of a seat."),
    _post("marshal", "seat.swap", asks.Swap, "Two seats change places."),
    _post("seat", "seat.rename", asks.Rename, "Another name for the seat."),
    _post("seat", "seat.back", asks.OfSeat, "Back again: the bot stands up."),
    _post("seat", "seat.handover", asks.OfSeat, "The device shows this seat."),
    _get("seat", "view", asks.OfSeat, tells.View, "What a seat may know, and its question."),
    _post("seat", "answer", asks.Answer, "Answer the seat's open question."),
    _post("seat", "intend", asks.Intend, "Say beforehand what to do in a window."),
    _get("session", "events", asks.Since, tells.Events, "The events since a number."),
    _post("seat", "fire", asks.Fire, "Let the marble go."),
    _post("marshal", "arm", asks.Nothing, "Arm the board; it lapses by itself."),
    _post("marshal", "disarm", asks.Nothing, "Disarm the board."),
    _post("session", "veto", asks.Nothing, "Stop a shot that was announced."),
)
