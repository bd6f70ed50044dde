"""What people hear of the link while a game is played, and what is kept of its faults."""

from __future__ import annotations

import itertools
from pathlib import Path

from rich.console import Console

from vulkar.cli.watchers import JsonLines
from vulkar.devices.board_in_use import BoardInUse
from vulkar.devices.board_model import Board
from vulkar.errors import VulkarError
from vulkar.link import frames
from vulkar.link.controller import Controller
from vulkar.link.events import Event, EventKind


class LinkLog:
    """Says that the board is gone, back, or badly heard; keeps the last frames of each fault.

    ``beside`` is the journal; the frames lie in files beside it, the last five of them.
    """

    def __init__(self, console: Console, beside: Path, json: JsonLines | None = None) -> None:
        self._console = console
        self._beside = beside
        self._json = json
        self._numbers = itertools.count()

    def watch(self, controller: Controller) -> None:
        """Listens to one more connection."""

        def heard(event: Event) -> None:
            if event.kind is EventKind.STRAINED:
                self._say(event.text, "yellow")
                self._row("strained", event.text)
            elif event.kind in (EventKind.LOST, EventKind.FAULT):
                self._keep(controller, event.text)

        controller.subscribe(heard)

    def reload(self, used: BoardInUse) -> Board:
        """The board to connect with: its files may have been changed since the last connection."""
        if used.reload():
            self._say(f"{used.board.path} or its calibration has changed and counts now.", "yellow")
        elif used.problem is not None:
            self._say(f"{used.problem.what} The board in use stays as it was.", "bold yellow")
            self._row("board", used.problem.what)
        return used.board

    def link(self, state: str, text: str) -> None:
        """``gone`` with the reason, ``back`` with how long it took."""
        if state == "gone":
            self._say(f"The board is gone. {text}", "bold yellow")
            self._say("Waiting for it; the game goes on in the same turn.", "bold yellow")
        else:
            self._say(f"The board is back after {text}.", "bold green")
        self._row(state, text)

    def _keep(self, controller: Controller, why: str) -> None:
        try:
            path = frames.keep(controller.frames, why, self._beside, next(self._numbers))
        except VulkarError as exc:  # a game goes on without it
            self._say(exc.what, "yellow")
        else:
            self._say(f"The last {len(controller.frames)} frames are in {path}", "yellow")

    def _say(self, text: str, style: str) -> None:
        self._console.print(
            f"    {text}", style=style, highlight=False, markup=False, soft_wrap=True
        )

    def _row(self, state: str, text: str) -> None:
        if self._json is not None:
            self._json.write({"type": "link", "state": state, "text": text})
