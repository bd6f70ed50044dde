"""What a person may do to a running game from above: stop, pause, correct, put back.

A person outranks the sensors. Everything here is written into the audit log.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from vulkar.errors import VulkarError
from vulkar.island.panel import PanelLink
from vulkar.service.ops import Call, Ops, Role
from vulkar.service.ops_table import running_of, sitting_of
from vulkar.service.running import Running
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
    call.must_be_local_or_marshal()
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
    running.settling.correct(table_of(running).game, roll, call.args.any("facts"))
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
    running = running_of(call)
    table = table_of(running)
    pawn, space = call.args.text("pawn"), call.args.text("space")
    belongs = table.windows.shown.standing().get(pawn)
    if belongs is None:
        raise call.args.wrong("pawn", "a pawn of this game")
    if space not in table.map.spaces:
        raise call.args.wrong("space", "a space of the map")
    if pawn in table.windows.shown.lying():
        raise VulkarError("marshal.lies", pawn=pawn)
    work = call.house.part(Work)

    def stands(table: Table) -> None:
        table.layout.stands(pawn, space)
        work.begin(table, [])

    await _while_nothing_rolls(running, stands)
    return {"belongs": belongs}


async def bump(call: Call) -> dict[str, Any]:
    """The island was disturbed: it is put back, and nothing of it counts."""
    running = running_of(call)
    table = table_of(running)
    pawns = call.args.any("pawns") if call.args.has("pawns") else []
    known = table.windows.shown.standing()
    if not isinstance(pawns, list) or not all(pawn in known for pawn in pawns):
        raise call.args.wrong("pawns", "a list of pawns of this game")
    house = call.house

    def put_back(table: Table) -> None:
        house.streams.tell("put_back", {"pawns": pawns})
        house.part(Work).begin(table, pawns)

    await _while_nothing_rolls(running, put_back)
    return {}


def table_of(running: Running) -> Table:
    """Raises ``VulkarError("amend.late")`` while its journal is read, or an error mended."""
    if running.table is None:
        raise VulkarError("amend.late")
    return running.table


async def _while_nothing_rolls(running: Running, change: Callable[[Table], None]) -> None:
    """Calls ``change``; a fireball that waits is taken back first, and ordered anew after it.

    Raises ``VulkarError("amend.rolling")`` where its marble was let go.
    """
    table = table_of(running)
    if table.rolling:
        await running.rewriting.rewrite(lambda table: None, change)
    else:
        change(table)


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
}
