"""What the house needs of a game beyond questions and answers: its seats, pieces and windows.

The defaults are those of a game without pieces on the island, without windows, and without cards of
paper. A table, its bots, the service and the command line know a game as ``Game`` only.
"""

from __future__ import annotations

import random
from abc import abstractmethod
from typing import Any, ClassVar, Protocol, TypeAlias, TypeVar

from vulkar.rules.core import Ask, BaseGame, Refused, State


class TurnState(State, Protocol):
    """A state that counts turns."""

    turns: int  # begun so far
    active: int  # the seat whose turn it is


T = TypeVar("T", bound=TurnState)


class TableGame(BaseGame[T]):
    """A game that can be played at a table."""

    RULESET: ClassVar[str]  # the name under which ``vulkar.rules.rulesets`` finds its ruleset
    preset: str
    options: Any  # of the type of its ruleset's ``OptionSet``
    seats: tuple[str, ...]  # what each seat is called, in clockwise order: its pawn's name
    paper: tuple[bool, ...] = ()  # which seats hold real cards; empty where none does

    @property
    def turns(self) -> int:
        """How many turns have begun."""
        return self.s.turns

    @property
    def active(self) -> int:
        """The seat whose turn it is."""
        return self.s.active

    @abstractmethod
    def imagine(self, seat: int, rng: random.Random) -> TableGame[T]:
        """A full game that agrees with all that ``seat`` knows; the rest comes from ``rng``."""

    # --- pieces on the island -------------------------------------------------------------------
    def standing(self) -> dict[str, str]:
        """Pawn -> space id, every pawn on the board, lying ones included; a seat may have any."""
        return {}

    def lying(self) -> tuple[str, ...]:
        """The pawns that lie on their side."""
        return ()

    def marbles(self) -> dict[str, int]:
        """Source id -> how many marbles belong there: one in its cradle, the others beside it."""
        return {}

    @property
    def asks_who_fell(self) -> bool:
        """Whether only a fallen pawn counts: sensors tell touched ones, people who fell."""
        return False

    # --- windows and real cards -----------------------------------------------------------------
    def offers(self, seat: int) -> list[list[str]]:
        """What ``seat`` could play in the window that waits now, asked or not yet: its own to know.

        Its own counterpart of ``ask.legal``, for tables that hear all seats at the same time.
        """
        del seat
        return []

    def asked_in(self, window: str, seat: int) -> frozenset[int]:
        """Whom a window of that name about ``seat`` may ask, as far as everybody knows."""
        del window, seat
        return frozenset()

    def objection(self, seat: int, value: Any) -> Refused | None:
        """Why a legal answer or offered play of ``seat`` cannot be true; None where it can.

        Only a real deck can object: ``answer`` refuses for the same reason.
        """
        del seat, value
        return None

    def without_cards(self, ask: Ask) -> Ask:
        """What a program may answer for a seat: no real card, which only its holder can see.

        Nothing is left in ``legal`` where only somebody who sees the cards can answer.
        """
        return ask


Game: TypeAlias = TableGame[Any]
