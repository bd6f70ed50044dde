"""What a person may do to a running game from above: stop, pause, correct, put back, amend.

A person outranks the sensors. Everything here is written into the audit log.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from vulkar.errors import VulkarError
from vulkar.island.panel import PanelLink
from vulkar.rules import Answer
from vulkar.service.ops import Call, Ops, Role
from vulkar.service.ops_table import running_of, sitting_of
from vulkar.service.pausing import MARSHAL
from vulkar.service.running import Running
from vulkar.table.amend import Amended, amend
from vulkar.table.causes import cause_of, check_value, seen_by_all
from vulkar.table.games import build_game, load_map
from vulkar.table.journal import AnswerRow
from vulkar.table.table import Table

if TYPE_CHECKING:
    from vulkar.service.house import House


class Work:
    """What people have been asked to do and that nobody waits for."""

    def __init__(self, house: House) -> None:
        del house
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, table: Table, pawns: list[str]) -> None:
        """Has people put the board back. A lost link is told by the link itself."""

        async def put_back() -> None:
            with suppress(VulkarError):
                await table.layout.put_back(table.island, table.windows.shown, pawns)

        task = asyncio.get_running_loop().create_task(put_back())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


# --- stop and go ------------------------------------------------------------------------------
async def estop(call: Call) -> dict[str, Any]:
    """Emergency stop, at the first touch: for everybody at the board, and for the marshal."""
    if not call.client.local:
        call.must_be(Role.MARSHAL)
    await _link(call).estop()
    return {}


async def clear(call: Call) -> dict[str, Any]:
    """Opens the latch of a stop, once somebody at the board has looked. Nothing is armed by it."""
    call.must_be_local()
    if not call.args.flag("looked"):
        raise VulkarError("marshal.look")
    people = running_of(call).people
    asked = people.asked("clear") if people is not None else None
    if people is not None and asked is not None:
        people.word(asked, True)  # the island waits for that word, and opens the latch itself
    else:
        await _link(call).clear()
    return {}


async def pause(call: Call) -> dict[str, Any]:
    """Nothing new begins; what is under way comes to its end. ``lasts``: over a restart as well,
    which a full disk can keep it from; the game is held in either case."""
    running, sitting = running_of(call), sitting_of(call)
    running.pausing.hold(True)
    async with call.house.one:
        try:
            if running.pausing.held:
                await sitting.hold(True)
        except VulkarError:
            return {"lasts": False}
    return {"lasts": True}


async def resume(call: Call) -> dict[str, Any]:
    """Ends the marshal's pause."""
    async with call.house.one:
        running = running_of(call)
        if not running.pausing.held:
            raise VulkarError("marshal.not_paused")
        await sitting_of(call).hold(False)
        running.pausing.hold(False)
        return {}


# --- a fireball before it counts --------------------------------------------------------------
async def correct(call: Call) -> dict[str, Any]:
    """The facts of the fireball that is settling, as rows; the rules hear these."""
    running, roll = running_of(call), call.args.whole("roll", 1, 2**31)
    running.settling.correct(_table(running).game, roll, call.args.any("facts"))
    return {}


async def accept(call: Call) -> dict[str, Any]:
    """The facts are as they are shown: nobody needs to wait any longer."""
    running_of(call).settling.accept(call.args.whole("roll", 1, 2**31))
    return {}


async def reroll(call: Call) -> dict[str, Any]:
    """The fireball that is settling does not count; another marble rolls in its place."""
    running_of(call).settling.again(call.args.whole("roll", 1, 2**31))
    return {}


# --- the board --------------------------------------------------------------------------------
async def place(call: Call) -> dict[str, Any]:
    """Says where a pawn truly stands. Where the rules have it elsewhere, people move it there."""
    table = _quiet(running_of(call))
    pawn, space = call.args.text("pawn"), call.args.text("space")
    belongs = table.windows.shown.standing().get(pawn)
    if belongs is None:
        raise call.args.wrong("pawn", "a pawn of this game")
    if space not in table.map.spaces:
        raise call.args.wrong("space", "a space of the map")
    if pawn in table.windows.shown.lying():
        raise VulkarError("marshal.lies", pawn=pawn)
    table.layout.stands(pawn, space)
    call.house.part(Work).begin(table, [])
    return {"belongs": belongs}


