"""What the world can say to a game: plain facts, with no rules and no hardware in them.

A fact travels as a JSON row ``[kind, ...]`` in journals, answers and scenario files.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple, dataclass
from typing import Final, TypeAlias

from vulkar.errors import VulkarError

Row: TypeAlias = list[object]


@dataclass(frozen=True, slots=True)
class Hit:
    """A pawn was touched by a fireball, or by a part that a fireball set in motion (001:56)."""

    pawn: str


@dataclass(frozen=True, slots=True)
class Fell:
    """A pawn lies; ``spaces`` are the ids of the one or more spaces that it lies across (003)."""

    pawn: str
    spaces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OffBoard:
    """A pawn left the island."""

    pawn: str


@dataclass(frozen=True, slots=True)
class BridgeDown:
    """A bridge left its seats."""

    bridge: str


@dataclass(frozen=True, slots=True)
class NotPushed:
    """The marble was not legitimately pushed: the roll does not count (001:52)."""


@dataclass(frozen=True, slots=True)
class NeverLeft:
    """Legitimately pushed, but never left its source: rolled, touched nothing (001:50)."""


@dataclass(frozen=True, slots=True)
class MarbleOff:
    """A marble left the island (003:179)."""


Fact: TypeAlias = Hit | Fell | OffBoard | BridgeDown | NotPushed | NeverLeft | MarbleOff

_KINDS: Final[dict[str, Callable[..., Fact]]] = {
    "hit": Hit,
    "fell": Fell,
    "off_board": OffBoard,
    "bridge_down": BridgeDown,
    "not_pushed": NotPushed,
    "never_left": NeverLeft,
    "marble_off": MarbleOff,
}
_NAMES: Final[dict[object, str]] = {cls: name for name, cls in _KINDS.items()}


def to_row(fact: Fact) -> Row:
    """``Hit("red")`` -> ``["hit", "red"]``; tuples become lists."""
    return [
        _NAMES[type(fact)],
        *(list(v) if isinstance(v, tuple) else v for v in astuple(fact)),
    ]


def from_row(row: object) -> Fact:
    """The inverse of :func:`to_row`. Raises ``VulkarError("fact.bad")`` on anything else."""
    try:
        assert isinstance(row, (list, tuple))
        kind, *fields = row
        values = [tuple(v) if isinstance(v, (list, tuple)) else v for v in fields]
        if not all(isinstance(v, (str, tuple)) for v in values):
            raise TypeError
        return _KINDS[kind](*values)
    except (AssertionError, KeyError, TypeError, ValueError) as exc:
        raise VulkarError("fact.bad", row=row) from exc
