"""pytransitions/transitions#639: a callback raised, and the machine took no event any more."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from tests.faults.report import fault
from tests.island.chain import BOARD, ISLAND, LazyHands, make
from tests.link.chip import Still, on_chip
from vulkar.devices.machine import ANY, Machined, Step, Table
from vulkar.devices.tables import DEVICES
from vulkar.errors import VulkarError
from vulkar.island.sequence import ROLL
from vulkar.link.controller import Controller
from vulkar.link.events import Event, EventKind
from vulkar.sim.boardwire import wiring_of
from vulkar.sim.faults.cradles import Cradles
from vulkar.sim.faults.run import BRISK, QUICK
from vulkar.sim.lockstep import Lockstep, Sim

TABLES = (*DEVICES, ROLL)
ERRORS = (ValueError("planted"), asyncio.CancelledError(), KeyboardInterrupt())


class Probe(Machined):
    """A device on any table whose observer raises."""

    def __init__(self, table: Table, state: str) -> None:
        super().__init__(table, self.look)
        self._machine.set_state(state)
        self.error: BaseException | None = None

    def look(self, name: str, state: str) -> None:
        error, self.error = self.error, None
        if error is not None:
            raise error


def steps(table: Table) -> list[tuple[str, Step]]:
    return [
        (state, step)
        for step in table.steps
        for state in (table.states if ANY in step.sources else step.sources)
    ]


@fault(
    "pytransitions/transitions#639",
    holds="An error, a cancellation or Ctrl-C in the callback of any step of any device's table: "
    "the step is made, the error comes out, and every event that the table allows next works.",
    sees="the error itself",
)
@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_after_any_callback_that_raises_every_next_event_works(
    table: Table, error: BaseException
) -> None:
    for state, step in steps(table):
        for after, following in steps(table):
            if after != step.dest:
                continue
            device = Probe(table, state)
            device.error = error
            with pytest.raises(type(error)):
                device.fire(step.event)
            assert device.state == step.dest
            device.fire(following.event)
            assert device.state == following.dest


@fault(
    "pytransitions/transitions#639",
    holds="On the whole board, each step of a roll and of its devices raises once or is cancelled: "
    "the roll ends with that error, the board is disarmed, and the next roll works.",
    sees="the error itself; the game can be resumed",
)
def test_a_roll_whose_callbacks_raise_is_followed_by_one_that_works() -> None:
    world = Cradles(ISLAND)
    planted: list[tuple[str, str]] = []

    async def main(sim: Sim) -> None:
        hands = LazyHands(world, ISLAND, random.Random(7), BRISK)
        chain = make(sim, 7, hands)
        chain.island.parts.timing = QUICK
        await chain.island.open()
        await chain.stand(red="BR6")
        await chain.roll("I_S", release_id=1, red="BR6")
        places = sorted(set(chain.states) - {("island", "ready"), ("island", "closed")})
        number = 1
        for at, place in enumerate(places):
            armed = True

            def explode(name: str, state: str, at: int = at, place: Any = place) -> None:
                nonlocal armed
                if armed and (name, state) == place:
                    armed = False
                    planted.append(place)
                    raise ERRORS[at % 2]

            chain.hooks[:] = [explode]
            for _ in range(3):
                number += 1
                try:
                    report = await chain.roll("I_S", release_id=number, red="BR6")
                except (ValueError, asyncio.CancelledError):
                    await asyncio.sleep(2.0)
                    assert chain.island.parts.link.state != "armed", place
                    assert chain.island.state == "ready", place
                else:
                    assert report.release_id == number
                    if not armed:
                        break
            else:
                raise AssertionError(f"no roll works after {place}")
        assert len(planted) >= len(places) - 2
        await chain.island.close()

    with Lockstep(wiring_of(BOARD, ISLAND), world, 7) as session:
        session.run(main)


@fault(
    "pytransitions/transitions#639",
    holds="A subscriber of the link's events raises at every one of them, or is cancelled: every "
    "other subscriber hears them all, and commands are answered as before.",
    sees="the traceback on stderr",
)
@pytest.mark.parametrize("error", ERRORS[:2], ids=lambda error: type(error).__name__)
def test_a_subscriber_that_raises_does_not_hold_the_link_up(error: BaseException) -> None:
    async def main(sim: Sim, world: Still) -> None:
        told: list[Event] = []
        reported: list[object] = []
        asyncio.get_running_loop().set_exception_handler(
            lambda loop, context: reported.append(context.get("exception"))
        )

        def raises(event: Event) -> None:
            raise error

        controller = Controller(sim.transport, BOARD)
        controller.subscribe(raises)
        controller.subscribe(told.append)
        await controller.connect()
        await controller.arm()
        world.field[3] = 35.0
        await controller.servo("turret", 1500)
        await controller.release("A", "east", 1)
        await asyncio.sleep(1.5)
        assert await controller.ping() > 0 and controller.state == "armed"
        kinds = [event.kind for event in told]
        for kind in (EventKind.STATE, EventKind.HALL, EventKind.SERVO_DONE, EventKind.MARBLE):
            assert kind in kinds
        assert kinds.count(EventKind.GATE) == 2
        assert reported == [error] * len(told)
        sim.unplug()
        with pytest.raises(VulkarError):
            await controller.ping()
        assert told[-1].kind is EventKind.LOST

    on_chip(main)
