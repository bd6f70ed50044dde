"""Two games that differ only in what one seat may not know look and sound the same to it.

The second game is what the seat can imagine. Both are played on with the same public answers: what
the others do without showing it (a pass, rolling, ending the turn) is done in each game where it is
asked for, what they show is done in both.
"""

from __future__ import annotations

import random
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.rules.randomly import GARBAGE, World, games, island
from vulkar.rules import CHANCE, WORLD, Ask, Event, Refused
from vulkar.rules.classic import Game
from vulkar.rules.classic.describe import describe, describe_choice

few = settings(max_examples=60, deadline=None, derandomize=True)
UNSHOWN = ("respond", "act")  # whether another seat is asked these depends on its hand
SHOWS = ("discard", "take")  # what it answers to these shows a card of a hand
# events by which a seat rightly learns a card
LEARNT = {"card_drawn", "card_taken", "card_seen", "discarded"}


class Twins:
    """A game and an imagined one, in step for seat ``x``."""

    def __init__(self, game: Game, x: int, rng: random.Random) -> None:
        self.games = (game.copy(), game.imagine(x, rng))
        self.x = x
        self.rng = rng
        self.world = World(island(), rng)
        self.heard: tuple[list[Event], list[Event]] = ([], [])
        self.looks = self.plays = 0
        self.learnt = False

    def unshown(self, ask: Ask | None) -> bool:
        return ask is not None and ask.asker >= 0 and ask.asker != self.x and ask.kind in UNSHOWN

    def answer(self, which: int, value: Any) -> None:
        game, heard = self.games[which], self.heard[which]

        def sink(event: Event) -> None:
            if event.audience is None or self.x in event.audience:
                heard.append(event)

        game.answer(game.ask.number, value, sink)

    def settle(self) -> None:
        """Goes on until neither game waits for something that the seat cannot see."""
        while True:
            a, b = (g.ask for g in self.games)
            if self.unshown(a) and self.unshown(b) and self.same_place(a, b):
                common = [v for v in a.legal if v in b.legal]
                plays = [v for v in common if v[0] in ("play", "use")]
                value = self.rng.choice(plays or common) if self.rng.random() < 0.7 else common[-1]
                self.plays += value in plays
                self.answer(0, value)
                self.answer(1, value)
            elif self.unshown(a):
                self.answer(0, a.legal[-1])
            elif self.unshown(b):
                self.answer(1, b.legal[-1])
            else:
                return

    def same_place(self, a: Ask, b: Ask) -> bool:
        same = (a.asker, a.kind, a.pawn, a.data) == (b.asker, b.kind, b.pawn, b.data)
        return same and self.heard[0] == self.heard[1]

    def compare(self) -> bool:
        """Everything that the seat sees and hears is equal. False once it has learnt something."""
        one, other = self.heard
        for e, f in zip(one, other, strict=False):
            if e == f:
                continue
            assert e.kind == f.kind and e.kind in LEARNT and e.audience == f.audience, (e, f)
            self.learnt = True
            return False
        a, b = self.games
        if any(g.ask is not None and g.ask.kind in SHOWS and g.ask.asker != self.x for g in (a, b)):
            return False
        assert len(one) == len(other), (one[len(other) :], other[len(one) :])
        assert [describe(e) for e in one] == [describe(e) for e in other]
        assert a.view(self.x) == b.view(self.x)
        assert a.view(None) == b.view(None)
        assert a.offers(self.x) == b.offers(self.x)
        assert (a.result, a.standing(), a.lying()) == (b.result, b.standing(), b.lying())
        if a.ask is None or b.ask is None:
            assert a.ask is b.ask
            return False
        assert (a.ask.asker, a.ask.kind, a.ask.pawn) == (b.ask.asker, b.ask.kind, b.ask.pawn)
        if a.ask.asker != CHANCE:
            assert (a.ask.legal, a.ask.data) == (b.ask.legal, b.ask.data)
        if a.ask.asker == self.x:
            self.compare_refusals()
        self.looks += 1
        one.clear()
        other.clear()
        return True

    def compare_refusals(self) -> None:
        for value in self.rng.sample(GARBAGE, 4):
            said = []
            for game in self.games:
                try:
                    game.copy().answer(game.ask.number, value)
                    said.append(None)
                except Refused as no:
                    said.append((no.rule, no.why))
            assert said[0] == said[1], value
        for value in self.games[0].ask.legal:
            assert describe_choice(self.games[0].ask, value)

    def go_on(self) -> bool:
        """Answers the open question in both games; False where they cannot be kept in step."""
        a, b = (g.ask for g in self.games)
        if a.asker == WORLD:
            value = self.world.answer(a)
        elif a.asker == CHANCE and a.kind != "die":
            return self.chance(a, b)
        else:
            value = self.rng.choice(a.legal)
        self.answer(0, value)
        self.answer(1, value)
        return True

    def chance(self, a: Ask, b: Ask) -> bool:
        """A card is drawn or picked: the same one where the seat gets to see it."""
        if a.kind == "draw":
            sees = a.data["seat"] == self.x
            pairs = [(v, w) for v in a.legal for w in b.legal if v == w or not sees]
        else:
            sees = self.x in (a.data["seat"], a.data["victim"])
            one, other = (g.s.hands[a.data["victim"]] for g in self.games)
            if not len(one) == len(a.legal) == len(b.legal):
                return False  # a crystal has shown some of the hand already
            pairs = [(v, w) for v in a.legal for w in b.legal if one[v] == other[w] or not sees]
        if not pairs:
            return False
        for which, value in enumerate(self.rng.choice(pairs)):
            self.answer(which, value)
        return True


def start(seed: int) -> Twins | None:
    """Twins from some moment of a random game at which the other hands are nobody's business.

    None if the game has no such moment.
    """
    rng = random.Random(seed)
    wait = rng.randrange(40)
    last = None
    kind = {"mixed": seed % 3 > 0, "middle": seed % 4 > 0, "items": seed % 5 == 0}
    for i, (game, _) in enumerate(games(seed, turns=25, **kind)):
        ask = game.ask
        if ask is None:
            break
        x = rng.randrange(len(game.seats))
        if ask.asker in (x, WORLD) or ask.kind == "die":
            last = (game.copy(), x)
            if i >= wait:
                break
    if last is None:
        return None
    # a full hand that must give a card shows whether it can: that reading tells by its nature
    last[0].options = _without(last[0].options)
    return Twins(*last, rng)


def _without(options: Any) -> Any:
    from dataclasses import replace

    return replace(options, force_use_at_four=False)


SEEN = {"looks": 0, "plays": 0, "learnt": 0}


@few
@given(st.integers(0, 2**32 - 1))
def test_what_a_seat_may_not_know_never_shows(seed):
    twins = start(seed)
    assume(twins is not None)
    for _ in range(50):
        twins.settle()
        if not twins.compare() or not twins.go_on():
            break
    SEEN["looks"] += twins.looks
    SEEN["plays"] += twins.plays
    SEEN["learnt"] += twins.learnt


def test_the_comparison_had_something_to_compare():
    if SEEN["looks"]:  # 0 where the test above runs in another process
        assert SEEN["looks"] > 600 and SEEN["plays"] > 30, SEEN
