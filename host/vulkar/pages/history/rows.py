"""What the history shows of games, from the operations ``history`` and ``steps``. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from vulkar.texts import Text

Json = Mapping[str, Any]
COUNTS: Final = ("turns", "fireballs", "hits", "struck", "thefts", "spaces")


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game. ``counts``: of each seat, in the order of ``COUNTS``; None where nothing is known.

    ``best``: of each count the seats that have most of it, for a sign beside their number.
    """

    number: int
    state: str
    made_s: float
    names: tuple[str, ...]
    pawns: tuple[str, ...]
    winner: int | None
    counts: tuple[tuple[int, ...], ...] | None
    best: tuple[frozenset[int], ...]

    @property
    def was_begun(self) -> bool:
        return self.counts is not None or self.state == "running"

    @property
    def may_be_replayed(self) -> bool:
        return self.state in ("over", "abandoned") and self.counts is not None


def game_row(game: Json) -> GameRow:
    """One game of ``history``."""
    pawns = tuple(game["pawns"])
    numbers = (game.get("end") or {}).get("statistics")
    counts = None
    if numbers is not None:
        counts = tuple(tuple(numbers["pawns"][p][name] for name in COUNTS) for p in pawns)
    winner = (numbers or {}).get("winner")
    return GameRow(
        number=game["number"],
        state=game["state"],
        made_s=game["made_s"],
        names=tuple(game["names"]),
        pawns=pawns,
        winner=pawns.index(winner) if winner in pawns else None,
        counts=counts,
        best=tuple(_best([row[k] for row in counts]) for k in range(len(COUNTS))) if counts else (),
    )


def _best(values: Sequence[int]) -> frozenset[int]:
    most = max(values)
    return frozenset(i for i, value in enumerate(values) if value == most and most > 0)


def step_rows(
    steps: Sequence[Json], say: Callable[[Text], str], pawns: Sequence[str]
) -> list[dict[str, Any]]:
    """What the browser needs of some steps: ``texts``, and of the island what has changed on it.

    ``walk``: the way that a pawn took in the step, None where none did.
    """
    rows = []
    for step in steps:
        texts = [text for event in step["events"] if (text := say(event["text"]))]
        row: dict[str, Any] = {"texts": texts, "walk": _walk(step["events"], pawns)}
        if step["island"] is not None:
            row["island"] = _island(step["island"], pawns)
        rows.append(row)
    return rows


def _island(island: Json, pawns: Sequence[str]) -> dict[str, Any]:
    pieces = [
        {
            "seat": piece["seat"],
            "space": piece["space"],
            "lying": piece.get("posture") == "lying",
        }
        for piece in island.get("pieces") or ()
    ]
    jewel = island.get("jewel") or {}
    owner = jewel.get("owner")
    return {
        "pieces": pieces,
        "jewel": {
            "seat": pawns.index(owner) if owner in pawns else None,
            "space": jewel.get("space"),
        },
        "marbles": island.get("marbles") or {},
        "active": island.get("active"),
        "turn": island.get("turn"),
    }


def _walk(events: Sequence[Json], pawns: Sequence[str]) -> dict[str, Any] | None:
    for event in reversed(events):
        data = event["data"]
        if isinstance(data.get("path"), list) and "to" in data and data.get("pawn") in pawns:
            return {"seat": pawns.index(data["pawn"]), "path": data["path"]}
    return None
