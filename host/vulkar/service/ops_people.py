"""Operations of the people at the board: their word."""

from __future__ import annotations

from typing import Any, Final

from vulkar.errors import VulkarError
from vulkar.service.messages import MOST_ID
from vulkar.service.ops import Call, Ops, Role
from vulkar.service.ops_table import running_of
from vulkar.service.people import PeopleDesk


async def word(call: Call) -> dict[str, Any]:
    """Answers a question to the people at the board.

    For somebody with a seat on the local network, who can see the board, and for the marshal.
    What is latched is opened by a marshal who is there, and by nobody else.
    """
    call.must_be(Role.SEAT, Role.MARSHAL)
    if not call.who.marshal:
        call.must_be_local()
    number, desk = call.args.whole("number", 0, MOST_ID), desk_of(call)
    if number == desk.asked("clear"):
        call.must_be(Role.MARSHAL)
        call.must_be_local()
    desk.word(number, call.args.any("value"))
    return {}


def desk_of(call: Call) -> PeopleDesk:
    """The people of the running game. Raises ``VulkarError``: table.none, table.state,
    people.none."""
    desk = running_of(call).people
    if desk is None:
        raise VulkarError("people.none")
    return desk


OPS: Final[Ops] = {"word": (Role.SPECTATOR, word)}
