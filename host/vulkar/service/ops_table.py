"""Operations on the table of now: made, started, abandoned, played once more."""

from __future__ import annotations

from typing import Any, Final

from vulkar.errors import VulkarError
from vulkar.service.ops import Call, Ops, Role
from vulkar.service.ops_fire import firing_of
from vulkar.service.pausing import ERROR
from vulkar.service.running import Running
from vulkar.service.sitting import Sitting, State
from vulkar.service.terms import read_terms


async def create(call: Call) -> dict[str, Any]:
    """A new table; the keys of its seats are told this once."""
    house = call.house
    async with house.one:
        if house.sitting is not None and house.sitting.state is State.RUNNING:
            raise VulkarError("table.state", state=State.RUNNING)
        terms = read_terms(call.args, house.place.map, house.place.board_id)
        sitting, keys = await Sitting.make(house, house.next_number(), terms)
        await house.seat(sitting)
        rows = [{"seat": seat, "key": key} for seat, key in keys.items()]
        return {"number": sitting.number, "keys": rows}


async def start(call: Call) -> dict[str, Any]:
    """Begins the game: for the marshal, or anybody who holds a seat."""
    call.must_be(Role.SEAT, Role.MARSHAL)
    async with call.house.one:
        sitting = _in(call, State.OPEN)
        await sitting.start()
        return {"number": sitting.number}


async def abandon(call: Call) -> dict[str, Any]:
    """Ends the game unfinished."""
    async with call.house.one:
        await _in(call, State.RUNNING, State.OPEN).abandon()
        return {}


async def rematch(call: Call) -> dict[str, Any]:
    """The same people in the same seats once more, on the same terms."""
    call.must_be(Role.SEAT, Role.MARSHAL)
    house = call.house
    async with house.one:
        before = _in(call, State.OVER, State.ABANDONED)
        await before.stop()
        sitting, _ = await Sitting.make(house, house.next_number(), before.terms, before)
        await house.seat(sitting, again=True)
        if all(seat.state != "open" for seat in sitting.seats.all):
            await sitting.start()
        return {"number": sitting.number, "state": sitting.state}


async def state(call: Call) -> dict[str, Any]:
    """The table as everybody may see it; null while there is none."""
    sitting = call.house.sitting
    row = sitting.to_json() if sitting is not None else None
    session = call.session
    me = None
    if session is not None:
        me = {"seats": sorted(session.seats), "shown": session.shown, "marshal": session.marshal}
    fire = call.house.part(firing_of).state()
    return {"stream": call.house.streams.stream, "table": row, "me": me, "fire": fire}


async def retry(call: Call) -> dict[str, Any]:
    """Takes the game up from its journal after an error has paused it."""
    call.must_be(Role.SEAT, Role.MARSHAL)
    pausing = running_of(call).pausing
    if pausing.now is None or pausing.now.by != ERROR:
        raise VulkarError("table.not_paused")
    pausing.mended()
    return {}


def sitting_of(call: Call) -> Sitting:
    """The table of now. Raises ``VulkarError("table.none")``."""
    if call.house.sitting is None:
        raise VulkarError("table.none")
    return call.house.sitting


def running_of(call: Call) -> Running:
    """The running game. Raises ``VulkarError("table.state")``."""
    running = _in(call, State.RUNNING).running
    assert running is not None
    return running


def _in(call: Call, *states: State) -> Sitting:
    sitting = sitting_of(call)
    if sitting.state not in states:
        raise VulkarError("table.state", state=sitting.state)
    return sitting


OPS: Final[Ops] = {
    "table.create": (Role.MARSHAL, create),
    "table.start": (Role.SPECTATOR, start),
    "table.abandon": (Role.MARSHAL, abandon),
    "table.rematch": (Role.SPECTATOR, rematch),
    "table.state": (Role.NOBODY, state),
    "retry": (Role.SPECTATOR, retry),
}
