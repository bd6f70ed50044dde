"""What the house asks of a ruleset: one declared description of a game, its ``RULESET``.

A package ``vulkar.rules.NAME`` offers ``RULESET`` in its module ``ruleset.py``; the table in
``rulesets.py`` finds it by name. Its games are ``TableGame``s (``game.py``) and name it in
``RULESET``. Nothing outside the package imports from it: table, service, command line and bots ask
the description. What all games say in the same words, and the house therefore knows:

- questions of kind ``respond`` are those of a window: ``["pass"]`` is always legal, and the events
  ``window_opened``, ``window_again``, ``window_closed`` stand around them. ``choice_opened`` and
  ``choice_closed`` (with ``seat`` and ``choice``) stand around a seat's own choice that may be
  none. Both are told to everybody, whoever is asked.
- chance is asked for a ``die``, a ``draw`` or a ``pick``, see ``chance.py``.
- the world is asked for a ``roll``, with ``route``, ``target``, ``home`` and ``standing`` in its
  data; the answer is a list of rows of ``vulkar.facts``.
- the events ``turn`` (``seat``, ``pawn``) and ``won`` begin a turn and end the game.
- an event with a ``card`` in its data shows that card to its audience; it has ``seat``, or as
  ``victim`` the pawn whose card it is.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TypeVar

from vulkar.errors import VulkarError
from vulkar.maps import IslandMap
from vulkar.rules.core import Answer, Ask, Event, Sink
from vulkar.rules.flow import Flow
from vulkar.rules.game import Game
from vulkar.rules.options import OptionSet
from vulkar.texts import Text

if TYPE_CHECKING:
    from vulkar.rules.scenario.port import Scenarios

Names = Mapping[str, Text]  # what people call spaces and routes, see ``vulkar.maps.names``


class Rule(NamedTuple):
    """``source``: rulebook and line (``001:7``), an open row, or the engine itself."""

    source: str
    text: str


class Make(Protocol):
    """Makes a game as it stands before its first answer. Raises ``VulkarError``.

    ``hands``: one of the ruleset's kinds of hand for each seat, or nothing where all are on phones.
    """

    def __call__(
        self,
        island: IslandMap,
        preset: str,
        seats: tuple[str, ...],
        options: dict[str, object] | None = None,
        sink: Sink | None = None,
        hands: Sequence[str] = (),
    ) -> Game: ...


class Answered(Protocol):
    """An answer as a journal has it."""

    @property
    def asker(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def value(self) -> Answer: ...


A = TypeVar("A", bound=Answered)


class Causes(Protocol):
    """Which answers brought about what everybody has seen, so that one can be amended.

    Only what tells of no hand may be pointed at, or stand in an answer's place.
    """

    def causes_of(self, event: Event, rows: Sequence[A], later: Sequence[A] = ()) -> list[A]:
        """The answers that made ``event`` happen, the last one first; empty where nobody decided.

        ``rows`` are those of its turn up to it, ``later`` what was answered afterwards.
        """

    def cause_of(self, made: Sequence[A], value: Answer) -> A:
        """The one of ``made`` that is put right by ``value``."""

    def sayable(self, row: Answered, value: Answer) -> bool:
        """Whether a value may stand in place of an answer, as far as it tells of no hand."""

    def seen_by_all(self, row: Answered) -> bool:
        """Whether everybody knows that this was decided: that there was a choice tells nothing."""


class NoCauses:
    """Nothing can be amended."""

    def causes_of(self, event: Event, rows: Sequence[A], later: Sequence[A] = ()) -> list[A]:
        """No answers."""
        del event, rows, later
        return []

    def cause_of(self, made: Sequence[A], value: Answer) -> A:
        """The first of them."""
        del value
        return made[0]

    def sayable(self, row: Answered, value: Answer) -> bool:
        """Never."""
        del row, value
        return False

    def seen_by_all(self, row: Answered) -> bool:
        """Never."""
        del row
        return False


NO_CAUSES: Final = NoCauses()


def keep(options: dict[str, object], seats: int, rng: random.Random) -> None:
    """Any readings of a ruleset's options go together, whoever plays."""
    del options, seats, rng


class TurnNote(NamedTuple):
    """What a terminal shows beside each turn: ``start``, until ``after`` an event gives another."""

    start: Text
    after: Callable[[Event], Text | None]


class Seats(NamedTuple):
    """How many play, and what seats are called where nobody says otherwise."""

    least: int
    most: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One game as the house knows it.

    ``map``: id of the map that it is played on where none is named. ``places``: spaces that its
    rules name, without which a map is not its map; a game with no pieces on the island names none
    and can be played beside any. ``hands``: where a seat's
    cards may be; the first kind is where nobody says otherwise. ``told``: of each kind of question
    in which somebody tells which real card was drawn or seen, what that person does for a program.
    ``on_island``: what of everybody's view lies on the island, or shows how far the game is.
    ``broken``: the first invariant that does not hold in a game, in words. ``mix``: changes
    readings that were drawn at random so that so many seats can play them.
    """

    name: str
    make: Make
    options: OptionSet[Any]
    seats: Seats
    map: str
    rules: Mapping[str, Rule]
    flows: Sequence[Flow]
    describe: Callable[[Event, Names], Text]
    describe_choice: Callable[[Ask, Answer, Names], Text]
    summary: Callable[[Any, int, Names], str]  # what a seat may see, in lines for a terminal
    on_island: tuple[str, ...]
    broken: Callable[[Any], str | None]
    hands: tuple[str, ...] = ("phone",)
    told: Mapping[str, str] = field(default_factory=dict)
    causes: Causes = NO_CAUSES
    places: tuple[str, ...] = ()
    scenarios: Callable[[], Scenarios] | None = None  # see ``rules/scenario/port.py``
    turn_note: TurnNote | None = None
    mix: Callable[[dict[str, object], int, random.Random], None] = keep

    def check_seats(self, count: int) -> None:
        """Raises ``VulkarError("ruleset.seats")`` for a number of seats that cannot play."""
        least, most, _ = self.seats
        if not least <= count <= most:
            raise VulkarError(
                "ruleset.seats", ruleset=self.name, count=count, least=least, most=most
            )

    def fits(self, island: IslandMap) -> bool:
        """Whether it can be played on this map."""
        return all(space in island.spaces for space in self.places)

    def check_map(self, island: IslandMap) -> None:
        """Raises ``VulkarError("ruleset.map")`` for a map that it cannot be played on."""
        if not self.fits(island):
            raise VulkarError("ruleset.map", ruleset=self.name, map=island.id, known=self.map)
