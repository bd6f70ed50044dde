"""Operations on seats: who comes, goes, changes places, and whose seat a device shows."""

from __future__ import annotations

from typing import Any, Final

from vulkar.errors import VulkarError
from vulkar.service.messages import fault_of
from vulkar.service.names import apart, clean_name
from vulkar.service.ops import Call, Ops, Role
from vulkar.service.ops_table import sitting_of
from vulkar.service.seats import Seat
from vulkar.service.sitting import State
from vulkar.service.terms import OPEN


async def look(call: Call) -> dict[str, Any]:
    """Which seat a key is for; changes nothing, however often it is asked."""
    sitting = sitting_of(call)
    seat = sitting.seats.of_key(call.args.text("key"))
    taken = seat.session is not None and seat.session is not call.session
    return {"seat": seat.to_json(), "state": sitting.state, "taken": taken}


async def claim(call: Call) -> dict[str, Any]:
    """Takes the seat of a key. Who has a session already holds one seat more by it."""
    async with call.house.one:
        sitting = sitting_of(call)
        seat = sitting.seats.of_key(call.args.text("key"))
        name = _name(call, seat, clean_name(call.args.text("name", 200, default=seat.name)))
        if seat.session is not None and seat.session is not call.session:
            raise VulkarError("seat.taken", seat=seat.number + 1)
        credential = None
        session = call.session
        if session is None:
            session, credential = await call.house.sessions.open(kept=True)
        elif not session.kept:
            await call.house.sessions.keep(session)
        await sitting.seats.claim(seat, session, name)
        _there(call, seat)
        return {"seat": seat.to_json(), "credential": credential}


async def watch(call: Call) -> dict[str, Any]:
    """A session that looks on."""
    if call.session is not None:
        return {"credential": None}
    _, credential = await call.house.sessions.open()
    return {"credential": credential}


async def leave(call: Call) -> dict[str, Any]:
    """Gives the seat up; its link opens it again for whoever comes."""
    session = call.who
    async with call.house.one:
        call.seat()  # it may have been given up, and taken by another, while this waited
        seat = _seat(call)
        await sitting_of(call).seats.free(seat, new_key=False)
        why = fault_of(VulkarError("seat.other", seat=seat.number + 1))
        call.house.streams.close(session, why, (seat.number,))
        _there(call, seat)
        return {}


async def kick(call: Call) -> dict[str, Any]:
    """Takes a seat from whoever sits there; the old link is void, the new one is told this once."""
    house = call.house
    async with house.one:
        seat = _seat(call)
        session = seat.session
        key = await sitting_of(call).seats.free(seat, new_key=True)
        if session is not None and not session.seats and not session.marshal:
            await house.sessions.revoke(session)
        elif session is not None:
            why = fault_of(VulkarError("seat.other", seat=seat.number + 1))
            house.streams.close(session, why, (seat.number,))
        _there(call, seat)
        return {"key": key}


async def link(call: Call) -> dict[str, Any]:
    """Another key for a seat that nobody has taken, told this once; its link of before is void.

    Keys are kept as hashes only, so a page that is to show a link once more needs a new one.
    """
    call.must_be_local()
    async with call.house.one:
        seat = _seat(call)
        if seat.session is not None:
            raise VulkarError("seat.taken", seat=seat.number + 1)
        return {"key": await sitting_of(call).seats.free(seat, new_key=True)}


async def swap(call: Call) -> dict[str, Any]:
    """Two seats change places, before the game: during it they would see each other's hands."""
    async with call.house.one:
        sitting = sitting_of(call)
        if sitting.state is not State.OPEN:
            raise VulkarError("table.state", state=sitting.state)
        one, other = _seat(call), _seat(call, "other")
        await sitting.seats.swap(one, other)
        for seat in (one, other):
            _there(call, seat)
        return {}


async def rename(call: Call) -> dict[str, Any]:
    """Another name: for the seat itself, or the marshal."""
    seat = _seat(call)
    if not call.who.marshal:
        call.seat()
    name = clean_name(call.args.text("name", 200))
    if not name:
        raise VulkarError("seat.name")
    async with call.house.one:
        name = _name(call, seat, name)
        await sitting_of(call).seats.rename(seat, name)
        sitting_of(call).tell_seat(seat)
        return {"name": name}


async def back(call: Call) -> dict[str, Any]:
    """The seat's person is back, and plays on instead of the bot."""
    seat = _seat(call)
    sitting_of(call).there(seat)
    return {"seat": seat.to_json()}


async def handover(call: Call) -> dict[str, Any]:
    """The device shows this one of its seats from now on, and no other's hand."""
    call.who.shown = call.seat()
    return {"shown": call.who.shown}


def _seat(call: Call, arg: str = "seat") -> Seat:
    seats = sitting_of(call).seats.all
    seat = seats[call.args.whole(arg, 0, len(seats) - 1)]
    if seat.kind != OPEN:
        raise VulkarError("seat.bot", seat=seat.number + 1)
    return seat


def _name(call: Call, seat: Seat, name: str) -> str:
    """The name, told apart from what the other seats and their pawns are called."""
    others = [other for other in sitting_of(call).seats.all if other is not seat]
    return apart(name, seat.number + 1, [text for o in others for text in (o.name, o.pawn)])


def _there(call: Call, seat: Seat) -> None:
    """The seat has changed hands."""
    sitting_of(call).tell_seat(seat)
    sitting_of(call).there(seat)


OPS: Final[Ops] = {
    "join.look": (Role.NOBODY, look),
    "join.claim": (Role.NOBODY, claim),
    "join.watch": (Role.NOBODY, watch),
    "seat.leave": (Role.SEAT, leave),
    "seat.kick": (Role.MARSHAL, kick),
    "seat.link": (Role.MARSHAL, link),
    "seat.swap": (Role.MARSHAL, swap),
    "seat.rename": (Role.SPECTATOR, rename),
    "seat.back": (Role.SEAT, back),
    "seat.handover": (Role.SEAT, handover),
}
