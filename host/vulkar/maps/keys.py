"""The keys that a file may have, as data: type, unit, default, meaning; what is wrong with one."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from pydantic import BaseModel, ValidationError

from vulkar.maps.lines import line_of

UNITS: Final = {"_us": "us", "_ms": "ms", "_mt": "mT", "_counts": "counts", "_us_s": "us/s",
                "counts_per_mt": "counts/mT", "_mv": "mV", "_ma": "mA", "_hz": "Hz",
                "_percent": "%"}  # fmt: skip
ANY_NAME: Final = "NAME"
LIMITS: Final = (
    ("minimum", "from {}"),
    ("exclusiveMinimum", "over {}"),
    ("maximum", "to {}"),
    ("minItems", "at least {}"),
    ("maxItems", "at most {}"),
    ("minProperties", "at least {}"),
    ("maxProperties", "at most {}"),
)


@dataclass(frozen=True, slots=True)
class Key:
    """One key. ``path`` has ``NAME`` where the file's own names stand, ``[]`` after an array."""

    path: str
    type: str
    unit: str
    default: str  # "" where the key must be there
    meaning: str


def unit_of(name: str) -> str:
    """The unit that the end of a key's name says, "" for none."""
    ends = [end for end in UNITS if f"_{name}".endswith(end)]
    return UNITS[max(ends, key=len)] if ends else ""


def keys(model: type[BaseModel]) -> tuple[Key, ...]:
    """All leaf keys of a file's model, in its order."""
    schema = model.model_json_schema()
    return tuple(_walk(schema, schema, ""))


def known_keys(model: type[BaseModel], loc: tuple[int | str, ...]) -> list[str]:
    """The keys that may stand at a place of the file, for "did you mean"."""
    schema = model.model_json_schema()
    here = _resolve(schema, schema)
    for part in loc:
        if isinstance(part, int):
            here = here.get("items", {})
        else:
            here = here.get("properties", {}).get(part, here.get("additionalProperties", {}))
        here = _resolve(schema, here)
    return list(here.get("properties", {}))


def _walk(schema: dict[str, Any], node: dict[str, Any], prefix: str) -> Iterator[Key]:
    required = node.get("required", ())
    for name, field in node.get("properties", {}).items():
        path = f"{prefix}.{name}" if prefix else name
        inner = _resolve(schema, field)
        each = _resolve(schema, inner.get("additionalProperties") or {})
        item = _resolve(schema, inner.get("items") or {})
        if "properties" in inner:
            yield from _walk(schema, inner, path)
        elif "properties" in each:
            yield from _walk(schema, each, f"{path}.{ANY_NAME}")
        else:
            default = "" if name in required else str(field.get("default", "none")) or '""'
            meaning = field.get("description", "").replace("\n", " ")
            yield Key(path, _type(inner, each, item), unit_of(name), default, meaning)
            if "properties" in item:
                yield from _walk(schema, item, f"{path}[]")


def _resolve(schema: dict[str, Any], node: dict[str, Any]) -> dict[str, Any]:
    """Follows a reference; an optional table is that table."""
    if "anyOf" in node:
        node = next(option for option in node["anyOf"] if option.get("type") != "null")
    if "$ref" in node:
        found: dict[str, Any] = schema["$defs"][node["$ref"].rsplit("/", 1)[1]]
        return found
    return node


def _type(node: dict[str, Any], each: dict[str, Any], item: dict[str, Any]) -> str:
    if "const" in node:
        return f'"{node["const"]}"'
    if "enum" in node:
        return " or ".join(f'"{value}"' for value in node["enum"])
    limits = " ".join(text.format(node[name]) for name, text in LIMITS if name in node)
    kind = str(node.get("type", "any"))
    if each:
        kind = f"table of names, each {_type(each, {}, {})}"
    elif item:
        kind = "list of " + ("tables" if "properties" in item else _type(item, {}, {}))
    return f"{kind}, {limits}" if limits else kind


class Complaint(NamedTuple):
    """What is wrong with a file: the key, its line, why; ``nearest`` only for an unknown key."""

    kind: str  # unknown, missing or value
    key: str
    line: int
    reason: str
    nearest: str


def complaint(model: type[BaseModel], exc: ValidationError, lines: Mapping[str, int]) -> Complaint:
    """The first complaint in the file's order, an unknown key before all others: it is mostly a
    missing one, misspelt."""
    errors = sorted(
        exc.errors(), key=lambda e: (e["type"] != "extra_forbidden", line_of(lines, e["loc"]))
    )
    error = errors[0]
    loc = tuple(part for part in error["loc"] if part != "[key]")
    where, line = ".".join(str(part) for part in loc), line_of(lines, loc)
    if error["type"] == "extra_forbidden":
        known = known_keys(model, loc[:-1])
        near = difflib.get_close_matches(str(loc[-1]), known, n=1, cutoff=0.3)
        hint = near[0] if near else ", ".join(known)
        return Complaint("unknown", where, line, f"unknown key, perhaps {hint}", hint)
    kind = "missing" if error["type"] == "missing" else "value"
    return Complaint(kind, where, line, error["msg"], "")
