"""From a scenario file to a checked scenario; every way to fail is one error with its line."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from vulkar.errors import VulkarError
from vulkar.maps import IslandMap
from vulkar.maps import load as load_map
from vulkar.maps.lines import parse_toml, read_text
from vulkar.rules.classic.scenario.names import Names
from vulkar.rules.classic.scenario.schema import Check, File
from vulkar.rules.classic.scenario.validate import check_names
from vulkar.rules.scenario.places import Places
from vulkar.rules.scenario.words import Line, split_line


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario, ready to be played. ``script``: answers and checks in their order."""

    path: Path
    file: File
    island: IslandMap
    seats: tuple[str, ...]
    script: tuple[Line | Check, ...]
    expect_line: int


def load(path: Path) -> Scenario:
    """Reads a file. Raises ``VulkarError``: ``scenario.*``, ``map.*``."""
    if not path.is_file():
        raise VulkarError("scenario.missing", path=path)
    text = read_text(path, "scenario")
    return parse(text, path)


def parse(text: str, path: Path) -> Scenario:
    """Like :func:`load`, from the text itself; ``path`` is for errors."""
    data, _ = parse_toml(text, path, "scenario")
    places = Places(text)
    try:
        file = File.model_validate(data)
    except ValidationError as exc:
        raise _first_error(path, exc, places) from exc
    island = load_map(file.map)
    if (file.seats is None) == (file.pawns is None):
        reason = "give either pawns (a situation) or seats (a game from its beginning)"
        raise VulkarError("scenario.value", path=path, line=1, key="pawns", reason=reason)
    seats = tuple(file.seats if file.seats is not None else file.pawns or ())
    names = Names(island, seats, path)
    script = _script(file, places, path)
    check_names(file, names, places, [s for s in script if isinstance(s, Line)])
    return Scenario(path, file, island, seats, script, places.of(("expect",)))


def _script(file: File, places: Places, path: Path) -> tuple[Line | Check, ...]:
    lines = places.each("play", file.play)
    script: list[Line | Check] = []
    for entry, number in zip(file.play, lines, strict=True):
        if isinstance(entry, Check):
            script.append(entry)
            continue
        try:
            script.append(split_line(entry, number))
        except ValueError as exc:
            raise VulkarError(
                "scenario.value", path=path, line=number, key=entry, reason=exc
            ) from exc
    return tuple(script)


def _first_error(path: Path, exc: ValidationError, places: Places) -> VulkarError:
    """The first complaint in the file's order; an unknown key goes before a missing one."""
    errors = [e for e in exc.errors() if not _other_branch(e)]
    error = min(
        errors or exc.errors(),
        key=lambda e: (e["type"] != "extra_forbidden", places.of(_loc(e))),
    )
    loc = _loc(error)
    bad = error.get("input") if isinstance(error.get("input"), str | int | float) else None
    key = ".".join(str(x) for x in loc)
    if error["type"] == "extra_forbidden":
        in_check = loc[0] in ("expect", "play") and len(loc) > 1
        fields = tuple((Check if in_check else File).model_fields)
        near = difflib.get_close_matches(str(loc[-1]), fields, n=1, cutoff=0.4)
        hint = near[0] if near else ", ".join(fields)
        line = places.of(loc, loc[-1])
        return VulkarError("scenario.key", path=path, line=line, key=key, nearest=hint)
    line = places.of(loc, bad)
    if error["type"] == "missing":
        return VulkarError("scenario.lacks", path=path, line=1, key=key)
    return VulkarError("scenario.value", path=path, line=line, key=key, reason=error["msg"])


def _loc(error: Any) -> tuple[int | str, ...]:
    """Where, without the names that pydantic gives to the branches of a union."""
    return tuple(x for x in error["loc"] if x not in ("str", "Check", "list[str]"))


def _other_branch(error: Any) -> bool:
    """A complaint that a table in ``play`` is no text: its own keys are what is wrong."""
    return "str" in error["loc"] and isinstance(error.get("input"), dict)
