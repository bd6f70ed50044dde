"""A map file with something broken in it, and the line where it broke."""

from __future__ import annotations

import re
from pathlib import Path

from vulkar.maps.lines import key_lines
from vulkar.maps.reader import find

CLASSIC = find("classic").read_text(encoding="utf-8")


class MapText:
    """The text of classic.toml, to be spoilt."""

    def __init__(self, text: str = CLASSIC) -> None:
        self.text = text

    def line(self, key: str) -> int:
        """The line of a key such as ``spaces.WT1``, counted from 1."""
        return key_lines(self.text)[key]

    def swap(self, old: str, new: str) -> MapText:
        """Replaces a text that stands there exactly once."""
        assert self.text.count(old) == 1, f"{old!r} stands there {self.text.count(old)} times"
        return MapText(self.text.replace(old, new))

    def set(self, key: str, value: str | None, field: str | None = None) -> MapText:
        """Sets a key, or one field of the inline table that it holds; ``None`` removes it."""
        lines = self.text.splitlines(keepends=True)
        k = self.line(key) - 1
        if field is None:
            name = key.rsplit(".", 1)[-1]
            lines[k] = f"{name} = {value}\n" if value is not None else ""
        else:
            pattern = rf'(, | ){field} = ("[^"]*"|\[[^\]]*\]|[^,}}]+?)(?=, | \}})'
            assert re.search(pattern, lines[k]), f"{key} has no {field}"
            new = rf"\g<1>{field} = {value}" if value is not None else ""
            lines[k] = re.sub(pattern, new, lines[k], count=1).replace("{,", "{")
        return MapText("".join(lines))

    def add(self, key: str, row: str) -> MapText:
        """Adds a row below a key or a table's header."""
        lines = self.text.splitlines(keepends=True)
        lines.insert(self.line(key), row + "\n")
        return MapText("".join(lines))

    def write(self, folder: Path) -> Path:
        """Writes the file."""
        path = folder / "broken.toml"
        path.write_text(self.text, encoding="utf-8")
        return path
