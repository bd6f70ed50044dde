"""Sets up a position and plays it line by line, for rule tests."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from vulkar.maps import IslandMap, load
from vulkar.rules import CHANCE, WORLD, Event, Refused
from vulkar.rules.classic import Game
from vulkar.rules.classic.cards import COUNTS, KINDS
from vulkar.rules.classic.flows import FLOWS, GAME
from vulkar.rules.classic.ids import RULES
from vulkar.rules.classic.items.kinds import ITEMS, ids
from vulkar.rules.classic.items.state import ItemState
from vulkar.rules.classic.state import NOWHERE, ClassicState
from vulkar.rules.flow import Frame

SEATS = ("red", "blue", "green", "yellow")


@cache
def island() -> IslandMap:
    return load("classic")


class Table:
    """A game in a set position; ``say`` answers, ``events`` remembers."""

    def __init__(
        self,
        pawns: dict[str, str],
        *,
        active: str = "red",
        hands: dict[str, Sequence[str]] | None = None,
        owner: str | None = None,
        jewel: str | None = None,
        tokens: Sequence[str] = (),
        lying: Sequence[str] = (),
        frozen: Sequence[str] = (),
        climbing: Sequence[str] = (),
        pile: Sequence[str] | None = None,
        held: dict[str, Sequence[str]] | None = None,
        haunted: Sequence[str] = (),
        dolls: dict[str, str] | None = None,
        anchor: bool = False,
        came: dict[str, Sequence[str]] | None = None,
        preset: str = "anniversary",
        **options: object,
    ) -> None:
        seats = tuple(p for p in SEATS if p in pawns)
        g = Game(island(), preset, seats, options)
        s = ClassicState(len(seats), g.board.start, g.board.vulkar)
        if g.options.items != "off":
            s.inv = ItemState(len(seats))
            for who, things in (held or {}).items():
                s.inv.held[seats.index(who)] = sum(1 << ITEMS.index(i) for i in things)
            for who in haunted:
                s.inv.haunted[seats.index(who)] = 1
            for space, who in (dolls or {}).items():
                s.inv.dolls = (*s.inv.dolls, (g.board.index[space], seats.index(who)))
            s.inv.anchor = int(anchor)
            for who, way in (came or {}).items():
                s.inv.track[seats.index(who)] = tuple(g.board.index[p] for p in way)
        s.pos = [g.board.index[pawns[p]] for p in seats]
        if owner is not None:
            s.owner, s.jewel_at, s.captured = seats.index(owner), NOWHERE, 1
        if jewel is not None:
            s.jewel_at, s.captured = g.board.index[jewel], 1
        for who in tokens:
            s.token[seats.index(who)] = 1
        for who in climbing:
            s.climbing[seats.index(who)] = 1
        for who in frozen:
            s.out[seats.index(who)] = 1
        for who in lying:
            s.out[seats.index(who)] = 2
        for who, cards in (hands or {}).items():
            for card in cards:
                s.add_card(seats.index(who), KINDS.index(card))
                s.pile[KINDS.index(card)] -= 1
        if pile is not None:  # the rest goes to the discards
            wanted = [list(pile).count(k) for k in KINDS]
            s.discard = [p - w for p, w in zip(s.pile, wanted, strict=True)]
            s.pile = wanted
        s.active = seats.index(active)
        frame = Frame(GAME)
        frame.at = FLOWS[GAME].steps().index("turn")
        s.stack = [frame]
        s.active = (s.active - 1) % len(seats)
        s.turns = 1
        self.events: list[Event] = []
        g.s, g.ask, g.sink = s, None, self.events.append
        g.resume()
        g.sink = None
        self.g = g

    # --- playing --------------------------------------------------------------------------------
    @property
    def asker(self) -> str:
        assert self.g.ask is not None, "the game is over"
        who = self.g.ask.asker
        return {CHANCE: "chance", WORLD: "world"}.get(who) or self.g.seats[who]

    def say(self, who: str, *answers: Any) -> Table:
        """Answers as ``who``; fails if somebody else is asked. Strings are ``card``-less words."""
        for answer in answers:
            assert self.g.ask is not None, "the game is over"
            assert self.asker == who, f"{self.asker} is asked: {self.g.ask}"
            self.g.answer(self.g.ask.number, answer, self.events.append)
        return self

    def play(self, who: str, card: str, on: str | None = None) -> Table:
        return self.say(who, ["play", card] + ([on] if on else []))

    def roll(self, who: str, die: int) -> Table:
        """Says roll (where it is not the only choice) and gives the die."""
        if self.asker == who:
            self.say(who, ["roll"])
        return self.say("chance", die)

    def move(self, who: str, to: str) -> Table:
        """Chooses the only path that ends on ``to``."""
        assert self.g.ask is not None
        found = [a for a in self.g.ask.legal if a[1][-1] == to]
        assert len(found) == 1, f"{to}: {found or self.g.ask.legal}"
        return self.say(who, found[0])

    def refused(self, who: str, answer: Any, rule: str) -> Table:
        """Tries an answer and wants it refused by ``rule``, with nothing changed."""
        assert rule in RULES, rule
        assert self.g.ask is not None
        assert self.asker == who, f"{self.asker} is asked: {self.g.ask}"
        before = (self.g.s.key(), self.g.ask)
        with pytest.raises(Refused) as info:
            self.g.answer(self.g.ask.number, answer, self.events.append)
        assert info.value.rule == rule, info.value
        assert (self.g.s.key(), self.g.ask) == before
        return self

    # --- looking --------------------------------------------------------------------------------
    def at(self, pawn: str) -> str:
        return self.g.standing()[pawn]

    @property
    def legal(self) -> list[Any]:
        assert self.g.ask is not None
        return list(self.g.ask.legal)

    @property
    def ends(self) -> set[str]:
        """Where the offered paths end."""
        return {a[1][-1] for a in self.legal}

    @property
    def owner(self) -> str | None:
        return self.g.seats[self.g.s.owner] if self.g.s.owner >= 0 else None

    @property
    def jewel_space(self) -> str | None:
        return self.g.board.names[self.g.s.jewel_at] if self.g.s.jewel_at >= 0 else None

    @property
    def turn_of(self) -> str:
        return self.g.seats[self.g.s.active]

    def hand(self, pawn: str) -> list[str]:
        return [KINDS[k] for k in self.g.s.hands[self.g.seats.index(pawn)]]

    def items(self, pawn: str) -> list[str]:
        assert self.g.s.inv is not None
        return ids(self.g.s.inv.held[self.g.seats.index(pawn)])

    def use(self, who: str, item: str, *more: str) -> Table:
        return self.say(who, ["use", item, *more])

    def dice(self, *dice: int) -> Table:
        """Chance answers; a pass is said for whoever is asked between the dice."""
        return self.say("chance", *dice)

    def saw(self, kind: str) -> list[dict[str, Any]]:
        """The data of all events of a kind so far."""
        return [e.data for e in self.events if e.kind == kind]


def cards_in_game(g: Game) -> list[int]:
    """How often each kind is somewhere; must always be the deck."""
    s = g.s
    total = [p + d for p, d in zip(s.pile, s.discard, strict=True)]
    for hand in (*s.hands, s.table):
        for kind in hand:
            total[kind] += 1
    return total


DECK = list(COUNTS)
