"""Reads the description of the electronics of one island: what is wired where, what it may do."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias

from pydantic import ValidationError

from vulkar.devices.board_file import BoardFile
from vulkar.devices.board_keys import Complaint, complaint
from vulkar.devices.board_model import TURRET, Board, Diverter, Gate, Halls, Servo
from vulkar.errors import VulkarError
from vulkar.maps.lines import line_of, read_toml
from vulkar.resources import boards_dir

__all__ = ["Board", "Diverter", "Gate", "Halls", "Servo", "load_board"]

PICO_PINS: Final = frozenset(range(23)) | {26, 27, 28}  # 23-25 and 29 are the Pico's own
ADC_PINS: Final = frozenset({26, 27, 28})
PI_PINS: Final = frozenset(range(2, 28))  # of the header; 0 and 1 belong to add-on boards
Wrong: TypeAlias = Callable[..., VulkarError]  # (reason, *where in the file)


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
    for source, gate in shape.gate.items():
        pulses = (gate.closed_us, *gate.ways.values())
        gates[source] = Gate(
            source,
            len(gates),
            _mover(servos, gate.servo, pulses, wrong, "gate", source),
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
    _check_pins(shape, wrong)
    return Board(
        id=shape.board.id,
        name=shape.board.name,
        map=shape.board.map,
        path=path,
        servos=servos,
        gates=gates,
        diverters=diverters,
        halls=_halls(shape, wrong),
        rail_pin=shape.pins.rail_enable.pin,
        rail_on=shape.pins.rail_enable.on,
        stop_pin=shape.pins.emergency_stop.pin,
        stop_level=shape.pins.emergency_stop.stop,
        fast_ms=shape.scan.fast_ms,
        slow_ms=shape.scan.slow_ms,
        lamp_pin=shape.lamps.pin if shape.lamps else None,
        controller=shape.board.controller,
    )


def _servos(shape: BoardFile, wrong: Wrong) -> dict[str, Servo]:
    servos: dict[str, Servo] = {}
    for name, servo in shape.servo.items():
        if servo.min_us >= servo.max_us:
            raise wrong("min_us must be less than max_us", "servo", name, "min_us")
        points = tuple(sorted((point.us, point.value) for point in servo.points))
        if len({us for us, _ in points}) < len(points):
            raise wrong("two points have the same pulse", "servo", name, "points")
        if len({value for _, value in points}) < len(points):
            raise wrong("two points have the same value", "servo", name, "points")
        servos[name] = Servo(
            name,
            len(servos),
            servo.pin,
            servo.min_us,
            servo.max_us,
            servo.speed_us_s,
            servo.settle_ms,
            points,
        )
    if TURRET not in servos:
        raise wrong(f"there is no servo '{TURRET}'", "servo")
    return servos


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


def _halls(shape: BoardFile, wrong: Wrong) -> Halls:
    halls = shape.halls
    sensors: list[tuple[str, int]] = []
    for text in halls.sensors:
        space, _, slot = text.partition(":")
        if not space or (slot and not slot.isdecimal()):
            raise wrong(f"'{text}' is no space id (NAME, or NAME:1)", "halls", "sensors")
        sensor = (space, int(slot or 0))
        if sensor in sensors:
            raise wrong(f"{text} has two sensors", "halls", "sensors")
        sensors.append(sensor)
    room = len(halls.adc) << len(halls.select)
    if len(sensors) > room:
        reason = f"{len(sensors)} sensors on a chain of {room} inputs"
        raise wrong(reason, "halls", "sensors")
    if halls.gone_mt >= halls.present_mt:
        raise wrong("gone_mt must be less than present_mt", "halls", "gone_mt")
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
    )


def _check_pins(shape: BoardFile, wrong: Wrong) -> None:
    """Every pin exists and has one use; on a Pico, no two servos share a PWM channel."""
    on_pi = shape.board.controller == "pi"
    known, kind = (PI_PINS, "Raspberry Pi's header") if on_pi else (PICO_PINS, "Pico")
    users: dict[int, str] = {}
    channels: dict[int, str] = {}

    def claim(pin: int, *where: str) -> None:
        user = ".".join(where)
        if pin not in known:
            raise wrong(f"a {kind} has no GP{pin} for this", *where)
        if pin in users:
            raise wrong(f"GP{pin} is also {users[pin]}", *where)
        users[pin] = user

    for name, servo in shape.servo.items():
        claim(servo.pin, "servo", name, "pin")
        channel = servo.pin if on_pi else servo.pin & 15
        if channel in channels:
            other = channels[channel]
            raise wrong(f"GP{servo.pin} shares its PWM channel with {other}", "servo", name, "pin")
        channels[channel] = f"servo.{name}"
    for source, gate in shape.gate.items():
        claim(gate.marble.pin, "gate", source, "marble")
    claim(shape.pins.rail_enable.pin, "pins", "rail_enable")
    claim(shape.pins.emergency_stop.pin, "pins", "emergency_stop")
    for pin in shape.halls.select:
        claim(pin, "halls", "select")
    for pin in shape.halls.adc:
        claim(pin, "halls", "adc")
        if not on_pi and pin not in ADC_PINS:
            raise wrong(f"GP{pin} has no ADC", "halls", "adc")
    if shape.lamps:
        claim(shape.lamps.pin, "lamps", "pin")


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
