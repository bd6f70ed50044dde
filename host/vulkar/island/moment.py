"""One moment of a board: what it feels, how its servos stand, how its cable does. Plain values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from vulkar.devices.board_model import Board
from vulkar.link.names import RESET_CAUSES


@dataclass(frozen=True, slots=True)
class Sensor:
    """A hall sensor: its debounced word, field in mT, and whether it ever read anything else.

    ``changed_s``: how long ago its word changed; None: not since this connection.
    """

    present: bool
    field_mt: float
    flat: bool = False
    changed_s: float | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """What is known of a board at one time. Pulses in us, None: not known to the controller."""

    port: str
    firmware: str
    board_id: str
    reset_cause: int
    state: str
    sensors: tuple[Sensor, ...]
    marbles: dict[str, bool]
    servos: dict[str, tuple[int | None, bool]]  # pulse, driven now
    gates: dict[str, str]  # phase since somebody looks on
    stats: dict[str, Any]
    console: tuple[str, ...] = ()
    warning: str = ""
    recent: tuple[str, ...] = field(default=())  # the last events in words, newest last

    def as_json(self, board: Board) -> dict[str, Any]:
        """For programs: the same with names."""
        return {
            "port": self.port,
            "firmware": self.firmware,
            "board_id": self.board_id,
            "reset_cause": RESET_CAUSES.get(self.reset_cause, str(self.reset_cause)),
            "state": self.state,
            "halls": {
                place(board, number): {
                    "present": sensor.present,
                    "field_mt": round(sensor.field_mt, 2),
                    "flat": sensor.flat,
                }
                for number, sensor in enumerate(self.sensors)
            },
            "marbles": self.marbles,
            "servos": {
                name: {"pulse_us": pulse, "value": value_of(board, name, pulse), "driven": driven}
                for name, (pulse, driven) in self.servos.items()
            },
            "gates": self.gates,
            "link": self.stats,
            "console": list(self.console),
            "warning": self.warning,
        }


def place(board: Board, number: int) -> str:
    """A sensor by its space, with the slot where there are several."""
    space, slot = board.halls.sensors[number]
    return f"{space}:{slot}" if slot else space


def value_of(board: Board, servo: str, pulse_us: int | None) -> float | None:
    """What a pulse means for a servo: degrees, or an opening; None where it is not known."""
    return None if pulse_us is None else round(board.servos[servo].to_value(pulse_us), 2)
