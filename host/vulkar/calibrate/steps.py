"""What there is to calibrate on a board, what ``--only`` names of it, and what is done already."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from vulkar.calibrate.halls import slot_name
from vulkar.devices.board_model import Board
from vulkar.devices.calibration_file import Calibration
from vulkar.errors import VulkarError


class Step(NamedTuple):
    """One servo, hall or gate by its name; as text ``servo:turret``."""

    kind: str
    name: str


GROUPS = {"servos": "servo", "halls": "hall", "gates": "gate"}


def steps_of(board: Board) -> tuple[Step, ...]:
    """Everything, in the order in which it is done: a gate is timed once its servo is known."""
    halls = board.halls
    return (
        *(Step("servo", name) for name in board.servos),
        *(Step("hall", slot_name(halls, i)) for i in range(len(halls.sensors))),
        *(Step("gate", source) for source in board.gates),
    )


def chosen(board: Board, only: Sequence[str]) -> tuple[Step, ...]:
    """The steps that ``only`` names (``servos``, ``hall:WT1``, ...); all where it is empty.

    Raises ``VulkarError("calibration.only")``.
    """
    steps = steps_of(board)
    if not only:
        return steps
    wanted: set[Step] = set()
    names = [*GROUPS, *(f"{step.kind}:{step.name}" for step in steps)]
    for text in only:
        found = [s for s in steps if text in (f"{s.kind}:{s.name}", _group(s))]
        if not found:
            near = difflib.get_close_matches(text, names, n=1, cutoff=0.0)
            raise VulkarError("calibration.only", name=text, nearest=near[0])
        wanted.update(found)
    return tuple(step for step in steps if step in wanted)


def _group(step: Step) -> str:
    return next(group for group, kind in GROUPS.items() if kind == step.kind)


def undone(steps: Sequence[Step], progress: Calibration) -> tuple[Step, ...]:
    """The steps that an interrupted calibration has still to do."""

    def done(step: Step) -> bool:
        if step.kind == "gate":
            return bool(step.name in progress.gate and progress.gate[step.name].leave_ms)
        return step.name in (progress.servo if step.kind == "servo" else progress.hall)

    return tuple(step for step in steps if not done(step))


def merged(old: Calibration, new: Calibration) -> Calibration:
    """``old`` with everything that ``new`` has; of a gate, each value for itself."""
    gates = dict(old.gate)
    for source, gate in new.gate.items():
        before = gates.get(source)
        if before is not None:
            gate = gate.model_copy(
                update={
                    "closed_us": gate.closed_us or before.closed_us,
                    "ways": gate.ways or before.ways,
                    "leave_ms": gate.leave_ms or before.leave_ms,
                }
            )
        gates[source] = gate
    return old.model_copy(
        update={
            "servo": {**old.servo, **new.servo},
            "gate": gates,
            "diverter": {**old.diverter, **new.diverter},
            "hall": {**old.hall, **new.hall},
        }
    )


def changes(old: Board, new: Board) -> Iterator[tuple[str, str, str]]:
    """What a calibration changed: the part, before, after."""
    for name, servo in new.servos.items():
        before = old.servos[name]
        limits = (f"{before.min_us}-{before.max_us} us", f"{servo.min_us}-{servo.max_us} us")
        if limits[0] != limits[1]:
            yield f"servo {name}, end stops", *limits
        if before.points != servo.points:
            middle = servo.points[len(servo.points) // 2]
            was_value, now_value = before.to_value(middle[0]), middle[1]
            yield f"servo {name}, at {middle[0]} us", f"{was_value:.1f}", f"{now_value:.1f}"
    for source, gate in new.gates.items():
        for way, pulse, was_us in (
            ("closed", gate.closed_us, old.gates[source].closed_us),
            *((way, gate.ways[way], old.gates[source].ways[way]) for way in gate.ways),
        ):
            if pulse != was_us:
                yield f"gate {source}, {way}", f"{was_us} us", f"{pulse} us"
        if gate.open_ms != old.gates[source].open_ms:
            yield f"gate {source}, open", f"{old.gates[source].open_ms} ms", f"{gate.open_ms} ms"
    for name, plate in new.diverters.items():
        for way, pulse in plate.ways.items():
            was_us = old.diverters[name].ways[way]
            if pulse != was_us:
                yield f"diverter {name}, {way}", f"{was_us} us", f"{pulse} us"
    shifted = [abs(new.halls.zero(i) - old.halls.zero(i)) for i in new.halls.measured]
    if shifted and new.halls.measured != old.halls.measured:
        turned = sum(slot.standing < 0 for slot in new.halls.measured.values())
        text = f"{len(shifted)} measured, zero moved by up to {max(shifted)} counts"
        was = f"{len(old.halls.measured)} measured"
        yield "halls", was, f"{text}, {turned} with a magnet of the other pole"
