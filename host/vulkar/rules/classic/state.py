"""The state of a 1986 game: small integers in one slots class, with its own copy."""

from __future__ import annotations

from typing import Any, Final

from vulkar.rules.classic.cards import COUNTS, KINDS
from vulkar.rules.classic.items.state import ItemState
from vulkar.rules.flow import Frame

FREE: Final = 0
STOOD_UP: Final = 1  # upright in a pit, out of action until its next turn
LYING: Final = 2  # on its side in a pit

NOWHERE: Final = -1


class ClassicState:
    """Everything that changes in a game. Seats and pawns are numbered alike; spaces are indices."""

    __slots__ = (
        "active",  # seat whose turn it is
        "ahead",  # spaces of a Move Ahead that replaces this turn's roll, 0 if none
        "another",  # extra turns that the active seat has played for
        "bonus",  # full turns still owed to each seat
        "captured",  # 1 once the jewel has left Vul-Kar
        "climbing",  # 1 while a pawn must climb from the water to the top
        "dice",  # dice asked so far: ordinal of the stream
        "discard",  # kinds in the discard pile, counts
        "double",  # 1 while a Double waits for its roll
        "draws",  # cards asked so far: ordinal of the stream
        "effect",  # card kind + 1 whose effect the window below still has to hear, 0 if none
        "extra",  # seats that play an extra turn before the order goes on
        "hands",  # each seat's cards, kinds in ascending order
        "inv",  # what items add, None in a game without them
        "jewel_at",  # space of a loose jewel (Vul-Kar at first), NOWHERE if owned
        "known",  # known[seat * n + other]: kinds that seat knows other to hold
        "marbles",  # marbles that each source holds
        "number",  # number of the last question
        "order",  # seat whose turn was the last in order, -1 if that is the active one
        "out",  # FREE, STOOD_UP or LYING for each pawn
        "over",  # 1 if the active seat has lost the rest of its turn
        "owner",  # seat that owns the jewel, -1 if none
        "picks",  # blind picks asked so far: ordinal of the stream
        "pile",  # kinds in the draw pile, counts; their order is chance's business
        "played",  # cards each seat played in this turn, responses not counted
        "pos",  # space of each pawn
        "rolls",  # fireballs asked of the world so far
        "stack",  # frames
        "stole",  # bits of the seats that stole the jewel in this turn
        "table",  # cards played and not yet discarded
        "token",  # 0 not taken yet, 1 held, 2 given back
        "trail",  # spaces each pawn went through in this turn, with its first one
        "turns",  # turns begun
        "value",  # last result of a roll frame
    )

    def __init__(self, seats: int, start: int, vulkar: int, sources: int = 5) -> None:
        self.stack: list[Frame] = []
        self.number = 0
        self.active = 0
        self.ahead = 0
        self.another = 0
        self.captured = 0
        self.double = 0
        self.effect = 0
        self.over = 0
        self.owner = -1
        self.jewel_at = vulkar
        self.value = self.stole = 0
        self.order = -1
        self.turns = self.dice = self.draws = self.picks = self.rolls = 0
        self.extra: tuple[int, ...] = ()
        self.marbles = (1,) * sources
        self.played = [0] * seats
        self.bonus = [0] * seats
        self.climbing = [0] * seats
        self.out = [FREE] * seats
        self.pos = [start] * seats
        self.token = [0] * seats
        self.hands: list[tuple[int, ...]] = [()] * seats
        self.known: list[tuple[int, ...]] = [()] * (seats * seats)
        self.trail: list[tuple[int, ...]] = [()] * seats
        self.pile = list(COUNTS)
        self.discard = [0] * len(KINDS)
        self.table: list[int] = []
        self.inv: ItemState | None = None

    def copy(self) -> ClassicState:
        """An independent state with equal content; a few microseconds."""
        new: ClassicState = object.__new__(ClassicState)
        new.stack = [f.copy() for f in self.stack]
        new.number = self.number
        new.active = self.active
        new.ahead = self.ahead
        new.another = self.another
        new.captured = self.captured
        new.double = self.double
        new.effect = self.effect
        new.over = self.over
        new.owner = self.owner
        new.jewel_at = self.jewel_at
        new.value = self.value
        new.turns = self.turns
        new.dice = self.dice
        new.draws = self.draws
        new.picks = self.picks
        new.rolls = self.rolls
        new.extra = self.extra
        new.marbles = self.marbles
        new.order = self.order
        new.stole = self.stole
        new.played = self.played[:]
        new.bonus = self.bonus[:]
        new.climbing = self.climbing[:]
        new.out = self.out[:]
        new.pos = self.pos[:]
        new.token = self.token[:]
        new.hands = self.hands[:]
        new.known = self.known[:]
        new.trail = self.trail[:]
        new.pile = self.pile[:]
        new.discard = self.discard[:]
        new.table = self.table[:]
        new.inv = None if self.inv is None else self.inv.copy()
        return new

    def key(self) -> tuple[Any, ...]:
        """All content as one comparable value."""
        return tuple(
            tuple(f.key() for f in self.stack)
            if name == "stack"
            else tuple(v)
            if isinstance(v := getattr(self, name), list)
            else v.key()
            if isinstance(v, ItemState)
            else v
            for name in self.__slots__
        )

    def add_card(self, seat: int, kind: int) -> None:
        """Puts a card into a hand, in its place."""
        self.hands[seat] = tuple(sorted((*self.hands[seat], kind)))

    def drop_card(self, seat: int, kind: int) -> None:
        """Takes a card out of a hand; what others knew of it goes too."""
        hand = list(self.hands[seat])
        hand.remove(kind)
        self.hands[seat] = tuple(hand)
        n = len(self.hands)
        for other in range(n):
            known = self.known[other * n + seat]
            if kind in known:
                rest = list(known)
                rest.remove(kind)
                self.known[other * n + seat] = tuple(rest)
