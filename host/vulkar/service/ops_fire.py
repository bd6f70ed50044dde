"""Operations of arming and of the trigger: ``fire``, ``arm``, ``disarm``, ``veto``."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, Final

from vulkar.island.port import RollOrder
from vulkar.service.fireball import step_row
from vulkar.service.firing import Firing
from vulkar.service.ops import Call, Ops, Role

if TYPE_CHECKING:
    from vulkar.service.house import House

SECRET_BYTES: Final = 32
# What shows that somebody at the board is with it. Looking on, or staying subscribed, does not.
ACTIONS: Final = frozenset(
    {"answer", "intend", "fire", "arm", "word", "accept", "correct", "place", "bump", "resume"}
)


def firing_of(house: House) -> Firing:
    """For ``house.part(firing_of)``: the firing of the house's board, from one game to the next."""

    def tell(kind: str, data: dict[str, Any], text: Any) -> None:
        house.streams.tell(kind, data, text)

    def step(state: str, order: RollOrder) -> None:
        house.streams.tell("fireball", step_row(state, order))

    firing = Firing(tell, secrets.token_bytes(SECRET_BYTES))
    firing.steps.on_step = step
    return firing


async def fire(call: Call) -> dict[str, Any]:
    """Pulls the seat's trigger, see ``Trigger.fire``."""
    args = call.args
    pull = (args.text("question"), args.text("id"), args.text("nonce"))
    return call.house.part(firing_of).fire(call.seat(), *pull, call.client.local)


async def arm(call: Call) -> dict[str, Any]:
    """Whoever arms sees the board: the marshal, on the local network."""
    call.must_be_local()
    firing = call.house.part(firing_of)
    firing.arm()
    return firing.state()


async def disarm(call: Call) -> dict[str, Any]:
    """Always allowed to the marshal, and to everybody at the board."""
    call.must_be_local_or_marshal()
    firing = call.house.part(firing_of)
    await firing.disarm()
    return firing.state()


async def veto(call: Call) -> dict[str, Any]:
    """Takes an announced fireball back: for everybody at the board, and for the marshal."""
    call.must_be_local_or_marshal()
    call.house.part(firing_of).veto()
    return {}


def acted(call: Call) -> None:
    """An operation was done: at the board it keeps what is armed armed."""
    if call.client.local and call.op in ACTIONS:
        call.house.part(firing_of).act()


OPS: Final[Ops] = {
    "fire": (Role.SEAT, fire),
    "arm": (Role.MARSHAL, arm),
    "disarm": (Role.SPECTATOR, disarm),
    "veto": (Role.SPECTATOR, veto),
}