async def bump(call: Call) -> dict[str, Any]:
    """The island was disturbed: it is put back, and nothing of it counts."""
    table = _quiet(running_of(call))
    pawns = call.args.any("pawns") if call.args.has("pawns") else []
    known = table.windows.shown.standing()
    if not isinstance(pawns, list) or not all(pawn in known for pawn in pawns):
        raise call.args.wrong("pawns", "a list of pawns of this game")
    call.house.streams.tell("put_back", {"pawns": pawns})
    call.house.part(Work).begin(table, pawns)
    return {}


# --- what is done -----------------------------------------------------------------------------
async def amended(call: Call) -> dict[str, Any]:
    """Replaces the answer that brought about an event of the public stream; see the guide."""
    running = running_of(call)
    stream, n = call.args.text("stream"), call.args.whole("event", 1, 2**53)
    value = call.args.any("value")
    if stream != call.house.streams.stream:
        raise VulkarError("stream.gone")
    table = _table(running)
    rows = await table.keeper.run(table.journal.answers)
    number = _answer_of(running, rows, n, value)
    who = {"by": MARSHAL, "local": call.client.local}
    at_us = table.clock_us()
    result = await running.rewriting.rewrite(
        lambda table: _rewrite(table, number, value, at_us, who)
    )
    row = _told(result)
    call.house.streams.tell("amended", {**row, "event": n})
    return row


def _answer_of(running: Running, rows: Sequence[AnswerRow], n: int, value: Answer) -> int:
    """The question whose answer is meant: the one that made public event ``n`` happen."""
    if n not in running.told:
        raise VulkarError("amend.cause", event=n)
    number, event = running.told[n]
    turns = [at for i, (at, e) in running.told.items() if e.kind == "turn" and i <= n]
    since = turns[-1] if turns else 0
    row = cause_of(event, [row for row in rows if since <= row.number <= number])
    check_value(row, value)
    return row.number


def _rewrite(table: Table, number: int, value: Answer, at_us: int, who: dict[str, Any]) -> Amended:
    """Amends the journal of a table that stands still; writes nothing where nothing changes."""
    journal = table.journal
    game, opening = build_game(load_map(journal.setup), journal.setup)
    result = amend(game, opening, journal.answers(), table.chance.answer, number, value)
    if not result.same:
        note = {**who, "value": value, "dropped": [row.number for row in result.dropped]}
        journal.amend(number, result.rows, at_us, note)
    return result


def _told(result: Amended) -> dict[str, Any]:
    """What everybody may know of an amendment: no card, and no choice that tells of a hand."""
    seen = [row for row in result.dropped if seen_by_all(row)]
    return {
        "changed": not result.same,
        "dropped": [{"seat": row.asker if row.asker >= 0 else None} for row in seen],
        "fireballs": len(result.changed),
        "known": [asdict(known) for known in result.known],
        "dice": result.dice,
    }


def _table(running: Running) -> Table:
    if running.table is None:
        raise VulkarError("amend.late")
    return running.table


def _quiet(running: Running) -> Table:
    """The table, while no fireball is under way."""
    table = _table(running)
    if table.rolling:
        raise VulkarError("amend.rolling")
    return table


def _link(call: Call) -> PanelLink:
    opened = running_of(call).opened
    if opened is None or opened.link is None:
        raise VulkarError("marshal.no_link")
    return opened.link


OPS: Final[Ops] = {
    "estop": (Role.NOBODY, estop),
    "clear": (Role.MARSHAL, clear),
    "pause": (Role.MARSHAL, pause),
    "resume": (Role.MARSHAL, resume),
    "correct": (Role.MARSHAL, correct),
    "accept": (Role.MARSHAL, accept),
    "reroll": (Role.MARSHAL, reroll),
    "place": (Role.MARSHAL, place),
    "bump": (Role.MARSHAL, bump),
    "amend": (Role.MARSHAL, amended),
}
