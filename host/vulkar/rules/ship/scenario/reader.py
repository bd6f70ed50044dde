"""From a scenario file to a checked scenario; every way to fail is one error with its line."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from vulkar.errors import VulkarError
from vulkar.maps import IslandMap
from vulkar.maps import load as load_map
from vulkar.maps.lines import parse_toml, read_text
from vulkar.rules.scenario.places import Places
from vulkar.rules.scenario.words import WORLD_WORD, Line, split_line
from vulkar.rules.ship.cards import CARDS
from vulkar.rules.ship.ids import RULES
from vulkar.rules.ship.scenario.schema import Check, File


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario, ready to be played. ``script``: answers and checks in their order."""

    path: Path
    file: File
    island: IslandMap
    script: tuple[Line | Check, ...]


def load(path: Path) -> Scenario:
    """Reads a file. Raises ``VulkarError``: ``scenario.*``, ``map.*``."""
    if not path.is_file():
        raise VulkarError("scenario.missing", path=path)
    return parse(read_text(path, "scenario"), path)


def parse(text: str, path: Path) -> Scenario:
    """Like :func:`load`, from the text itself; ``path`` is for errors."""
    data, _ = parse_toml(text, path, "scenario")
    places = Places(text)
    try:
        file = File.model_validate(data)
    except ValidationError as exc:
        raise _first_error(path, exc, places) from exc
    names = _Names(file, places, path)
    script = tuple(
        entry if isinstance(entry, Check) else names.line(entry, number)
        for entry, number in zip(file.play, places.each("play", file.play), strict=True)
    )
    return Scenario(path, file, load_map(file.map), script)


class _Names:
    """Whether every word of a file is a name that there is. Raises ``VulkarError``."""

    def __init__(self, file: File, places: Places, path: Path) -> None:
        self.file, self.places, self.path = file, places, path
        seats = file.seats
        if file.begins is not None:
            self.one("begins", file.begins, seats)
        for key in ("looks", "won"):
            for pawn in getattr(file, key):
                self.one(key, pawn, seats)
        for card in file.locations.values():
            self.one("locations", card, CARDS)
        for rule in file.rules:
            self.one("rules", rule, RULES)
        if len(set(file.locations.values())) < len(file.locations):
            raise self.wrong("locations", "one location lies in two places")
        if len(set(file.looks.values())) < len(file.looks):
            raise self.wrong("looks", "two look at one side")

    def one(self, key: str, name: str, known: Iterable[str], line: int = 0) -> None:
        if name in known:
            return
        near = difflib.get_close_matches(name, list(known), n=1, cutoff=0.4)
        raise VulkarError(
            "scenario.name",
            path=self.path,
            line=line or self.places.of((key,), name),
            what=key,
            name=name,
            nearest=near[0] if near else ", ".join(known),
        )

    def line(self, text: str, number: int) -> Line:
        try:
            line = split_line(text, number)
        except ValueError as exc:
            raise self.wrong(text, str(exc), number) from exc
        self.one("seats", line.who, (*self.file.seats, WORLD_WORD), number)
        if line.refused is not None:
            self.one("rules", line.refused, RULES, number)
        return line

    def wrong(self, key: str, reason: str, line: int = 0) -> VulkarError:
        number = line or self.places.of((key,))
        return VulkarError("scenario.value", path=self.path, line=number, key=key, reason=reason)


def _first_error(path: Path, exc: ValidationError, places: Places) -> VulkarError:
    error = min(exc.errors(), key=lambda e: places.of(e["loc"]))
    loc = tuple(part for part in error["loc"] if part not in ("str", "Check", "[key]"))
    key = ".".join(map(str, loc))
    line = places.of(loc, loc[-1] if error["type"] == "extra_forbidden" else None)
    if error["type"] == "missing":
        return VulkarError("scenario.lacks", path=path, line=1, key=key)
    if error["type"] == "extra_forbidden":
        fields = tuple((File if len(loc) == 1 else Check).model_fields)
        near = difflib.get_close_matches(str(loc[-1]), fields, n=1, cutoff=0.4)
        hint = near[0] if near else ", ".join(fields)
        return VulkarError("scenario.key", path=path, line=line, key=key, nearest=hint)
    return VulkarError("scenario.value", path=path, line=line, key=key, reason=error["msg"])
