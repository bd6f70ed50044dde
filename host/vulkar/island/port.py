"""The port to a board: all that a table may ask of an island, and all that an island says back.

Implementations: ``island/serial.py`` (a controller behind a link, real or simulated).
Nothing here knows rules, servos or bytes.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol, TypeAlias, runtime_checkable

from vulkar.facts import Fact
from vulkar.texts import Text

BY_HAND: Final = -1  # the memory of orders that people carry out: no controller's has this name


TrackPoint: TypeAlias = tuple[int, float, float, float]  # of a marble: time, then x, y, z in mm


class Certainty(StrEnum):
    """How sure the island is of what it says about one pawn."""

    SURE = "sure"
    ASKED = "asked"  # sensors could not tell, a person gave their word
    SEEN = "seen"  # there is no sensor: a person says what they saw


class Marble(StrEnum):
    """Where the rolled marble is, as far as the island can tell."""

    RETURNED = "returned"  # it is where the order wants it
    MISSING = "missing"  # it left and did not come home within the deadline
    JAMMED = "jammed"  # it never left its cradle, retry included


@dataclass(frozen=True, slots=True)
class RollOrder:
    """One fireball to roll. ``release_id`` is unique in a game and makes the release idempotent."""

    release_id: int
    route: str  # a route id of the map; it implies source, facing or push, and diverters
    target: str | None  # the declared pawn, for the record and for self-checks
    standing: dict[str, str]  # belief: pawn -> space id, every pawn that stands on the board
    memory: int | None = None  # ``Island.memory`` when it was first given; None: in this session
    home: str = ""  # the source that the marble belongs to after the roll; empty for its own
    beside: bool = False  # the cradle there holds a marble already: it is to lie beside


# Awaited once the fireball of an order is aimed and the board is clear; returns when its marble may
# be let go. Cancelled, and awaited anew later, where the board is not as it was checked any more.
Go: TypeAlias = Callable[[RollOrder], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Touch:
    """What the island found out about one pawn in one roll."""

    pawn: str
    space: str  # where it stood before the roll
    touched: bool
    certainty: Certainty
    t_us: int  # first change of its sensor after the release; -1 where none was seen
    low_mt: float  # extreme field in the roll; nan where there is no live sensor
    rest_mt: float  # field after the board came to rest

    @property
    def doubtful(self) -> bool:
        """It may not stand as it stood: it was touched, or a sensor felt it and could not tell."""
        return self.touched or self.certainty is Certainty.ASKED


@dataclass(frozen=True, slots=True)
class RollReport:
    """A settled roll. ``facts`` is what the rules hear; the rest is for screens and the journal."""

    release_id: int
    facts: tuple[Fact, ...]
    touches: tuple[Touch, ...]
    marble: Marble
    retried: bool
    left_us: int  # when the marble left its cradle, from the release; -1 if it never did
    rest_us: int  # when the board was judged to rest, from the release


class TaskKind(StrEnum):
    """What people can be asked to do with their hands."""

    PLACE = "place"  # set a pawn upright on a space (moving it, standing it up, or both)
    LAY = "lay"  # lay a pawn on its side in a pit
    REMOVE = "remove"  # take a pawn off the board
    MARBLE_HOME = "marble_home"  # put a marble into the cradle of a source
    MARBLE_BESIDE = "marble_beside"  # lay a marble beside a source whose cradle is full
    MARBLE_OUT = "marble_out"  # take the marble out of a cradle that should be empty
    AIM = "aim"  # turn the idol to the facing ``way``
    PLATE = "plate"  # set the plate at the fork ``plate`` so that it opens ``way``
    ROLL = "roll"  # let the marble of a source go on ``route``, and watch it until nothing moves


@dataclass(frozen=True, slots=True)
class Task:
    """One thing for people to do. ``via`` are spaces passed on the way, for screens and lamps."""

    kind: TaskKind
    pawn: str = ""
    space: str = ""
    source: str = ""
    via: tuple[str, ...] = ()
    number: int = 0  # the release_id of the roll whose marble it is
    # where the marble comes from, if not known by itself: the source that let it go, or the same
    # source for one of those that lie beside it
    origin: str = ""
    route: str = ""  # of AIM, PLATE and ROLL
    plate: str = ""  # the diverter of PLATE
    way: str = ""  # a facing, a diverter's way, or a station's push


@dataclass(frozen=True, slots=True)
class Question:
    """A question only people can answer, asked when sensors cannot tell or do not exist."""

    # touched, fell, standing (pawn, space); done (the task's pawn and space); empty (space);
    # count (space, number: do so many pawns stand there); marble_home, marble_beside (source);
    # marble_left (source, number); clear (number: may what is latched be cleared);
    # aimed, rolled, rest, stuck (source, number): the stages of a roll by hand; marbles_home (every
    # cradle); all_done (number: so many tasks, the last ones told)
    kind: str
    pawn: str = ""
    space: str = ""
    source: str = ""
    # the release_id of the roll that it is about, a count of pawns, or the number of a fault
    number: int = 0


class People(Protocol):
    """The people around the board: real ones at a terminal or page, or the simulator's hands."""

    def tell(self, task: Task) -> None:
        """Asks for a task; returns at once. Whether it was done is seen by sensors, or asked."""

    def say(self, saying: Text) -> None:
        """Tells people something (what is wrong on the board, which space to look at)."""

    async def ask(self, question: Question) -> bool:
        """A person's word. Waits as long as people need."""


