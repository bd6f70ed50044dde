"""What is told of a board's link while a game is played, and what is kept of its faults."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

from vulkar.devices.board_in_use import BoardInUse
from vulkar.devices.board_model import Board
from vulkar.errors import VulkarError
from vulkar.link import frames
from vulkar.link.controller import Controller
from vulkar.link.events import Event, EventKind


class LinkReport:
    """``tell(what, text)`` hears: "gone" with the reason, "back" with how long it took, "strained"
    in words, "changed" with the board's file, "unchanged" with why another one is not taken,
    "kept" with the file of a fault's last frames, "unkept" with why there is none.

    ``beside`` is the journal; the frames lie in files beside it, the last five of them.
    """

    def __init__(self, beside: Path, tell: Callable[[str, str], None]) -> None:
        self._beside = beside
        self._tell = tell
        self._numbers = itertools.count()

    def watch(self, controller: Controller) -> None:
        """Listens to one more connection."""

        def heard(event: Event) -> None:
            if event.kind is EventKind.STRAINED:
                self._tell("strained", event.text)
            elif event.kind in (EventKind.LOST, EventKind.FAULT):
                self._keep(controller, event.text)

        controller.subscribe(heard)

    def reload(self, used: BoardInUse) -> Board:
        """The board to connect with: its files may have been changed since the last connection."""
        if used.reload():
            self._tell("changed", str(used.board.path))
        elif used.problem is not None:
            self._tell("unchanged", used.problem.what)
        return used.board

    def link(self, state: str, text: str) -> None:
        """``gone`` with the reason, ``back`` with how long it took."""
        self._tell(state, text)

    def _keep(self, controller: Controller, why: str) -> None:
        try:
            path = frames.keep(controller.frames, why, self._beside, next(self._numbers))
        except VulkarError as exc:  # a game goes on without it
            self._tell("unkept", exc.what)
        else:
            self._tell("kept", str(path))
