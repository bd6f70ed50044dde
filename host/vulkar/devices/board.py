"""Reads the description of the electronics of one island: what is wired where, what it may do."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from vulkar.devices.board_file import BoardFile
from vulkar.devices.board_model import (
    FULL_COUNTS,
    TURRET,
    Board,
    Cradle,
    Diverter,
    Gate,
    Halls,
    Servo,
)
from vulkar.devices.board_parts import (
    Wrong,
    check_pins,
    lamps_of,
    pwm_chip_of,
    supply_of,
    switches_of,
)
from vulkar.errors import VulkarError
from vulkar.maps.keys import Complaint, complaint
from vulkar.maps.lines import line_of, read_toml
from vulkar.resources import boards_dir

__all__ = ["Board", "Diverter", "Gate", "Halls", "Servo", "load_board"]

MOST_SENSORS: Final = 128  # this and the next: what a controller has memory for
MOST_WAYS: Final = 16  # of all gates together
MOST_BEAMS: Final = 8


def load_board(name_or_path: str | Path) -> Board:
    """Reads a board that comes along by its name, or a file by its path.

    Raises ``VulkarError``: board.missing, board.unreadable, board.syntax, board.key, board.lacks,
    board.value; all but the first two name the line.
    """
    return read_board(name_or_path)[1]


def read_board(name_or_path: str | Path) -> tuple[BoardFile, Board]:
    """As :func:`load_board`, with the file as it stands there."""
    path = Path(name_or_path)
    if path.suffix != ".toml":
        path = boards_dir() / f"{name_or_path}.toml"
    if not path.is_file():
        known = ", ".join(sorted(p.stem for p in boards_dir().glob("*.toml")))
        raise VulkarError("board.missing", path=path, known=known)
    data, lines = read_toml(path, "board")
    try:
        shape = BoardFile.model_validate(data)
    except ValidationError as exc:
        raise _error(path, complaint(BoardFile, exc, lines)) from exc
    return shape, _freeze(shape, path, lines)


def _freeze(shape: BoardFile, path: Path, lines: dict[str, int]) -> Board:
    def wrong(reason: str, *where: str) -> VulkarError:
        line = line_of(lines, where)
        return VulkarError("board.value", path=path, line=line, key=".".join(where), reason=reason)

    servos = _servos(shape, wrong)
    gates: dict[str, Gate] = {}
    _powered(shape, wrong)
    if shape.scan.slow_ms < shape.scan.fast_ms:
        raise wrong("slow_ms must not be less than fast_ms", "scan", "slow_ms")
    _owners(shape, wrong)
    for source, gate in shape.gate.items():
        pulses = (gate.closed_us, *gate.ways.values())
        servo = _mover(servos, gate.servo, pulses, wrong, "gate", source)
        if servo.pin is None:
            reason = "a gate's servo needs a pin: only there a hard timer can close it"
            raise wrong(reason, "gate", source, "servo")
        open_ms = gate.open_ms + servo.settle_ms
        _affords(servo.budget_ms, open_ms, "an opening", wrong, "gate", source)
        gates[source] = Gate(
            source,
            len(gates),
            servo,
            gate.closed_us,
            gate.open_ms,
            dict(gate.ways),
            gate.marble.pin,
            gate.marble.home,
        )
    diverters = {
        name: Diverter(
            name,
            _mover(servos, plate.servo, tuple(plate.ways.values()), wrong, "diverter", name),
            dict(plate.ways),
        )
        for name, plate in shape.diverter.items()
    }
    check_pins(shape, wrong)
    sensors = _sensors(shape, wrong)
    rail, stop = shape.pins.rail_enable, shape.pins.emergency_stop
    return Board(
        id=shape.board.id,
        name=shape.board.name,
        map=shape.board.map,
        path=path,
        servos=servos,
        gates=gates,
        cradles=_cradles(shape, wrong),
        diverters=diverters,
        halls=_halls(shape, sensors, wrong),
        rail_pin=rail.pin if rail else None,
        rail_on=rail.on if rail else 0,
        stop_pin=stop.pin if stop else None,
        stop_level=stop.stop if stop else 0,
        fast_ms=shape.scan.fast_ms,
        slow_ms=shape.scan.slow_ms,
        lamps=lamps_of(shape, len(sensors), wrong),
        pwm_chip=pwm_chip_of(shape, wrong),
        switches=switches_of(shape),
        supply=supply_of(shape, wrong),
        controller=shape.board.controller,
    )


def _servos(shape: BoardFile, wrong: Wrong) -> dict[str, Servo]:
    servos: dict[str, Servo] = {}
    for name, servo in shape.servo.items():
        if servo.min_us >= servo.max_us:
            raise wrong("min_us must be less than max_us", "servo", name, "min_us")
        if (servo.pin is None) == (servo.channel is None):
            raise wrong("either a pin or a channel of the PWM chip", "servo", name)
        longest_ms = (servo.max_us - servo.min_us) * 1000 // servo.speed_us_s + servo.settle_ms
        _affords(servo.budget_ms, longest_ms, "a move", wrong, "servo", name)
        points = tuple(sorted((point.us, point.value) for point in servo.points))
        if len({us for us, _ in points}) < len(points):
            raise wrong("two points have the same pulse", "servo", name, "points")
        if len({value for _, value in points}) < len(points):
            raise wrong("two points have the same value", "servo", name, "points")
        servos[name] = Servo(
            name,
            len(servos),
            servo.pin,
            servo.channel,
            servo.min_us,
            servo.max_us,
            servo.speed_us_s,
            servo.settle_ms,
            servo.budget_ms,
            points,
        )
    return servos


def _powered(shape: BoardFile, wrong: Wrong) -> None:
    """What moves can be cut off; a board without servos has nothing to cut."""
    for name in ("rail_enable", "emergency_stop"):
        if shape.servo and getattr(shape.pins, name) is None:
            raise wrong("a board with servos needs it", "pins", name)
    if shape.servo and not shape.gate and TURRET not in shape.servo and not shape.diverter:
        raise wrong(f"nothing uses a servo: there is no gate, no diverter, no '{TURRET}'", "servo")


def _cradles(shape: BoardFile, wrong: Wrong) -> dict[str, Cradle]:
    """The sources without a gate, numbered behind those that have one."""
    cradles: dict[str, Cradle] = {}
    for source, cradle in shape.cradle.items():
        if source in shape.gate:
            raise wrong(f"gate.{source} has its marble sensor", "cradle", source)
        index, beam = len(shape.gate) + len(cradles), cradle.marble
        if index >= MOST_BEAMS:
            raise wrong(f"a controller knows {MOST_BEAMS} marble sensors", "cradle", source)
        cradles[source] = Cradle(source, index, beam.pin, beam.home)
    return cradles


def _owners(shape: BoardFile, wrong: Wrong) -> None:
    """A gate's servo moves nothing else: the controller drives it for releases alone."""
    users = {TURRET: "the idol's"} | {d.servo: f"diverter.{n}'s" for n, d in shape.diverter.items()}
    ways = 0
    for source, gate in shape.gate.items():
        if gate.servo in users:
            reason = f"servo '{gate.servo}' is {users[gate.servo]} too"
            raise wrong(reason, "gate", source, "servo")
        users[gate.servo] = f"gate.{source}'s"
        ways += len(gate.ways)
        if ways > MOST_WAYS:
            raise wrong(f"a controller knows {MOST_WAYS} ways", "gate", source, "ways")