@runtime_checkable
class ShownPeople(People, Protocol):
    """People who see their open tasks somewhere, until these are done."""

    def done(self, task: Task) -> None:
        """A task was done: sensors show it, or somebody has said so."""


@dataclass(frozen=True, slots=True)
class Amiss:
    """A pawn astray, as sensors see it: it stands on ``seen`` (empty: gone), and belongs on
    ``space``; each may be unknown, and then is empty. ``text`` says so."""

    pawn: str
    seen: str
    space: str
    text: Text


@runtime_checkable
class WarnedPeople(People, Protocol):
    """People who are shown what is amiss, for as long as it is."""

    def amiss(self, found: tuple[Amiss, ...]) -> None:
        """All of it from now on; empty once the board is as it should be."""


def tick(people: People, *tasks: Task) -> None:
    """Tells people who are shown their tasks that some are done."""
    if isinstance(people, ShownPeople):
        for task in tasks:
            people.done(task)


class Island(Protocol):
    """A board that can be opened, armed, rolled on, watched and closed."""

    async def open(self) -> None:
        """Connects, configures and seals. Raises ``VulkarError``."""

    async def roll(self, order: RollOrder) -> RollReport:
        """Aims, releases once, waits for rest, settles.

        Raises ``VulkarError`` if it cannot know what became of the marble.
        """

    async def expect(self, tasks: tuple[Task, ...], standing: dict[str, str]) -> None:
        """Asks people for ``tasks`` and returns when the board is as ``standing`` says.

        ``standing`` is pawn -> space id after the tasks. What stays wrong is said to people again,
        with the space's name; there is no time-out, a board waits for its people.
        """

    async def observe(self) -> dict[str, bool]:
        """Space id -> whether any of its sensors sees a pawn, debounced; spaces with sensors."""

    async def marble_home(self, source: str) -> bool:
        """Whether a marble lies in the cradle of a source, by its beam."""

    async def went(self, order: RollOrder) -> bool:
        """Whether the marble of this order has been let go, by whatever host or connection.

        People are asked only where neither the controller nor the beam can tell.
        """

    @property
    def memory(self) -> int | None:
        """Names what the controller remembers: another number after it forgot; None unknown.

        ``BY_HAND`` where people let every marble go: whoever comes after them must ask.
        """

    async def close(self) -> None:
        """Disarms, detaches and lets go of the port. Safe to call twice, and after any error."""
