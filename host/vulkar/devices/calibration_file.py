"""The file with what was measured on one board: its shape, its checksum, how it is kept.

It lies beside the board's own file and never replaces it: a board file says what may be, a
calibration says what was found within that. It is replaced as a whole, with the one before it kept.
"""

from __future__ import annotations

import json
import os
import shutil
import zlib
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import Field, ValidationError

from vulkar.devices.board_file import Point, Pulse, Strict
from vulkar.errors import VulkarError
from vulkar.maps.keys import complaint
from vulkar.maps.lines import parse_toml
from vulkar.resources import boards_dir

Reading = Annotated[int, Field(ge=0, le=4095)]
OWN_FOLDER: Final = Path(".vulkar") / "boards"  # of boards that come along, which nobody may edit


class CalibrationHead(Strict):
    """``[calibration]``."""

    board: str
    """Id of the board."""
    controller: str
    """Id of the microcontroller's chip, hexadecimal."""
    crc: Annotated[int, Field(ge=0, le=0xFFFFFFFF)]
    """CRC-32 of everything else in the file."""


class ServoCalibration(Strict):
    """``[servo.NAME]``."""

    min_us: Pulse
    """Lower end stop, never below the board's."""
    max_us: Pulse
    """Upper end stop, never above the board's."""
    points: Annotated[list[Point], Field(min_length=2)] | None = None
    """What pulses mean: the turret's facings."""


class GateCalibration(Strict):
    """``[gate.SOURCE]``."""

    closed_us: Pulse | None = None
    """Pulse at which it holds its marble."""
    ways: dict[str, Pulse] | None = None
    """Pulse of each way out."""
    leave_ms: list[Annotated[int, Field(ge=0, le=3000)]] = []
    """From the opening until the marble left the beam, of each release."""


class DiverterCalibration(Strict):
    """``[diverter.ID]``."""

    ways: dict[str, Pulse]
    """Pulse of each way."""


class HallCalibration(Strict):
    """``[hall.SPACE]``, or ``[hall."SPACE:1"]`` for a second sensor."""

    zero_counts: Reading
    """Mean without a pawn."""
    standing_counts: Reading
    """Mean with a pawn that stands on the space."""
    off_counts: Reading
    """Mean after it was taken off again."""
    noise_counts: Annotated[float, Field(ge=0, strict=False)]
    """Standard deviation of a reading without a pawn."""


class Calibration(Strict):
    """A whole calibration, or what is done of one."""

    calibration: CalibrationHead
    servo: dict[str, ServoCalibration] = {}
    gate: dict[str, GateCalibration] = {}
    diverter: dict[str, DiverterCalibration] = {}
    hall: dict[str, HallCalibration] = {}


def blank(board: str, controller: str) -> Calibration:
    """Nothing measured yet."""
    return Calibration(calibration=CalibrationHead(board=board, controller=controller, crc=0))


def calibration_path(board_path: Path, *, simulated: bool = False) -> Path:
    """Where the calibration of a board file lies: beside it, or in ``.vulkar/boards`` of the
    current folder for a board that comes along with Vulkar. A simulated board has its own."""
    folder = board_path.parent
    if folder.resolve() == boards_dir().resolve():
        folder = OWN_FOLDER
    kind = ".sim" if simulated else ""
    return folder / f"{board_path.stem}{kind}.calibration.toml"


def broken_path(path: Path) -> Path:
    """Where a broken calibration is set aside."""
    return path.with_name(f"{path.name}.broken")


def backup_path(path: Path) -> Path:
    """Where the calibration before this one is kept."""
    return path.with_name(f"{path.name}.bak")


def read_calibration(path: Path) -> Calibration:
    """Reads and checks a file. Raises ``VulkarError("calibration.bad")``, which names the line."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as exc:
        raise VulkarError("calibration.bad", path=path, line=1, reason=exc) from exc
    try:
        data, lines = parse_toml(text, path, "board")
    except VulkarError as exc:
        line, reason = exc.params["line"], exc.params["reason"]
        raise VulkarError("calibration.bad", path=path, line=line, reason=reason) from exc
    try:
        found = Calibration.model_validate(data)
    except ValidationError as exc:
        wrong = complaint(Calibration, exc, lines)
        reason = f"{wrong.key}: {wrong.reason}"
        raise VulkarError("calibration.bad", path=path, line=wrong.line, reason=reason) from exc
    if found.calibration.crc != checksum(found):
        line = lines.get("calibration.crc", 1)
        reason = "its checksum is wrong, so it was cut short or edited"
        raise VulkarError("calibration.bad", path=path, line=line, reason=reason)
    return found


def restore(path: Path) -> Calibration:
    """Takes back the calibration before this one. Raises ``VulkarError("calibration.backup")``."""
    kept = backup_path(path)
    try:
        found = read_calibration(kept)
    except VulkarError as exc:
        raise VulkarError("calibration.backup", path=kept) from exc
    write_calibration(path, found, backup=False)
    return found


def checksum(calibration: Calibration) -> int:
    """CRC-32 over everything but the checksum itself."""
    plain = calibration.model_dump(exclude_none=True)
    del plain["calibration"]["crc"]
    return zlib.crc32(json.dumps(plain, sort_keys=True).encode())


def write_calibration(path: Path, calibration: Calibration, *, backup: bool = True) -> None:
    """Replaces a file as a whole: at any moment the old or the new one is there, complete.

    Raises ``VulkarError("file.unwritable")``.
    """
    head = calibration.calibration.model_copy(update={"crc": checksum(calibration)})
    text = to_toml(calibration.model_copy(update={"calibration": head}))
    new = path.with_name(f"{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with new.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if backup and path.exists():
            kept = new.with_name(f"{backup_path(path).name}.new")
            shutil.copyfile(path, kept)
            kept.replace(backup_path(path))
        new.replace(path)
    except OSError as exc:
        raise VulkarError("file.unwritable", path=path, reason=exc.strerror) from exc


def to_toml(calibration: Calibration) -> str:
    """The file's text."""
    lines = ["# Written by vulkar calibrate. An edited file is refused: calibrate again instead."]
    plain: dict[str, Any] = calibration.model_dump(exclude_none=True)
    lines += _table("calibration", plain.pop("calibration"))
    for kind, tables in plain.items():
        for name, table in tables.items():
            lines += _table(f"{kind}.{json.dumps(name)}", table)
    return "\n".join(lines) + "\n"


def _table(name: str, values: dict[str, Any]) -> list[str]:
    return ["", f"[{name}]", *(f"{key} = {_value(value)}" for key, value in values.items())]


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(k)} = {_value(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(_value(item) for item in value) + "]"
    return json.dumps(value)
