"""Operations of a seat in its game: what it sees, is asked, answers and means to do."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from vulkar.errors import VulkarError
from vulkar.rules import Ask
from vulkar.service.desk import Question
from vulkar.service.ops import Call, Ops, Role
from vulkar.service.ops_fire import firing_of
from vulkar.service.ops_table import running_of, sitting_of
from vulkar.service.running import Running
from vulkar.table.journal import Said
from vulkar.texts import text


async def view(call: Call) -> dict[str, Any]:
    """What a seat may know now: all of it from the game as it has been told of."""
    seat = call.seat()
    who = call.who
    if who.shown != seat:
        raise VulkarError("seat.covered", seat=seat + 1)
    sitting = sitting_of(call)
    sitting.there(sitting.seats.all[seat])
    row: dict[str, Any] = {"view": None, "question": None, "window": None, "trigger": None}
    running = sitting.running
    if running is not None and running.shown is not None:
        seen = running.shown.view(seat)
        row["view"] = {key: value for key, value in seen.visible.items() if key != "ask"}
        if call.args.flag("known"):
            row["view"]["known"] = seen.known
        question = running.desks[seat].open
        if question is not None and not question.answer.done():
            row["question"] = question_row(call, question)
        row["window"] = _window(call, running, seat)
        row["trigger"] = call.house.part(firing_of).view(seat)
    row["seats"] = [each.to_json() for each in sitting.seats.all]
    return row | {"stream": call.house.streams.stream, "n": call.house.streams.count(seat)}


async def answer(call: Call) -> dict[str, Any]:
    """Answers the seat's open question; the reply comes once the answer is safe on disk."""
    running, seat, said = _said(call, "question")
    return await running.desks[seat].answer(
        said.question, said.id, call.args.any("value"), running.check
    )


async def intend(call: Call) -> dict[str, Any]:
    """What the seat would play in the window that is open; its last word counts."""
    running, seat, said = _said(call, "window")
    value = call.args.any("value")

    async def first(said: Said) -> dict[str, Any]:
        window = running.window
        if window is None:
            raise VulkarError("seat.window", window=said.question)
        window.intents.hear(seat, said, value)
        return {"window": said.question, "taken": True}

    return await running.desks[seat].once(said, first)


def question_row(call: Call, question: Question) -> dict[str, Any]:
    """A question as its seat sees it; ``deadline_ms`` is how long it may still think."""
    left_ms = None
    if question.deadline_s is not None:
        left_ms = max(0, round((question.deadline_s - asyncio.get_running_loop().time()) * 1000))
    return {
        "question": question.name,
        "kind": question.kind,
        "pawn": question.pawn,
        "choices": [
            {"value": value, "text": _choice(call, question.ask, value)} for value in question.legal
        ],
        "deadline_ms": left_ms,
    }


def _choice(call: Call, ask: Ask | None, value: Any) -> dict[str, Any]:
    if ask is None:
        return {**text("choice.go_on")}
    return {**sitting_of(call).terms.rules.describe_choice(ask, value, call.house.names)}


def _window(call: Call, running: Running, seat: int) -> dict[str, Any] | None:
    window = running.window
    if window is None:
        return None
    ask = Ask(0, seat, "respond", None, ())
    offers = [{"value": v, "text": _choice(call, ask, v)} for v in window.intents.offers(seat)]
    row = {"window": window.intents.name, "offers": offers, "left_ms": window.left_ms}
    return row | {"asked": seat in window.asked, "said": window.intents.said(seat)}


def _said(call: Call, name: str) -> tuple[Running, int, Said]:
    seat = call.seat()
    running = running_of(call)
    said = Said(call.args.text("id"), call.args.text(name))
    sitting_of(call).there(sitting_of(call).seats.all[seat])
    return running, seat, said


OPS: Final[Ops] = {
    "view": (Role.SEAT, view),
    "answer": (Role.SEAT, answer),
    "intend": (Role.SEAT, intend),
}
