"""``board.look``: what the board of the running game feels, for whoever has to put it right.

One look serves everybody who asks within :data:`EVERY_S`, so that the link has the same little to
do whoever asks.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from vulkar.devices.board_model import TURRET, Board
from vulkar.errors import VulkarError
from vulkar.island.moment import Moment, value_of
from vulkar.island.onlooker import Onlooker
from vulkar.link.names import RESET_CAUSES
from vulkar.service.ops import Call, Ops, Role
from vulkar.service.ops_table import running_of

if TYPE_CHECKING:
    from vulkar.service.house import House

EVERY_S: Final = 0.5
CONSOLE_LINES: Final = 20


class Looks:
    """The newest look at a board."""

    def __init__(self, house: House) -> None:
        del house
        self._one = asyncio.Lock()
        self._of: Onlooker | None = None
        self._newest: Moment | None = None
        self._taken_s = 0.0

    async def newest(self, onlooker: Onlooker) -> tuple[Moment, float]:
        """A look that is at most :data:`EVERY_S` old, and its age in seconds.

        Raises the link's errors.
        """
        async with self._one:
            now_s = asyncio.get_running_loop().time
            old = onlooker is not self._of or now_s() - self._taken_s >= EVERY_S
            if self._newest is None or old:
                self._newest = await onlooker.look()
                self._of, self._taken_s = onlooker, now_s()
            return self._newest, now_s() - self._taken_s


async def look(call: Call) -> dict[str, Any]:
    """The board as its sensors, servos and link say, beside where the rules have the pawns.

    ``link``: here, lost, or none where the board has no controller; only if it is here, the rest
    is. ``fault`` is the error that has paused the game, with its parameters.
    """
    running = running_of(call)
    pause, opened = running.pausing.now, running.opened
    fault = pause.fault if pause is not None else None
    row: dict[str, Any] = {"link": "lost", "fault": fault and fault.to_json()}
    if opened is not None and opened.link is None:
        return row | {"link": "none"}
    onlooker = opened.onlooker() if opened is not None else None
    if onlooker is None:
        return row
    try:
        moment, age_s = await call.house.part(Looks).newest(onlooker)
    except VulkarError as exc:
        if not exc.code.startswith("link."):
            raise
        return row
    standing = running.shown.standing() if running.shown is not None else {}
    row |= {"link": "here", "age_ms": round(age_s * 1000), "standing": standing}
    return row | look_row(moment, onlooker.board)


def look_row(moment: Moment, board: Board) -> dict[str, Any]:
    """A moment as it is sent: fields in mT, pulses in us, times in ms."""
    stats, supply = moment.stats, board.supply
    return {
        "port": moment.port,
        "firmware": moment.firmware,
        "controller": moment.board_id,
        "state": moment.state,
        "started": RESET_CAUSES.get(moment.reset_cause, ""),
        "halls": [
            {
                "space": space,
                "slot": slot,
                "mt": round(sensor.field_mt, 1),
                "present": sensor.present,
                "dead": sensor.flat,
                "changed_ms": None if sensor.changed_s is None else round(sensor.changed_s * 1000),
            }
            for (space, slot), sensor in zip(board.halls.sensors, moment.sensors, strict=True)
        ],
        "limits": {"present_mt": board.halls.present_mt, "gone_mt": board.halls.gone_mt},
        "marbles": moment.marbles,
        "servos": [_servo(moment, board, name) for name in moment.servos],
        "stats": stats,
        "supply": supply
        and {"mv": stats["chip_supply_mv"], "low_mv": supply.low_mv, "sag_mv": supply.sag_mv},
        "console": list(moment.console[-CONSOLE_LINES:]),
        "recent": list(moment.recent),
        "warning": moment.warning,
    }


def _servo(moment: Moment, board: Board, name: str) -> dict[str, Any]:
    """``kind``: turret, gate or plate; ``phase``: a gate's. ``value`` is in the servo's own unit:
    compass degrees, or an opening."""
    pulse_us, driven = moment.servos[name]
    servo = board.servos[name]
    gates: Mapping[str, str] = {gate.servo.name: source for source, gate in board.gates.items()}
    source = gates.get(name)
    kind = "gate" if source is not None else "turret" if name == TURRET else "plate"
    return {
        "name": name,
        "kind": kind,
        "source": source,
        "phase": moment.gates.get(source) if source is not None else None,
        "pulse_us": pulse_us,
        "value": value_of(board, name, pulse_us),
        "driven": driven,
        "limits_us": [servo.min_us, servo.max_us],
        "limits": [round(servo.to_value(us), 2) for us in (servo.min_us, servo.max_us)],
    }


OPS: Final[Ops] = {"board.look": (Role.MARSHAL, look)}
