"""The board that a running program works with; its files may change meanwhile.

A bad file never replaces a good one in use: whoever connects again calls :meth:`BoardInUse.reload`
first, goes on with what was good, and shows ``problem``. Once the file is good again, the next
reload takes it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from vulkar.devices.board import load_board
from vulkar.devices.board_model import Board
from vulkar.errors import VulkarError


class BoardInUse:
    """Holds a board. ``problem`` is why its files on disk are not what is in use, or ``None``.

    The first reading has nothing to fall back on: it raises what ``load`` raises.
    """

    def __init__(
        self, name_or_path: str | Path, load: Callable[[str | Path], Board] = load_board
    ) -> None:
        self._load = load
        self._where = name_or_path
        self.board = load(name_or_path)
        self.problem: VulkarError | None = None

    def reload(self) -> bool:
        """Reads the files again. True where another board is in use from now on.

        A file for another island (its id or map) is a problem too: a game cannot change its board.
        """
        try:
            found = self._load(self._where)
            if (found.id, found.map) != (self.board.id, self.board.map):
                raise VulkarError("board.changed", path=found.path, old=self.board.id, new=found.id)
        except VulkarError as exc:
            self.problem = exc
            return False
        self.problem = None
        changed = found != self.board
        self.board = found
        return changed
