"""What a journal holds, as values: the setup, answers, rolls, amendments, and how they are written.

The canonical hash of a game is over these (``Journal.sha256``), so a field that comes later has a
default, and a setup leaves out of its text whatever has its default: old games keep their hashes.
"""

from __future__ import annotations

import json
from dataclasses import MISSING, dataclass, fields
from typing import Self


def canonical(value: object) -> str:
    """JSON with sorted keys and no spaces: equal values give equal text."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


@dataclass(frozen=True, slots=True)
class Setup:
    """All that a game is before its first answer."""

    ruleset: str
    preset: str
    map_id: str
    map_sha: str
    board_id: str
    seed: int
    seats: tuple[str, ...]  # player kinds in seat order
    pawns: tuple[str, ...]  # pawn of each seat
    options: dict[str, object]
    hands: tuple[str, ...] = ()  # phone or paper for each seat; nothing: all are phone hands

    def to_json(self) -> dict[str, object]:
        """Every field but those with their default: a new field changes no old game."""
        return {
            each.name: getattr(self, each.name)
            for each in fields(self)
            if each.default is MISSING or getattr(self, each.name) != each.default
        }

    @classmethod
    def from_json(cls, data: dict[str, object]) -> Self:
        read = {k: tuple(v) if isinstance(v, list) else v for k, v in data.items()}
        return cls(**read)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Said:
    """Which message of a phone an answer came with. Not part of what happened in the game."""

    id: str  # the phone's own name of its message: a repeat of it gets the first result
    question: str  # the seat's own name of the question


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """One answer; ``events_sha`` chains the events of the game up to and including this answer."""

    number: int
    asker: int
    kind: str
    value: object
    t_us: int
    events_sha: str
    said: Said | None = None


@dataclass(frozen=True, slots=True)
class RollRow:
    """One ordered roll; ``report`` is None as long as its outcome is not known."""

    release_id: int
    number: int
    order: dict[str, object]
    t_us: int
    report: dict[str, object] | None
    done_us: int | None


@dataclass(frozen=True, slots=True)
class Settled:
    """The outcome of an ordered roll; ``done_us`` is None as long as it may be corrected."""

    release_id: int
    report: dict[str, object]
    done_us: int | None


@dataclass(frozen=True, slots=True)
class HeldRoll:
    """A roll whose outcome is known and that the rules have not heard of yet.

    ``facts``: what they hear of it unless somebody corrects it, as rows of ``vulkar.facts``.
    """

    release_id: int
    report: dict[str, object]
    facts: list[object]


@dataclass(frozen=True, slots=True)
class Amendment:
    """A later change of an answer that was already given; the answers it replaced are kept in it.

    ``before``: the rows that stood from question ``number`` on, as ``[number, asker, kind, value,
    t_us, events_sha]``. ``note``: JSON of whoever amended.
    """

    id: int
    number: int
    t_us: int
    note: dict[str, object]
    before: list[list[object]]
