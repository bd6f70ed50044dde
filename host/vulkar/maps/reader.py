"""From a map file to a checked island; every way to fail is one error that names the line."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from vulkar.errors import VulkarError
from vulkar.maps.lines import line_of, read_toml
from vulkar.maps.model import IslandMap
from vulkar.maps.schema import MapFile

FOLDER = Path(__file__).parent


def names() -> tuple[str, ...]:
    """Maps that come with Vulkar."""
    return tuple(sorted(p.stem for p in FOLDER.glob("*.toml")))


def find(path_or_name: str | Path) -> Path:
    """The file of a map that comes along (by name), or the path itself.

    Raises ``VulkarError("map.missing")`` where there is no such file.
    """
    path = FOLDER / f"{path_or_name}.toml" if str(path_or_name) in names() else Path(path_or_name)
    if not path.is_file():
        raise VulkarError("map.missing", path=path_or_name, known=", ".join(names()))
    return path


def parse(path_or_name: str | Path) -> tuple[IslandMap, dict[str, int]]:
    """The island without the checks of :mod:`vulkar.maps.check`, and the line of every key.

    Raises ``VulkarError`` for a file that is missing, no text, no TOML, or not of the right shape.
    """
    path = find(path_or_name)
    data, lines = read_toml(path, "map")
    try:
        return MapFile.model_validate(data).freeze(), lines
    except ValidationError as exc:
        raise _first_error(path, exc, data, lines) from exc


def _first_error(
    path: Path, exc: ValidationError, data: dict[str, Any], lines: dict[str, int]
) -> VulkarError:
    """The first complaint in the file's order; an unknown key before a missing one, for it is
    mostly the same key, misspelt."""
    errors = sorted(
        exc.errors(),
        key=lambda e: (e["type"] != "extra_forbidden", line_of(lines, e["loc"])),
    )
    error = errors[0]
    loc = tuple(x for x in error["loc"] if x != "[key]")
    line = line_of(lines, loc)
    where = ".".join(str(x) for x in loc)
    if error["type"] == "extra_forbidden":
        missing = [
            str(e["loc"][-1])
            for e in errors
            if e["type"] == "missing" and e["loc"][:-1] == loc[:-1]
        ]
        known = missing + _fields(loc[:-1])
        near = difflib.get_close_matches(str(loc[-1]), known, n=1, cutoff=0.4)
        hint = near[0] if near else ", ".join(_fields(loc[:-1]))
        return VulkarError("map.key", path=path, line=line, key=where, nearest=hint)
    if error["type"] == "missing":
        return VulkarError("map.lacks", path=path, line=line, key=where)
    return VulkarError("map.value", path=path, line=line, key=where, reason=error["msg"])


def _fields(loc: tuple[int | str, ...]) -> list[str]:
    """The keys that the schema knows at a place."""
    schema: Any = MapFile.model_json_schema()
    here: Any = schema
    for part in loc:
        if "$ref" in here:
            here = schema["$defs"][here["$ref"].rsplit("/", 1)[1]]
        if isinstance(part, int):
            here = here.get("items", {})
        elif part in here.get("properties", {}):
            here = here["properties"][part]
        else:
            extra = here.get("additionalProperties") or here.get("patternProperties") or {}
            here = extra if "$ref" in extra else next(iter(extra.values()), {})
    if "$ref" in here:
        here = schema["$defs"][here["$ref"].rsplit("/", 1)[1]]
    return list(here.get("properties", {}))
