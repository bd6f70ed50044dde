"""Pawns that stand where none belongs: named soon, while whoever set them down still stands there.

Pure: what is wrong and the time in, what is to be said and shown out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from vulkar.island.check import Kind, Wrong
from vulkar.island.port import Task


def astray(
    wrongs: Sequence[Wrong], tasks: Collection[Task], filled: Callable[[str], bool]
) -> list[Wrong]:
    """Those of ``wrongs`` that no task brings about: a pawn where none belongs, and one that is
    gone though nobody was told to move it.

    ``filled`` tells whether a space has filled since people were told. Where one pawn is missing
    and one such space is full, that is where it was set down, however far from its own.
    """
    told = {task.pawn for task in tasks if task.pawn}
    missing = [w for w in wrongs if w.kind is Kind.MISSING]
    strangers = [w for w in wrongs if w.kind is Kind.STRANGER]
    if len(missing) == len(strangers) == 1 and filled(strangers[0].seen):
        misplaced = replace(missing[0], kind=Kind.MISPLACED, seen=strangers[0].seen)
        missing, strangers = [], [misplaced]
    found = [w for w in wrongs if w.kind is Kind.MISPLACED] + strangers
    return found + [w for w in missing if w.pawn not in told]


class Astray:
    """Names each of them once it has been so for ``after_s``: a pawn may be set down in between."""

    def __init__(self, after_s: float) -> None:
        self._after_s = after_s
        self._since: dict[Wrong, float] = {}
        self._named: set[Wrong] = set()

    def see(self, wrongs: Sequence[Wrong], now_s: float) -> list[Wrong]:
        """Those that are to be named now."""
        self._since = {w: self._since.get(w, now_s) for w in wrongs}
        self._named &= set(wrongs)
        due = [
            w
            for w, since_s in self._since.items()
            if w not in self._named and now_s >= since_s + self._after_s
        ]
        self._named.update(due)
        return due

    @property
    def named(self) -> tuple[Wrong, ...]:
        """Those that were named and still stand so."""
        return tuple(w for w in self._since if w in self._named)

    @property
    def due_s(self) -> float | None:
        """When the next one is to be named, if nothing changes."""
        waiting = [s for w, s in self._since.items() if w not in self._named]
        return min(waiting) + self._after_s if waiting else None
