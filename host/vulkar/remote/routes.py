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
    _get("anyone", "hello", asks.Nothing, tells.Hello, "Which table this is."),
    _get("anyone", "table.state", asks.Nothing, tells.State, "The table, and who this session is."),
    _post("marshal", "table.create", asks.NewTable, "A new table.", tells.Created),
    _post("session", "table.start", asks.Nothing, "Begin the game.", tells.Number),
    _post("marshal", "table.abandon", asks.Nothing, "End the game unfinished."),
    _post("session", "table.rematch", asks.Nothing, "The same seats once more.", tells.Number),
    _post("session", "retry", asks.Nothing, "Go on after an error has paused the game."),
    _post("anyone", "join.look", asks.Key, "The seat of a key; changes nothing.", tells.Looked),
    _post("anyone", "join.claim", asks.Claim, "Take the seat of a key.", tells.Claimed),
    _post("anyone", "join.watch", asks.Nothing, "A session that looks on.", tells.Opened),
    _post("seat", "seat.leave", asks.OfSeat, "Give the seat up; its link opens it again."),
    _post("marshal", "seat.kick", asks.OfSeat, "Take a seat from who sits there.", tells.NewKey),
    _post("marshal", "seat.link", asks.OfSeat, "Another key for an open seat.", tells.NewKey),
    _post("marshal", "seat.swap", asks.Swap, "Two seats change places, before the game."),
    _post("session", "seat.rename", asks.Rename, "Another name: for the seat, or the marshal."),
    _post("seat", "seat.back", asks.OfSeat, "Back again: the bot stands up."),
    _post("seat", "seat.handover", asks.OfSeat, "The device shows this seat, no other's hand."),
    _get("seat", "view", asks.Look, tells.View, "What a seat may know, and its question."),
    _get("session", "scene", asks.Nothing, tells.Scene, "The island as everybody may see it."),
    _post("seat", "answer", asks.Answer, "Answer the seat's open question."),
    _post("seat", "intend", asks.Intend, "Say what to do in the window that is open."),
    _get("session", "events", asks.Since, tells.Events, "The events since a number."),
    _get("session", "history", asks.Before, tells.History, "The tables of this house."),
    _get("session", "statistics", asks.OfGame, tells.Statistics, "What a game adds up to."),
    _get("session", "export", asks.Lines, tells.Lines, "What everybody knew of a game."),
    _get("session", "steps", asks.Steps, tells.Steps, "A game that is over, step by step."),
    _get("session", "rules.options", asks.Nothing, tells.RulesOffer, "What a table may be like."),
    _post("session", "word", asks.WordOf, "The word of people at the board."),
    _post("seat", "fire", asks.Fire, "Let the marble go."),
    _post("marshal", "arm", asks.Nothing, "Arm the board; it lapses by itself."),
    _post("session", "disarm", asks.Nothing, "Disarm the board."),
    _post("anyone", "estop", asks.Nothing, "Emergency stop, from the local network."),
    _post("marshal", "clear", asks.Clear, "Open the latch of a stop, at the board."),
    _post("marshal", "pause", asks.Nothing, "Nothing new begins."),
    _post("marshal", "resume", asks.Nothing, "The game goes on."),
    _post("marshal", "correct", asks.Correct, "The facts of a fireball, before they count."),
    _post("marshal", "accept", asks.OfRoll, "The facts are right: do not wait."),
    _post("marshal", "reroll", asks.OfRoll, "The fireball does not count; another one rolls."),
    _post("marshal", "place", asks.Place, "Say where a pawn truly stands."),
    _post("marshal", "bump", asks.Bump, "The island was disturbed: have it put back."),
    _post("marshal", "amend", asks.Amend, "Replace an earlier answer.", tells.Amended),
    _get(
        "marshal",
        "amend.choices",
        asks.OfEvent,
        tells.Alternatives,
        "What could stand in place of an earlier answer.",
    ),
    _get("marshal", "board.look", asks.Nothing, tells.BoardLook, "What the board feels."),
    _get("marshal", "audit", asks.SinceEntry, tells.Audit, "Who did what."),
    _post("session", "veto", asks.Nothing, "Stop a shot that was announced."),
    _post("anyone", "marshal.enter", asks.Pin, "Become the marshal.", tells.Opened),
    _post("anyone", "marshal.start", asks.StartKey, "The same by the start key.", tells.Opened),
)
