"""Puts a 2018 game into a given situation and plays on from it, for tests."""

from __future__ import annotations

import random
from typing import Any

from vulkar import maps
from vulkar.rules.chance import Chance
from vulkar.rules.core import CHANCE, WORLD, Event
from vulkar.rules.curse import Game
from vulkar.rules.curse.cards import ACTION_IDS, COLOURS, SOUVENIRS
from vulkar.rules.curse.state import ABOARD, AWAY, BACK

ISLAND = maps.load("curse")
FOUR = ("red", "blue", "green", "yellow")
NONE = (0,) * len(COLOURS)


def dealt(seats: tuple[str, ...] = FOUR, seed: int = 1, **options: Any) -> Game:
    """A game whose first player is about to play a card."""
    g = Game(ISLAND, "rulebook", seats, options)
    chance = Chance(seed)
    while g.ask is not None and g.ask.asker == CHANCE:
        g.answer(g.ask.number, chance.answer(g.ask))
    return g


class Scene:
    """One game in a situation. Pawns not named stay in the helicopter, which has flown if none."""

    def __init__(
        self,
        at: dict[str, str],
        hand: str = "idol_4",
        seats: tuple[str, ...] = FOUR,
        souvenirs: tuple[str, ...] = (),
        **options: Any,
    ) -> None:
        self.g = g = dealt(seats, **options)
        self.events: list[Event] = []
        s = g.s
        for pawn, space in at.items():
            s.pos[g.pawns.index(pawn)] = g.board.index[space]
        if all(p != g.board.copter for p in s.pos):
            s.copter = AWAY
        self.hold(0, hand, "tree_7" if hand != "tree_7" else "idol_6")
        for seat in range(len(seats)):
            self._souvenirs(seat, souvenirs if seat == 0 else ())
        self.again()

    def hold(self, seat: int, *cards: str) -> None:
        """Gives a seat just these action cards, out of the pile."""
        s = self.g.s
        for k in s.hands[seat]:
            s.pile[k] += 1
        kinds = tuple(sorted(ACTION_IDS.index(c) for c in cards))
        for k in kinds:
            if not s.pile[k]:  # another seat holds it: they swap
                other = next(n for n, h in enumerate(s.hands) if n != seat and k in h)
                hand = list(s.hands[other])
                hand.remove(k)
                swap = next(j for j, n in enumerate(s.pile) if n and j != k)
                s.pile[swap] -= 1
                s.pile[k] += 1
                s.hands[other] = tuple(sorted((*hand, swap)))
            s.pile[k] -= 1
        s.hands[seat] = kinds

    def _souvenirs(self, seat: int, cards: tuple[str, ...]) -> None:
        s = self.g.s
        for k in s.souvenirs[seat]:
            s.spile[k] += 1
        s.souvenirs[seat] = tuple(sorted(SOUVENIRS.index(c) for c in cards))
        for k in s.souvenirs[seat]:
            s.spile[k] -= 1

    def souvenirs(self, seat: int, *cards: str) -> None:
        """Gives a seat just these souvenirs."""
        self._souvenirs(seat, cards)
        self.again()

    def treasures(self, pawn: str, **colours: int) -> None:
        """Gives a pawn these treasures, out of the urns."""
        s = self.g.s
        p = self.g.pawns.index(pawn)
        for colour, n in colours.items():
            k = COLOURS.index(colour)
            for _ in range(n):
                urn = next(u for u, held in enumerate(s.urns) if held[k])
                held = list(s.urns[urn])
                held[k] -= 1
                s.urns[urn] = tuple(held)
                mine = list(s.treasures[p])
                mine[k] += 1
                s.treasures[p] = tuple(mine)

    def snapshots(self, seat: int, **colours: int) -> None:
        """Gives a seat these snapshots."""
        s, shots = self.g.s, self.g.board.shots
        for colour, n in colours.items():
            k = shots.index(colour)
            left, mine = list(s.shots_left), list(s.shots[seat])
            left[k] -= n
            mine[k] += n
            s.shots_left, s.shots[seat] = tuple(left), tuple(mine)

    def heart(self, pawn: str) -> None:
        """Gives a pawn the Heart."""
        self.g.s.heart = self.g.pawns.index(pawn)

    def copter_back(self) -> None:
        """The helicopter has come back."""
        self.g.s.copter, self.g.s.called = BACK, 1

    def aboard(self, pawn: str) -> None:
        """A pawn has boarded the helicopter, which is back."""
        p = self.g.pawns.index(pawn)
        self.copter_back()
        self.g.s.pos[p], self.g.s.posture[p] = self.g.board.copter, ABOARD

    def again(self) -> None:
        """Poses the open question anew."""
        self.g.ask = None
        self.g.resume()

    # --- playing on -----------------------------------------------------------------------------
    @property
    def kind(self) -> str | None:
        """The kind of the open question."""
        return None if self.g.ask is None else self.g.ask.kind

    def legal(self) -> list[Any]:
        """The legal answers."""
        assert self.g.ask is not None
        return list(self.g.ask.legal)

    def ends(self) -> set[str]:
        """Where the open move may end."""
        assert self.kind == "move", self.kind
        return {value[1][-1] for value in self.legal()}

    def say(self, *answers: Any) -> Scene:
        """Answers question after question."""
        for value in answers:
            assert self.g.ask is not None
            self.g.answer(self.g.ask.number, value, self.events.append)
        return self

    def play(self, card: str, *extra: str) -> Scene:
        """Plays a card, if there was a choice."""
        if self.kind == "card":
            self.say(["play", card, *extra])
        return self

    def go(self, to: str) -> Scene:
        """Moves by the first way that ends there; takes nothing on the way."""
        if self.kind == "move":
            value = next(v for v in self.legal() if v[1][-1] == to)
            self.say(value)
        return self

    def leave_all(self) -> Scene:
        """Takes nothing that lies on the way, steals nothing."""
        while self.kind in ("take", "steal"):
            self.say(["leave"])
        return self

    def chance(self, *kinds: str, seed: int = 5) -> Scene:
        """Lets chance answer as long as it is asked."""
        chance = Chance(seed)
        while self.g.ask is not None and self.g.ask.asker == CHANCE:
            if kinds and self.g.ask.kind not in kinds:
                break
            self.say(chance.answer(self.g.ask))
        return self

    def to_world(self) -> dict[str, Any]:
        """What the open question asks of the world."""
        assert self.g.ask is not None and self.g.ask.asker == WORLD, self.g.ask
        return self.g.ask.data

    def next_turn(self) -> Scene:
        """Declines and lets chance answer until the next card is to be played or one stands up."""
        rng = random.Random(2)
        turn = self.g.s.turns
        while self.g.result is None and self.g.s.turns == turn:
            ask = self.g.ask
            assert ask is not None
            if ask.asker == CHANCE:
                self.chance()
            elif ask.kind in ("effect", "take", "steal", "rope"):
                self.say(next(v for v in ask.legal if v[0] in ("end", "leave", "fall")))
            else:
                self.say(rng.choice(ask.legal))
        return self

    def told(self, kind: str) -> list[dict[str, Any]]:
        """The data of all events of a kind so far."""
        return [e.data for e in self.events if e.kind == kind]
