"""Where a value stands in a scenario's text, so that an error can name the line."""

from __future__ import annotations

from collections.abc import Sequence

from vulkar.maps.lines import key_lines, line_of


class Places:
    """Lines of one TOML text, counted from 1."""

    def __init__(self, text: str) -> None:
        self.rows = text.splitlines()
        self.keys = key_lines(text)

    def of(self, loc: Sequence[int | str], value: object = None) -> int:
        """The line of ``loc``; inside a list that spans lines, the one that holds ``value``."""
        start = line_of(self.keys, loc)
        if value is not None:
            for number in range(start, len(self.rows) + 1):
                if str(value) in self.rows[number - 1]:
                    return number
        return start

    def each(self, key: str, values: Sequence[object]) -> list[int]:
        """The line of every value of a list of texts, each looked for after the one before."""
        row = line_of(self.keys, (key,)) - 1
        column = 0
        found = []
        for value in values:
            here, at = row, -1
            if isinstance(value, str):
                while here < len(self.rows):
                    at = self.rows[here].find(value, column if here == row else 0)
                    if at >= 0:
                        break
                    here += 1
            if at >= 0:
                row, column = here, at + len(str(value))
            found.append(row + 1)
        return found
