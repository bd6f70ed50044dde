"""Opening a latch of the controller by people's word: what is latched, why, and what to look at.

A latched fault or emergency stop keeps every output off. Only somebody who has looked at the board
may open it, so the word is asked for each latch anew.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from vulkar.errors import VulkarError
from vulkar.island.latches import STOP, latch_error
from vulkar.island.people_text import latch_said, speak
from vulkar.island.port import People, Question
from vulkar.link import failures, names, wire
from vulkar.link.controller import Controller

REFUSALS: Final = 5  # of CLEAR, whose cause is still there: then the game ends
STATES: Final = (names.STATES[wire.ESTOPPED], names.STATES[wire.FAULTED])


def is_latched(error: VulkarError) -> bool:
    """Whether a command was refused or cut short by a latch."""
    if error.code == "link.stopped":
        return error.params["state"] in STATES
    return error.code == "link.refused" and error.params["result"] == wire.LATCHED


async def open_latches(
    link: Controller, people: People, permit: Callable[[], Awaitable[None]], *, stop_by_key: bool
) -> None:
    """Returns once nothing is latched; the controller is disarmed then.

    With ``stop_by_key`` an emergency stop is a panel's matter and stays: raises link.refused. Where
    people say no, and where the cause stays however often they say yes, raises the latch's error.
    """
    refusals = 0
    while (latched := await link.latched()) is not None:
        if latched == STOP and stop_by_key:
            raise failures.refused("arm", wire.LATCHED, latched)
        people.say(latch_said(latched))
        if refusals == REFUSALS or not await people.ask(Question("clear", number=latched)):
            raise latch_error(latched)
        await permit()
        if await link.latched() != latched:
            continue  # the word was not about this
        try:
            await link.clear()
        except VulkarError as error:
            if not is_latched(error):
                raise
            refusals += 1
            people.say(speak("latch_stays"))
