"""Where a key stands in a TOML text. ``tomllib`` keeps no positions, so the text is read once more,
only for its table headers and for ``key =`` at the start of a line outside of any bracket."""

from __future__ import annotations

import re
from collections.abc import Sequence

_HEADER = re.compile(r"\s*\[\[?\s*([^\]]+?)\s*\]")
_KEY = re.compile(r"""\s*([A-Za-z0-9_.\-"']+)\s*=""")
_STRING = re.compile(r'"(?:\\.|[^"\\])*"|\'[^\']*\'')


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


def line_of(lines: dict[str, int], loc: Sequence[int | str]) -> int:
    """The line of the deepest known part of ``loc``; 1 where nothing of it is known."""
    parts = [str(p) for p in loc if isinstance(p, str)]
    for n in range(len(parts), 0, -1):
        if (line := lines.get(".".join(parts[:n]))) is not None:
            return line
    return 1
