"""The state of a 2018 game: small integers in one slots class, with its own copy."""

from __future__ import annotations

from typing import Any, Final

from vulkar.rules.flow import Frame

UP: Final = 0
LYING: Final = 1
ABOARD: Final = 2
NOWHERE: Final = -1  # off the island

# where the helicopter is
AT_FIRST: Final = 0  # beside the helipad since the start: pawns may still sit in it
AWAY: Final = 1
BACK: Final = 2

# who holds the Heart or the lucky penny, besides a pawn
ITS_PLACE: Final = -2
THE_PIT: Final = -1

SCAR_LIMIT: Final = 4  # marbles in all


class CurseState:
    """Everything that changes in a game. Seats hold cards, pawns stand; spaces are indices."""

    __slots__ = (
        "aboard_first",  # pawns in the order of their first arrival at the helipad since its return
        "active",  # seat whose turn it is
        "after",  # turns that each seat has had since the helicopter came back
        "called",  # 1 once the helicopter is to come back at the turn's end
        "copter",  # AT_FIRST, AWAY or BACK
        "dice",  # dice asked so far: ordinal of the stream
        "discard",  # action kinds on the discard pile, counts
        "draws",  # cards and tokens asked so far: ordinal of the stream
        "facing",  # where the idol looks: index of a facing
        "hands",  # each seat's action cards, kinds in ascending order
        "heart",  # pawn, THE_PIT or ITS_PLACE
        "lies",  # the spaces that each lying pawn covers
        "maw",  # colours in the pit, counts
        "number",  # number of the last question
        "pawn",  # pawn that plays this turn
        "penny",  # pawn or THE_PIT
        "pile",  # action kinds in the draw pile, counts
        "played",  # action kind that is being played, -1 for none
        "pos",  # space of each pawn, NOWHERE off the island
        "posture",  # UP, LYING or ABOARD
        "rise",  # the spaces that each lying pawn can rise on; empty: any cave
        "rolls",  # rolls asked of the world so far
        "scar",  # marbles in the Scar
        "sdiscard",  # souvenir kinds on their discard pile, counts
        "shaken",  # pawns that fell unasked and still have to pay
        "shots",  # snapshots of each seat: counts of the colours
        "shots_left",  # cards of each colour that are left
        "souvenirs",  # each seat's souvenirs, kinds in ascending order
        "spile",  # souvenir kinds in their draw pile, counts
        "stack",  # frames
        "token",  # which of its pawns each seat plays next
        "tracker",  # cataclysm cards on the tracker, kinds
        "treasures",  # colours that each pawn holds, counts
        "trees",  # which way each tree stands
        "turns",  # turns begun
        "urns",  # colours in each urn, counts
    )  # fmt: skip

    def __init__(self, seats: int, pawns: int, urns: int, trees: int) -> None:
        self.stack: list[Frame] = []
        self.number = self.active = self.pawn = self.turns = 0
        self.dice = self.draws = self.rolls = 0
        self.called = self.copter = self.facing = 0
        self.scar = 1
        self.played = -1
        self.heart, self.penny = ITS_PLACE, THE_PIT
        self.trees = (0,) * trees
        self.tracker: tuple[int, ...] = ()
        self.shaken: tuple[int, ...] = ()
        self.discard: tuple[int, ...] = ()
        self.sdiscard: tuple[int, ...] = ()
        self.maw: tuple[int, ...] = ()
        self.shots_left: tuple[int, ...] = ()
        self.aboard_first: list[int] = []
        self.after = [0] * seats
        self.token = [0] * seats
        self.hands: list[tuple[int, ...]] = [()] * seats
        self.souvenirs: list[tuple[int, ...]] = [()] * seats
        self.shots: list[tuple[int, ...]] = [()] * seats
        self.pile: list[int] = []
        self.spile: list[int] = []
        self.pos = [0] * pawns
        self.posture = [UP] * pawns
        self.lies: list[tuple[int, ...]] = [()] * pawns
        self.rise: list[tuple[int, ...]] = [()] * pawns
        self.treasures: list[tuple[int, ...]] = [()] * pawns
        self.urns: list[tuple[int, ...]] = [()] * urns

    def copy(self) -> CurseState:
        """An independent state with equal content; a few microseconds."""
        new: CurseState = object.__new__(CurseState)
        new.stack = [f.copy() for f in self.stack]
        new.aboard_first = self.aboard_first[:]
        new.active = self.active
        new.after = self.after[:]
        new.called = self.called
        new.copter = self.copter
        new.dice = self.dice
        new.discard = self.discard
        new.draws = self.draws
        new.facing = self.facing
        new.hands = self.hands[:]
        new.heart = self.heart
        new.lies = self.lies[:]
        new.maw = self.maw
        new.number = self.number
        new.pawn = self.pawn
        new.penny = self.penny
        new.pile = self.pile[:]
        new.played = self.played
        new.pos = self.pos[:]
        new.posture = self.posture[:]
        new.rise = self.rise[:]
        new.rolls = self.rolls
        new.scar = self.scar
        new.sdiscard = self.sdiscard
        new.shaken = self.shaken
        new.shots = self.shots[:]
        new.shots_left = self.shots_left
        new.souvenirs = self.souvenirs[:]
        new.spile = self.spile[:]
        new.token = self.token[:]
        new.tracker = self.tracker
        new.treasures = self.treasures[:]
        new.trees = self.trees
        new.turns = self.turns
        new.urns = self.urns[:]
        return new

    def key(self) -> tuple[Any, ...]:
        """All content as one comparable value."""
        return tuple(
            tuple(f.key() for f in self.stack)
            if name == "stack"
            else tuple(v)
            if isinstance(v := getattr(self, name), list)
            else v
            for name in self.__slots__
        )


def more(counts: tuple[int, ...], kind: int, by: int = 1) -> tuple[int, ...]:
    """Counts with ``by`` more of one kind."""
    return (*counts[:kind], counts[kind] + by, *counts[kind + 1 :])


def without(cards: tuple[int, ...], kind: int) -> tuple[int, ...]:
    """A hand with one card less."""
    at = cards.index(kind)
    return cards[:at] + cards[at + 1 :]
