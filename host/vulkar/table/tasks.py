"""What people have to do so that the board is as the rules have it. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from vulkar.island.port import Task, TaskKind

Placed: TypeAlias = Mapping[str, tuple[str, bool]]  # pawn -> (space id, whether it lies)


def marble_tasks(
    marbles: Mapping[str, int], cradles: Mapping[str, bool], setting: bool
) -> list[Task]:
    """From what the cradles hold (source -> full) to what belongs there (source -> how many).

    ``setting``: the board is set up; else a cradle that lacks a marble gets one from beside it.
    """
    tasks = []
    for source, count in marbles.items():
        full = count > 0
        if cradles.get(source, full) is not full:
            kind = TaskKind.MARBLE_HOME if full else TaskKind.MARBLE_OUT
            origin = source if full and not setting else ""
            tasks.append(Task(kind, source=source, origin=origin))
    return tasks


def pawn_tasks(wanted: Placed, placed: Placed) -> list[Task]:
    """From where pawns were put to where they belong."""
    tasks = []
    for pawn, (space, lies) in wanted.items():
        if placed.get(pawn) != (space, lies):
            kind = TaskKind.LAY if lies else TaskKind.PLACE
            tasks.append(Task(kind, pawn=pawn, space=space))
    for pawn in sorted(placed.keys() - wanted.keys()):
        tasks.append(Task(TaskKind.REMOVE, pawn=pawn))
    return tasks
