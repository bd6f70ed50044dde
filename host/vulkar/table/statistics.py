"""What a game adds up to, for the table and each pawn. Pure; only what everybody heard counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

CARRIED: Final = frozenset({"cave", "anchor"})  # moves that are not walked


@dataclass(slots=True)
class PawnCount:
    """One pawn's game."""

    turns: int = 0
    fireballs: int = 0  # let roll by this pawn's seat
    hits: int = 0  # pawns that these touched, its own included
    struck: int = 0  # times that this pawn was touched
    thefts: int = 0  # jewels stolen
    spaces: int = 0  # spaces entered on foot, also by a card


@dataclass(slots=True)
class Statistics:
    """Fed with every public event, oldest first; ``pawns`` in seat order."""

    pawns: tuple[str, ...]
    turns: int = 0
    winner: str | None = None
    of: dict[str, PawnCount] = field(default_factory=dict)
    _pusher: str | None = None  # whose fireball was declared last

    def __post_init__(self) -> None:
        self.of = {pawn: PawnCount() for pawn in self.pawns}

    def hear(self, kind: str, data: Mapping[str, Any]) -> None:
        """Counts one event. Unknown kinds count nothing."""
        pawn = self.of.get(str(data.get("pawn")))
        if kind == "turn" and pawn is not None:
            self.turns += 1
            pawn.turns += 1
        elif kind in ("fireball_declared", "fireball_again"):
            self._pusher = str(data["pawn"])
        elif kind == "fireball_rolled":
            self._rolled(data["hit"])
        elif kind == "jewel" and data.get("why") == "stolen":
            self.of[data["owner"]].thefts += 1
        elif kind == "moved" and pawn is not None and data.get("why") not in CARRIED:
            pawn.spaces += len(data["path"])
        elif kind == "won":
            self.winner = str(data["pawn"])

    def _rolled(self, hit: Sequence[str]) -> None:
        pusher = self.of.get(self._pusher or "")
        if pusher is not None:
            pusher.fireballs += 1
            pusher.hits += len(hit)
        for name in hit:
            self.of[name].struck += 1

    def to_json(self) -> dict[str, object]:
        """Totals over all pawns, and each pawn's own counts."""
        counts = self.of.values()
        return {
            "turns": self.turns,
            "winner": self.winner,
            "fireballs": sum(each.fireballs for each in counts),
            "hits": sum(each.hits for each in counts),
            "thefts": sum(each.thefts for each in counts),
            "spaces": sum(each.spaces for each in counts),
            "pawns": {pawn: asdict(each) for pawn, each in self.of.items()},
        }


def statistics(pawns: Sequence[str], events: Iterable[tuple[str, Mapping[str, Any]]]) -> Statistics:
    """The statistics of a whole game or of a part of one: ``events`` as (kind, data)."""
    counted = Statistics(tuple(pawns))
    for kind, data in events:
        counted.hear(kind, data)
    return counted
