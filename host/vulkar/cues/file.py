"""Reads the table of cues: the one that comes along, changed by a file of one's own."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, Literal

from pydantic import ValidationError

from vulkar.cues import schema
from vulkar.cues.colours import NAMED, PAWN, colour_of
from vulkar.cues.flashes import GAP_MS
from vulkar.cues.kinds import LIGHTS, OWN, TELLS, known
from vulkar.errors import VulkarError
from vulkar.maps.keys import complaint
from vulkar.maps.lines import line_of, read_toml

ALONG: Final = Path(__file__).with_name("cues.toml")
To = Literal["everybody", "seat"]


@dataclass(frozen=True, slots=True)
class Show:
    """``steps``: the moment in ms and the colours by light, by name."""

    name: str
    length_ms: int
    loops: int
    priority: int
    steps: tuple[tuple[int, Mapping[str, str]], ...]


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the table; ``sound`` and ``show`` are names, "" for none."""

    name: str
    event: str
    when: Mapping[str, Any]
    to: To
    who: str
    sound: str
    show: str


@dataclass(frozen=True, slots=True)
class Cues:
    """The whole table. ``rest``: colour by what a lamp tells; ``sounds`` as a page plays them."""

    brightness_percent: int
    rest: Mapping[str, str]
    sounds: Mapping[str, Mapping[str, Any]]
    shows: Mapping[str, Show]
    rows: tuple[Row, ...]


def load_cues(path: Path | None = None) -> Cues:
    """The table that comes along; entries of the file at ``path`` stand in place of those with the
    same name.

    Raises ``VulkarError``: cues.missing, cues.unreadable, cues.syntax, cues.value; the last two
    name the line.
    """
    along = _along()
    if path is None:
        return _made(along)
    if not path.is_file():
        raise VulkarError("cues.missing", path=path)
    return _made(_read(path, along))


@cache
def _along() -> schema.CuesFile:
    return _read(ALONG, schema.CuesFile())


def _read(path: Path, before: schema.CuesFile) -> schema.CuesFile:
    """``before``, changed by a file."""
    data, lines = read_toml(path, "cues")
    try:
        file = schema.CuesFile.model_validate(data)
    except ValidationError as exc:
        found = complaint(schema.CuesFile, exc, lines)
        raise VulkarError(
            "cues.value", path=path, line=found.line, key=found.key, reason=found.reason
        ) from exc
    changed = schema.CuesFile(
        lamps=before.lamps.model_copy(update=file.lamps.model_dump(exclude_unset=True)),
        sound=before.sound | file.sound,
        show=before.show | file.show,
        cue=before.cue | file.cue,
    )
    for key, reason in _problems(file, changed):
        line = line_of(lines, key)
        where = ".".join(str(part) for part in key)
        raise VulkarError("cues.value", path=path, line=line, key=where, reason=reason)
    return changed


Problem = tuple[tuple[int | str, ...], str]


def _problems(file: schema.CuesFile, changed: schema.CuesFile) -> Iterable[Problem]:
    """What a file names and nobody knows, and what flashes too fast."""
    for tell in TELLS:
        yield from _colour(getattr(file.lamps, tell), ("lamps", tell))
    for name, show in file.show.items():
        yield from _steps(show, ("show", name))
    for name, row in file.cue.items():
        yield from _row(row, ("cue", name), changed)


def _colour(name: str, key: tuple[int | str, ...]) -> Iterable[Problem]:
    if name != PAWN and colour_of(name) is None:
        yield key, f"no colour is called {name!r}{_perhaps(name, (*NAMED, PAWN))}"


def _steps(show: schema.Show, key: tuple[int | str, ...]) -> Iterable[Problem]:
    for number, step in enumerate(show.steps, 1):
        for light, colour in step.lights.items():
            at = (*key, "steps", number)
            if light not in LIGHTS:
                yield at, f"no light is called {light!r}{_perhaps(light, LIGHTS)}"
            yield from _colour(colour, at)
    moments = [step.at_ms for step in show.steps]
    ends = [*moments, show.length_ms + (moments[0] if show.loops else 0)]
    for number, (before, after) in enumerate(pairwise(ends), 1):
        if after - before < GAP_MS:
            reason = f"what comes after this step comes {after - before} ms later, and not {GAP_MS}"
            yield (*key, "steps", number), reason


def _row(row: schema.Row, key: tuple[int | str, ...], all: schema.CuesFile) -> Iterable[Problem]:
    if row.event not in known():
        reason = f"no event is called {row.event!r}{_perhaps(row.event, known())}"
        yield (*key, "event"), reason
    if row.sound and row.sound not in all.sound:
        reason = f"no sound is called {row.sound!r}{_perhaps(row.sound, all.sound)}"
        yield (*key, "sound"), reason
    if row.show and row.show not in all.show:
        yield (*key, "show"), f"no show is called {row.show!r}{_perhaps(row.show, all.show)}"
    if row.event in OWN:
        for name in ("who", "show"):
            if getattr(row, name):
                yield (*key, name), f"{row.event} is heard on one device, and has none"
        return
    if (row.to == "seat") != bool(row.who):
        yield (*key, "who"), "it names the seat of a cue to a seat, and of no other"
    if row.to == "seat" and row.show:
        yield (*key, "show"), "lamps are seen by everybody: let the row be to everybody"


def _perhaps(name: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, list(known), n=1, cutoff=0.5)
    return f", perhaps {near[0]}" if near else ""


def _made(file: schema.CuesFile) -> Cues:
    return Cues(
        file.lamps.brightness_percent,
        {tell: getattr(file.lamps, tell) for tell in TELLS},
        {name: sound.model_dump() for name, sound in file.sound.items()},
        {
            name: Show(
                name,
                show.length_ms,
                show.loops,
                show.priority,
                tuple((step.at_ms, step.lights) for step in show.steps),
            )
            for name, show in file.show.items()
        },
        tuple(
            Row(name, row.event, row.when, row.to, row.who, row.sound, row.show)
            for name, row in file.cue.items()
        ),
    )
