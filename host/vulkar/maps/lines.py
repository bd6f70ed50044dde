"""TOML files with the line of every key. ``tomllib`` keeps no positions, so the text is read once
more, only for its table headers and for ``key =`` at the start of a line outside of any bracket."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from vulkar.errors import VulkarError

_HEADER = re.compile(r"\s*\[\[?\s*([^\]]+?)\s*\]")
_KEY = re.compile(r"""\s*([A-Za-z0-9_.\-"']+)\s*=""")
_STRING = re.compile(r'"(?:\\.|[^"\\])*"|\'[^\']*\'')


def read_toml(path: Path, kind: str) -> tuple[dict[str, Any], dict[str, int]]:
    """The data of a file, and the line of each of its keys.

    ``kind`` is the family of its errors: raises ``VulkarError`` ``{kind}.unreadable`` or
    ``{kind}.syntax``.
    """
    return parse_toml(read_text(path, kind), path, kind)


def read_text(path: Path, kind: str) -> str:
    """A file's text. Raises ``VulkarError`` ``{kind}.unreadable``."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as exc:
        raise VulkarError(f"{kind}.unreadable", path=path, reason=exc) from exc


def parse_toml(text: str, path: Path | str, kind: str) -> tuple[dict[str, Any], dict[str, int]]:
    """As :func:`read_toml`, of a text that was read already; ``path`` is for the message."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as exc:
        place = re.search(r"\(at line (\d+)", str(exc))
        line = int(place[1]) if place else len(text.splitlines())
        reason = str(exc).split(" (at ")[0]
        raise VulkarError(f"{kind}.syntax", path=path, line=line, reason=reason) from exc
    return data, key_lines(text)


def key_lines(text: str) -> dict[str, int]:
    """``{"spaces": 30, "spaces.WT1": 31, ...}``, lines counted from 1."""
    out: dict[str, int] = {}
    table = ""
    depth = 0
    for number, raw in enumerate(text.splitlines(), 1):
        bare = _STRING.sub('""', raw).split("#", 1)[0]
        if depth == 0:
            if header := _HEADER.match(bare):
                table = header[1].replace(" ", "")
                out.setdefault(table, number)
                continue
            if key := _KEY.match(raw):
                name = key[1].strip("\"'")
                out.setdefault(f"{table}.{name}" if table else name, number)
        depth = max(
            0, depth + bare.count("[") + bare.count("{") - bare.count("]") - bare.count("}")
        )
    return out


def line_of(lines: Mapping[str, int], loc: Sequence[int | str]) -> int:
    """The line of the deepest known part of ``loc``; 1 where nothing of it is known."""
    parts = [str(p) for p in loc if isinstance(p, str)]
    for n in range(len(parts), 0, -1):
        if (line := lines.get(".".join(parts[:n]))) is not None:
            return line
    return 1
