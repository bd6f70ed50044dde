"""What people at a terminal hear of the link while a game is played."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from rich.console import Console

from vulkar.cli.watchers import JsonLines
from vulkar.island.linkreport import LinkReport

# what is told -> the lines for people with their style; {} is the text that comes with it
LINES: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "gone": (
        ("The board is gone. {}", "bold yellow"),
        ("Waiting for it; the game goes on in the same turn.", "bold yellow"),
    ),
    "back": (("The board is back after {}.", "bold green"),),
    "strained": (("{}", "yellow"),),
    "changed": (("{} or its calibration has changed and counts now.", "yellow"),),
    "unchanged": (("{} The board in use stays as it was.", "bold yellow"),),
    "kept": (("The last frames are in {}", "yellow"),),
    "unkept": (("{}", "yellow"),),
}
ROWS: Final = {"gone": "gone", "back": "back", "strained": "strained", "unchanged": "board"}


class LinkLog(LinkReport):
    """Prints it, and writes what programs want to know as JSON lines."""

    def __init__(self, console: Console, beside: Path, json: JsonLines | None = None) -> None:
        super().__init__(beside, self._show)
        self._console = console
        self._json = json

    def _show(self, what: str, text: str) -> None:
        for line, style in LINES[what]:
            self._console.print(
                f"    {line.format(text)}", style=style, highlight=False, markup=False,
                soft_wrap=True,
            )  # fmt: skip
        if self._json is not None and what in ROWS:
            self._json.write({"type": "link", "state": ROWS[what], "text": text})
