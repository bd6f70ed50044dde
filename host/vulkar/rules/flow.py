"""Frames and flows: a piece of business that is under way, and the table of its steps as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

Outcome: TypeAlias = str | None


class Frame:
    """One piece of business that is under way. What the fields mean is said in the kind's flow."""

    __slots__ = ("at", "kind", "m", "mode", "n", "path", "pawn", "seat")

    def __init__(
        self,
        kind: int,
        seat: int = -1,
        pawn: int = -1,
        n: int = 0,
        m: int = 0,
        mode: int = 0,
        path: tuple[int, ...] = (),
    ) -> None:
        self.kind = kind
        self.at = 0
        self.seat = seat
        self.pawn = pawn
        self.n = n
        self.m = m
        self.mode = mode
        self.path = path

    def copy(self) -> Frame:
        """A frame of its own with equal fields."""
        new = Frame(self.kind, self.seat, self.pawn, self.n, self.m, self.mode, self.path)
        new.at = self.at
        return new

    def key(self) -> tuple[Any, ...]:
        """All fields, for comparison."""
        return (self.kind, self.at, self.seat, self.pawn, self.n, self.m, self.mode, self.path)


class Flow(NamedTuple):
    """A kind of frame as data. ``edges``: (step, outcome, next step); the first step comes first.

    A next step ``"=word"`` ends the frame; ``word`` is then the outcome of the step that pushed it.
    """

    name: str
    about: str
    edges: tuple[tuple[str, str, str], ...]

    def steps(self) -> tuple[str, ...]:
        """The step names, in order of first mention as a source."""
        return tuple(dict.fromkeys(step for step, _, _ in self.edges))


@dataclass(slots=True)  # its fields are read faster than those of a tuple
class Step:
    """A step with its functions: what it does, and what it makes of an answer."""

    enter: Callable[[Any, Frame], Outcome]
    take: Callable[[Any, Frame, Any], Outcome] | None
    edges: dict[str, int | str]  # outcome -> index of the next step, or the outcome of the frame


Table: TypeAlias = tuple[tuple[Step, ...], ...]


def compile_flows(flows: Sequence[Flow], functions: Mapping[str, Callable[..., Any]]) -> Table:
    """Joins flows with their functions: ``{flow}_{step}`` and, for answers, ``{flow}_{step}_take``.

    Raises ``ValueError`` for a step without a function or an edge to an unknown step.
    """
    table = []
    for flow in flows:
        names = flow.steps()
        steps = []
        for name in names:
            full = f"{flow.name}_{name}"
            if full not in functions:
                raise ValueError(f"flow {flow.name}: no function {full}")
            edges: dict[str, int | str] = {}
            for source, outcome, dest in flow.edges:
                if source != name:
                    continue
                if outcome in edges:
                    raise ValueError(f"flow {flow.name}: {name} has {outcome} twice")
                if dest.startswith("="):
                    edges[outcome] = dest[1:]
                elif dest in names:
                    edges[outcome] = names.index(dest)
                else:
                    raise ValueError(f"flow {flow.name}: {name} leads to unknown {dest}")
            steps.append(Step(functions[full], functions.get(f"{full}_take"), edges))
        table.append(tuple(steps))
    return tuple(table)