def _affords(budget_ms: int, span_ms: int, what: str, wrong: Wrong, *where: str) -> None:
    """The firmware lends half of the budget at once."""
    if span_ms > budget_ms // 2:
        raise wrong(f"{what} of {span_ms} ms is more than half of budget_ms = {budget_ms}", *where)


def _mover(
    servos: dict[str, Servo], name: str, pulses: tuple[int, ...], wrong: Wrong, *where: str
) -> Servo:
    """The servo that a gate or diverter names, if it can reach all of its pulses."""
    if name not in servos:
        lower = {known.lower(): known for known in servos}
        near = difflib.get_close_matches(name.lower(), lower, n=1, cutoff=0.0)
        raise wrong(f"there is no servo '{name}', perhaps '{lower[near[0]]}'", *where, "servo")
    servo = servos[name]
    for pulse in pulses:
        if not servo.min_us <= pulse <= servo.max_us:
            raise wrong(f"{pulse} us is beyond the limits of servo '{name}'", *where)
    return servo


def _sensors(shape: BoardFile, wrong: Wrong) -> list[tuple[str, int]]:
    """Space and slot of each sensor: the analogue ones, then the switches."""
    sensors: list[tuple[str, int]] = []
    switches = shape.switches.sensors if shape.switches else []
    if shape.halls is None:
        if shape.switches is not None:
            raise wrong("they are numbered behind [halls], which is missing", "switches")
        return []
    for part, texts in (("halls", shape.halls.sensors), ("switches", switches)):
        for text in texts:
            space, _, slot = text.partition(":")
            if not space or (slot and not slot.isdecimal()):
                raise wrong(f"'{text}' is no space id (NAME, or NAME:1)", part, "sensors")
            sensor = (space, int(slot or 0))
            if sensor in sensors:
                raise wrong(f"{text} has two sensors", part, "sensors")
            sensors.append(sensor)
    if len(sensors) > MOST_SENSORS:
        reason = f"{len(sensors)} sensors, a controller knows {MOST_SENSORS}"
        raise wrong(reason, "switches", "sensors")
    return sensors


def _halls(shape: BoardFile, sensors: list[tuple[str, int]], wrong: Wrong) -> Halls:
    halls = shape.halls
    if halls is None:
        return Halls((), (), 0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1, ())
    room = len(halls.adc) << len(halls.select)
    if len(halls.sensors) > room:
        reason = f"{len(halls.sensors)} sensors on a chain of {room} inputs"
        raise wrong(reason, "halls", "sensors")
    if halls.gone_mt >= halls.present_mt:
        raise wrong("gone_mt must be less than present_mt", "halls", "gone_mt")
    if halls.present_mt >= halls.standing_mt:
        raise wrong("present_mt must be less than standing_mt", "halls", "present_mt")
    for key in ("present_mt", "gone_mt", "dip_mt", "still_mt"):
        counts = round(getattr(halls, key) * halls.counts_per_mt)
        if not 1 <= counts <= FULL_COUNTS:
            raise wrong(f"that is {counts} counts; a reading has {FULL_COUNTS}", "halls", key)
    return Halls(
        tuple(halls.select),
        tuple(halls.adc),
        halls.zero_counts,
        halls.counts_per_mt,
        halls.standing_mt,
        halls.present_mt,
        halls.gone_mt,
        halls.dip_mt,
        halls.still_mt,
        halls.debounce,
        tuple(sensors),
        switches=len(sensors) - len(halls.sensors),
    )


def _error(path: Path, found: Complaint) -> VulkarError:
    if found.kind == "unknown":
        return VulkarError(
            "board.key", path=path, line=found.line, key=found.key, nearest=found.nearest
        )
    if found.kind == "missing":
        return VulkarError("board.lacks", path=path, line=found.line, key=found.key)
    return VulkarError(
        "board.value", path=path, line=found.line, key=found.key, reason=found.reason
    )
