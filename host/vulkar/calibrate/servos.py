"""Finding a servo's end stops and marks by jogging within the board file's limits."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from vulkar.calibrate.person import Mark, Person
from vulkar.devices.board_file import Point
from vulkar.devices.board_model import TURRET, Board, Servo
from vulkar.devices.calibration_file import (
    Calibration,
    DiverterCalibration,
    GateCalibration,
    ServoCalibration,
    blank,
)
from vulkar.errors import VulkarError
from vulkar.link.controller import Controller
from vulkar.maps import IslandMap

AT_LIMIT_MOST: Final = 3


async def jog(link: Controller, servo: Servo, person: Person, mark: Mark, start_us: int) -> int:
    """Moves a servo until the person says that it is right; the pulse.

    The pulse never leaves the servo's limits; the controller refuses that as well. Raises
    ``VulkarError("calibration.reach")`` where a mark is looked for beyond them again and again.
    """
    pulse_us = clamped(servo, start_us)
    refused = 0
    while refused < AT_LIMIT_MOST:
        await link.servo(servo.name, pulse_us)
        move_us = await person.jog(mark, pulse_us)
        if move_us is None:
            return pulse_us
        wanted_us = clamped(servo, pulse_us + move_us)
        if wanted_us != pulse_us + move_us:
            person.say(f"{servo.name} ends at {wanted_us} us, the limit of the board file.")
            if wanted_us == pulse_us and mark.kind in ("low", "high"):
                return pulse_us
        refused = refused + 1 if wanted_us == pulse_us else 0
        pulse_us = wanted_us
    raise VulkarError("calibration.reach", servo=servo.name, mark=mark.text, pulse_us=pulse_us)


def clamped(servo: Servo, pulse_us: int) -> int:
    """The nearest pulse within the servo's limits."""
    return min(servo.max_us, max(servo.min_us, pulse_us))


async def calibrate_servo(
    link: Controller, board: Board, old: Board, island: IslandMap, person: Person, name: str
) -> Calibration:
    """Marks first, then the end stops beyond them. ``board`` has the limits, ``old`` is where to
    begin. Returns a calibration with this servo's parts only."""
    servo = board.servos[name]
    found: dict[str, int] = {}
    marks = list(marks_of(old, island, name))
    for mark, start_us in marks:
        found[mark.name] = await jog(link, servo, person, mark, start_us)
    low_us, high_us = servo.min_us, servo.max_us
    for kind, start_us in (
        ("low", min(found.values(), default=servo.max_us)),
        ("high", max(found.values(), default=servo.min_us)),
    ):
        text = f"{name}: the {kind}er end stop, just before it hums or binds"
        mark = Mark(name, kind, kind, math.nan, text)
        end_us = await jog(link, servo, person, mark, start_us)
        low_us, high_us = (end_us, high_us) if kind == "low" else (low_us, end_us)
    for pulse_us in list(found.values())[:1]:  # a gate is left closed
        await link.servo(name, pulse_us)
    low_us = min([low_us, *found.values()])
    high_us = max([high_us, *found.values()])
    return _parts(board, island, name, found, low_us, high_us)


def marks_of(board: Board, island: IslandMap, name: str) -> Iterator[tuple[Mark, int]]:
    """What to look for with a servo, and the pulse at which that is believed to be."""
    if board.turret is not None and name == board.turret.name:
        for facing in sorted(island.idol.facings.items(), key=lambda item: item[1].compass_deg):
            deg = facing[1].compass_deg
            text = f"{name}: the spout in the middle of window {facing[0]} ({deg:g} degrees)"
            start_us = round(_line(board.turret, deg))
            yield Mark(name, "facing", facing[0], deg, text), start_us
    for source, gate in board.gates.items():
        if gate.servo.name == name:
            text = f"{name}: the cradle of {source} holds its marble, level"
            yield Mark(name, "closed", "closed", 0.0, text), gate.closed_us
            for way, pulse_us in gate.ways.items():
                value = gate.servo.to_value(pulse_us)
                text = f"{name}: the cradle of {source} lets its marble out, way {way}"
                yield Mark(name, "way", way, value, text), pulse_us
    for plate in board.diverters.values():
        if plate.servo.name == name:
            for way, pulse_us in plate.ways.items():
                value = plate.servo.to_value(pulse_us)
                text = f"{name}: the plates of {plate.id} open to {way}, sunk and raised fully"
                yield Mark(name, "way", way, value, text), pulse_us


def _line(servo: Servo, value: float) -> float:
    """The pulse of a value, also beyond the limits."""
    points = sorted((v, u) for u, v in servo.points)
    (v0, u0), (v1, u1) = points[0], points[-1]
    return u0 + (u1 - u0) * (value - v0) / (v1 - v0)


def _parts(
    board: Board, island: IslandMap, name: str, found: dict[str, int], low_us: int, high_us: int
) -> Calibration:
    out = blank(board.id, "")
    points = None
    gates: dict[str, GateCalibration] = {}
    plates: dict[str, DiverterCalibration] = {}
    if name == TURRET:
        facings = island.idol.facings
        points = [Point(us=us, value=facings[f].compass_deg) for f, us in found.items()]
    for source, gate in board.gates.items():
        if gate.servo.name == name:
            ways = {way: found[way] for way in gate.ways}
            gates[source] = GateCalibration(closed_us=found["closed"], ways=ways)
    for plate in board.diverters.values():
        if plate.servo.name == name:
            plates[plate.id] = DiverterCalibration(ways={way: found[way] for way in plate.ways})
    servo = ServoCalibration(min_us=low_us, max_us=high_us, points=points)
    return out.model_copy(update={"servo": {name: servo}, "gate": gates, "diverter": plates})
