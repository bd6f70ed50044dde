"""A board with what was measured on it: which file counts, and what it may change.

A calibration narrows and corrects, it never widens: its pulses lie within the board file's limits.
A broken one is set aside, and from then on nothing of that board is armed until it is calibrated
again or its backup is restored; the board file's own values would aim at the wrong place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Final, TypeAlias

from vulkar.devices.board import load_board
from vulkar.devices.board_model import Board, Diverter, Gate, Halls, HallSlot, Servo
from vulkar.devices.calibration_file import (
    Calibration,
    broken_path,
    calibration_path,
    read_calibration,
)
from vulkar.errors import VulkarError

LEAVE_SLACK_MS: Final = 200  # a gate stays open so much longer than its slowest marble took
OPEN_MAX_MS: Final = 3000  # the firmware refuses more
Wrong: TypeAlias = Callable[[str], VulkarError]  # (reason)


def load_calibrated(name_or_path: str | Path) -> Board:
    """A board by its name or file, with its calibration. Raises what both readings raise."""
    return calibrated(load_board(name_or_path))


def load_to_look(name_or_path: str | Path) -> tuple[Board, VulkarError | None]:
    """As :func:`load_calibrated`, for programs that only look: where the calibration is broken, the
    board as its file says and the error. Nothing may be armed with that one."""
    try:
        return load_calibrated(name_or_path), None
    except VulkarError as exc:
        if exc.code != "calibration.broken":
            raise
        return load_board(name_or_path), exc


def calibrated(board: Board) -> Board:
    """The board with its calibration, where there is one.

    Raises ``VulkarError("calibration.broken")`` where the newest one cannot be read; it has been
    set aside by then.
    """
    path = calibration_path(board.path)
    aside = broken_path(path)
    if path.is_file():
        try:
            return apply(board, read_calibration(path), path)
        except VulkarError as exc:
            set_aside(path)
            raise _broken(board, aside, exc.params["reason"]) from exc
    if aside.is_file():
        raise _broken(board, aside, "it was set aside earlier")
    return board


def set_aside(path: Path) -> None:
    """Renames a broken calibration, so that it can be looked at and is not read again."""
    try:
        path.replace(broken_path(path))
    except OSError as exc:
        raise VulkarError("file.unwritable", path=path, reason=exc.strerror) from exc


def _broken(board: Board, aside: Path, reason: object) -> VulkarError:
    return VulkarError("calibration.broken", board=board.id, path=aside, reason=reason)


def apply(board: Board, found: Calibration, path: Path) -> Board:
    """The board with the measured values. Raises ``VulkarError("calibration.bad")`` where they
    are of another board, name what it has not, or lie beyond its limits."""

    def wrong(reason: str) -> VulkarError:
        return VulkarError("calibration.bad", path=path, line=1, reason=reason)

    head = found.calibration
    if head.board != board.id:
        raise wrong(f"it belongs to board '{head.board}', not to '{board.id}'")
    for kind, known, named in (
        ("servo", board.servos, found.servo),
        ("gate", board.gates, found.gate),
        ("diverter", board.diverters, found.diverter),
    ):
        for name in named:
            if name not in known:
                raise wrong(f"the board has no {kind} '{name}'")
    servos = {name: _servo(servo, found, wrong) for name, servo in board.servos.items()}
    return replace(
        board,
        servos=servos,
        gates={s: _gate(gate, servos, found, wrong) for s, gate in board.gates.items()},
        diverters={d: _plate(plate, servos, found, wrong) for d, plate in board.diverters.items()},
        halls=_halls(board.halls, found, wrong),
        controller_id=head.controller,
    )


def _servo(servo: Servo, found: Calibration, wrong: Wrong) -> Servo:
    new = found.servo.get(servo.name)
    if new is None:
        return servo
    if not servo.min_us <= new.min_us < new.max_us <= servo.max_us:
        raise wrong(f"the end stops of servo '{servo.name}' lie beyond the board's limits")
    points = servo.points
    if new.points is not None:
        points = tuple(sorted((point.us, point.value) for point in new.points))
        values = {value for _, value in points}
        if len({us for us, _ in points}) < len(points) or len(values) < len(points):
            raise wrong(f"two points of servo '{servo.name}' are the same")
        _within(servo.name, new.min_us, new.max_us, (us for us, _ in points), wrong)
    return replace(servo, min_us=new.min_us, max_us=new.max_us, points=points)


def _within(name: str, low: int, high: int, pulses: Iterable[int], wrong: Wrong) -> None:
    for pulse in pulses:
        if not low <= pulse <= high:
            raise wrong(f"{pulse} us is beyond the end stops of servo '{name}'")


def _gate(gate: Gate, servos: dict[str, Servo], found: Calibration, wrong: Wrong) -> Gate:
    servo = servos[gate.servo.name]
    new = found.gate.get(gate.source)
    closed_us, ways, open_ms = gate.closed_us, gate.ways, gate.open_ms
    if new is not None:
        closed_us = new.closed_us or closed_us
        ways = _ways(f"gate '{gate.source}'", gate.ways, new.ways or gate.ways, wrong)
        open_ms = max([open_ms, *(ms + LEAVE_SLACK_MS for ms in new.leave_ms)])
    _within(servo.name, servo.min_us, servo.max_us, (closed_us, *ways.values()), wrong)
    open_ms = min(open_ms, OPEN_MAX_MS)
    if open_ms + servo.settle_ms > servo.budget_ms // 2:
        raise wrong(f"gate '{gate.source}' open for {open_ms} ms is beyond its servo's budget_ms")
    return replace(gate, servo=servo, closed_us=closed_us, ways=ways, open_ms=open_ms)


def _plate(plate: Diverter, servos: dict[str, Servo], found: Calibration, wrong: Wrong) -> Diverter:
    servo = servos[plate.servo.name]
    new = found.diverter.get(plate.id)
    ways = plate.ways
    if new is not None:
        ways = _ways(f"diverter '{plate.id}'", plate.ways, new.ways, wrong)
    _within(servo.name, servo.min_us, servo.max_us, ways.values(), wrong)
    return replace(plate, servo=servo, ways=ways)


def _ways(what: str, old: dict[str, int], new: dict[str, int], wrong: Wrong) -> dict[str, int]:
    if new.keys() != old.keys():
        raise wrong(f"{what} has other ways: {', '.join(old)}")
    return {way: new[way] for way in old}


def _halls(halls: Halls, found: Calibration, wrong: Wrong) -> Halls:
    measured: dict[int, HallSlot] = {}
    for name, slot in found.hall.items():
        space, _, number = name.partition(":")
        key = (space, int(number) if number.isdecimal() else 0)
        if key not in halls.sensors:
            raise wrong(f"the board has no sensor '{name}'")
        standing = slot.standing_counts - slot.zero_counts
        sensor = halls.sensors.index(key)
        measured[sensor] = HallSlot(slot.zero_counts, standing)
        _, _, gone = replace(halls, measured=measured).limits(sensor)
        if gone < 1:  # no reading is below that, so a pawn once seen would never be gone
            raise wrong(f"sensor '{name}' reads almost the same with and without a pawn")
    return replace(halls, measured=measured)
