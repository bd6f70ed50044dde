"""The last frames of a link in words, for people who look for a fault."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from vulkar.errors import VulkarError
from vulkar.link import names, wire
from vulkar.link.signals import Frame

KEPT: Final = 5  # files of one game: a sixth takes the place of the oldest


# (host to controller, kind) -> layout, the names of its fields
_FIELDS: Final[dict[tuple[bool, int], tuple[str, tuple[str, ...]]]] = {
    (True, wire.HELLO): ("<B", ("part",)),
    (True, wire.SEAL): (wire.F_SEAL, ("crc", "epoch")),
    (True, wire.SERVO): (wire.F_SERVO, ("servo", "pulse_us")),
    (True, wire.RELEASE): (wire.F_RELEASE, ("gate", "way", "attempt", "release", "boot")),
    (True, wire.RELEASE_STATUS): (wire.F_RELEASE_ASK, ("attempt", "release")),
    (True, wire.WATCH): ("<B", ("on",)),
    (True, wire.WATCH_REPORT): ("<B", ("sensor",)),
    (True, wire.RAW): ("<B", ("first",)),
    (True, wire.SCAN): ("<B", ("fast",)),
    (True, wire.EVENT_ACK): ("<H", ("number",)),
    (False, wire.HEARTBEAT): (
        wire.F_HEARTBEAT,
        ("state", "flags", "boot", "oldest", "next", "quiet_ms", "t_us"),
    ),
    (False, wire.ACK): (wire.F_ACK, ("result", "detail")),
    (False, wire.EVENT): (wire.F_EVENT, ("number", "t_us", "kind", "index", "value")),
    (False, wire.RELEASE_STATUS): (wire.F_RELEASE_STATUS, ("phase", "release", "t_us", "beam")),
    (False, wire.WATCH_REPORT): (
        wire.F_WATCH_REPORT,
        ("sensor", "baseline", "low", "high", "last", "first_ms", "flags"),
    ),
}
_EVENTS: Final = {
    value: name[3:].lower() for name, value in vars(wire).items() if name.startswith("EV_")
}
_WORDS: Final[dict[str, Callable[[int], str]]] = {
    "state": lambda number: names.word(names.STATES, number),
    "result": lambda number: names.word(names.RESULTS, number),
    "phase": lambda number: names.word(names.PHASES, number),
    "kind": lambda number: _EVENTS.get(number, str(number)),
    "boot": lambda number: f"{number:04x}",
    "crc": lambda number: f"{number:08x}",
}


def meaning(frame: Frame) -> str:
    """The payload in words; hexadecimal where it has no fields of its own."""
    layout, fields = _FIELDS.get((frame.out, frame.kind), ("", ()))
    if layout and len(frame.payload) == struct.calcsize(layout):
        values = struct.unpack(layout, frame.payload)
        return " ".join(
            f"{name} {_WORDS[name](value) if name in _WORDS else value}"
            for name, value in zip(fields, values, strict=True)
        )
    return frame.payload.hex(" ")


def lines(frames: Iterable[Frame]) -> list[str]:
    """One line a frame, oldest first: seconds before the last frame, way, kind, number, meaning."""
    kept = list(frames)
    last_s = kept[-1].at if kept else 0.0
    return [
        f"{frame.at - last_s:10.6f} s  {'to controller' if frame.out else 'from controller':15}"
        f"  {names.COMMANDS.get(frame.kind, f'kind {frame.kind:02x}'):14} {frame.seq:5}"
        f"  {meaning(frame)}".rstrip()
        for frame in kept
    ]


def keep(frames: Iterable[Frame], why: str, beside: Path, number: int) -> Path:
    """Writes the frames of the ``number``-th fault beside a journal; returns the file's path.

    Frames carry servo pulses, readings and numbers of releases: no names, no keys. Raises
    ``VulkarError("file.unwritable")``.
    """
    path = beside.with_name(f"{beside.name}.frames-{number % KEPT + 1}.txt")
    try:
        path.write_text("\n".join((why, *lines(frames), "")), encoding="utf-8")
    except OSError as exc:
        raise VulkarError("file.unwritable", path=path, reason=exc.strerror) from exc
    return path
