"""Every value that counts for a board, and which file said it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from pydantic import BaseModel

from vulkar.devices.board_file import BoardFile
from vulkar.devices.board_model import Board
from vulkar.devices.calibration_file import Calibration

LONG: Final = 6  # a list of more values is counted, not shown


class Row(NamedTuple):
    """One value; ``source`` is default, board or calibration."""

    key: str
    value: str
    source: str


def effective(shape: BoardFile, board: Board, found: Calibration | None) -> Iterator[Row]:
    """In the order of the file, then one row for each calibrated sensor."""
    measured = dict(_measured(board, found)) if found else {}
    for key, value, given in _values(shape, "", True):
        if key in measured:
            yield Row(key, _text(measured[key]), "calibration")
        else:
            yield Row(key, _text(value), "board" if given else "default")
    for sensor in sorted(board.halls.measured):
        space, slot = board.halls.sensors[sensor]
        name = f"{space}:{slot}" if slot else space
        zero, above, below = board.halls.limits(sensor)
        text = f"zero {zero}, present {above}, gone {below} counts"
        yield Row(f"halls.sensor.{name}", text, "calibration")


def _measured(board: Board, found: Calibration) -> Iterator[tuple[str, Any]]:
    """The keys of the board file that a calibration stands in for, with what counts now."""
    for name, part in found.servo.items():
        servo = board.servos[name]
        yield f"servo.{name}.min_us", servo.min_us
        yield f"servo.{name}.max_us", servo.max_us
        if part.points is not None:
            yield f"servo.{name}.points", [{"us": us, "value": v} for us, v in servo.points]
    for source, opened in found.gate.items():
        gate = board.gates[source]
        if opened.closed_us is not None:
            yield f"gate.{source}.closed_us", gate.closed_us
        if opened.ways is not None:
            yield f"gate.{source}.ways", gate.ways
        if opened.leave_ms:
            yield f"gate.{source}.open_ms", gate.open_ms
    for name in found.diverter:
        yield f"diverter.{name}.ways", board.diverters[name].ways


def _values(node: BaseModel, prefix: str, given: bool) -> Iterator[tuple[str, Any, bool]]:
    for name in type(node).model_fields:
        value = getattr(node, name)
        here = given and name in node.model_fields_set
        key = f"{prefix}.{name}" if prefix else name
        if isinstance(value, BaseModel):
            yield from _values(value, key, here)
        elif isinstance(value, dict) and any(isinstance(v, BaseModel) for v in value.values()):
            for inner, part in value.items():
                yield from _values(part, f"{key}.{inner}", here)
        else:
            yield key, _plain(value), here


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [item.model_dump() if isinstance(item, BaseModel) else item for item in value]
    return value


def _text(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, dict):
        return ", ".join(f"{name} {_text(item)}" for name, item in value.items())
    if isinstance(value, list):
        if len(value) > LONG and not isinstance(value[0], dict):
            return f"{len(value)} values: {value[0]} ... {value[-1]}"
        if value and isinstance(value[0], dict):
            return ", ".join(f"{item['us']} us = {item['value']:g}" for item in value)
        return ", ".join(_text(item) for item in value)
    return str(value)
