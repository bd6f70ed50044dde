"""What an island says to people and asks of them, as plain English lines. Pure text."""

from __future__ import annotations

from vulkar.island.port import Question, Task, TaskKind
from vulkar.link import names
from vulkar.maps import IslandMap


def place_name(island: IslandMap, space: str) -> str:
    """``HR6`` -> ``High Road 6 (HR6)``; an unknown id stays as it is."""
    known = island.spaces.get(space)
    return f"{known.name} ({space})" if known and known.name != space else space


def source_name(source: str) -> str:
    """``idol`` -> ``the idol``, ``A`` -> ``station A``."""
    return "the idol" if source == "idol" else f"station {source}"


def task_line(island: IslandMap, task: Task) -> str:
    """One sentence that asks for a task."""
    where = place_name(island, task.space)
    if task.kind is TaskKind.PLACE:
        via = f" (by way of {', '.join(task.via)})" if task.via else ""
        return f"Set {task.pawn} upright on {where}{via}."
    if task.kind is TaskKind.LAY:
        return f"Lay {task.pawn} on its side in {where}."
    if task.kind is TaskKind.REMOVE:
        return f"Take {task.pawn} off the island."
    return _marble_line(task)


def _marble_line(task: Task) -> str:
    source, origin = source_name(task.source), source_name(task.origin)
    if task.kind is TaskKind.MARBLE_OUT:
        return f"Take the marble out of {source}."
    if task.kind is TaskKind.MARBLE_BESIDE:
        return f"Lay the marble from {origin} beside {source}, whose cradle is full."
    if task.origin == task.source:
        return f"Put a marble that lies beside {source} into its cradle."
    if task.origin:
        return f"Put the marble from {origin} into {source}."
    return f"Put the marble back into {source}."


def question_line(island: IslandMap, question: Question) -> str:
    """One question that is answered by yes or no."""
    where = place_name(island, question.space)
    pawn = question.pawn
    source = source_name(question.source)
    if question.kind == "touched":
        return f"Did the marble, or anything that it moved, touch {pawn} on {where}?"
    if question.kind == "fell":
        return f"Did {pawn} on {where} fall over?"
    if question.kind == "standing":
        return f"Does {pawn} stand on {where}?"
    if question.kind == "empty":
        return f"Is {where} empty?"
    if question.kind == "count":
        return f"Do {question.number} pawns stand on {where}?"
    if question.kind == "clear":
        latched = names.word(names.FAULTS, question.number) if question.number else "emergency stop"
        return f"Latched: {latched}. Has the board been looked at, and may it be cleared?"
    if question.kind == "marble_beside":
        return f"Does the marble lie beside {source}?"
    if question.kind == "marble_left":
        return f"Did the marble leave {source}?"
    if question.kind == "marble_home":
        return f"Does the marble lie in {source}?"
    if question.source:
        return f"Is the marble back in {source}?"
    return f"Is {pawn} on {where}?" if question.space else f"Is {pawn} off the island?"
