"""Spike 3: a secret look, as in the memory game.

What it proves: what a seat sees now (``visible``) and what it once saw (``known``) are two things;
another seat's look leaves no trace in its view; and an imagined game keeps what the seat knows.
"""

from __future__ import annotations

import random
from typing import Any, ClassVar

from vulkar.rules.core import CHANCE, Ask, BaseGame, Refused, Result, View
from vulkar.rules.flow import Flow, Frame, Outcome, Table, compile_flows

ANIMALS = ("crab", "octopus", "penguin", "turtle")
PLACES = ("N", "E", "S", "W")

FLOWS = (
    Flow(
        "game",
        "n: cards laid, looks taken or cards opened so far; mode: whose turn it is.",
        (
            ("lay", "more", "lay"),
            ("lay", "done", "look"),
            ("look", "more", "look"),
            ("look", "done", "open"),
            ("open", "next", "open"),
        ),
    ),
)


class Peek:
    """The cards under the clouds, who saw which place, and what is open."""

    __slots__ = ("cards", "number", "open", "seen", "stack")

    def __init__(self) -> None:
        self.stack: list[Frame] = [Frame(0)]
        self.number = 0
        self.cards: list[int] = []
        self.seen: list[tuple[int, ...]] = [(), ()]
        self.open: tuple[int, ...] = ()

    def copy(self) -> Peek:
        new: Peek = object.__new__(Peek)
        new.stack = [f.copy() for f in self.stack]
        new.number, new.open = self.number, self.open
        new.cards, new.seen = self.cards[:], self.seen[:]
        return new


def game_lay(g: Island, f: Frame) -> Outcome:
    left = [a for a in range(len(ANIMALS)) if a not in g.s.cards]
    if not left:
        return "done"
    return g.pose(f, CHANCE, "draw", None, [ANIMALS[a] for a in left], left)


def game_lay_take(g: Island, f: Frame, code: int) -> Outcome:
    g.s.cards.append(code)
    return "more"


def game_look(g: Island, f: Frame) -> Outcome:
    if f.n == 2:
        f.n = 0
        return "done"
    free = [p for p in range(4) if all(p not in s for s in g.s.seen)]
    return g.pose(f, f.n, "look", None, [["look", PLACES[p]] for p in free], free)


def game_look_take(g: Island, f: Frame, code: int) -> Outcome:
    g.s.seen[f.n] = (*g.s.seen[f.n], code)
    g.emit("looked", seat=f.n, place=PLACES[code])
    g.emit("saw", (f.n,), place=PLACES[code], animal=ANIMALS[g.s.cards[code]])
    f.n += 1
    return "more"


def game_open(g: Island, f: Frame) -> Outcome:
    shut = [p for p in range(4) if p not in g.s.open]
    return g.pose(f, f.mode, "open", None, [["open", PLACES[p]] for p in shut], shut)


def game_open_take(g: Island, f: Frame, code: int) -> Outcome:
    g.s.open = (*g.s.open, code)
    if len(g.s.open) == 4:
        g.result = Result((f.mode,), "all open")
    f.mode = 1 - f.mode
    return "next"


class Island(BaseGame[Peek]):
    TABLE: ClassVar[Table] = compile_flows(FLOWS, globals())

    def __init__(self) -> None:
        self.s = Peek()
        self.ask = self.result = self.sink = None
        self.resume()

    def view(self, seat: int | None) -> View:
        s = self.s
        name = {p: ANIMALS[s.cards[p]] for p in range(len(s.cards))}
        visible = {"open": {PLACES[p]: name[p] for p in s.open}}
        seen = s.seen[seat] if seat is not None else ()
        return View(visible, {PLACES[p]: name[p] for p in (*seen, *s.open)})

    def imagine(self, seat: int, rng: random.Random) -> Island:
        new = self.copy()
        kept = {*new.s.seen[seat], *new.s.open}
        hidden = [p for p in range(len(new.s.cards)) if p not in kept]
        cards = [new.s.cards[p] for p in hidden]
        rng.shuffle(cards)
        for place, card in zip(hidden, cards, strict=True):
            new.s.cards[place] = card
        return new

    def explain(self, ask: Ask, value: Any) -> Refused:
        return Refused(f"peek.{ask.kind}", f"{value!r} is not legal.")


def play(g: Island, *answers: Any) -> list[Any]:
    events: list[Any] = []
    for answer in answers:
        g.answer(g.ask.number, answer, events.append)
    return events


def test_visible_and_known_are_two_things():
    g = Island()
    events = play(g, "turtle", "crab", "octopus", ["look", "N"], ["look", "E"])
    assert g.view(0) == View({"open": {}}, {"N": "turtle"})
    assert g.view(1) == View({"open": {}}, {"E": "crab"})
    assert g.view(None) == View({"open": {}}, {})
    assert [(e.kind, e.audience) for e in events] == [
        ("looked", None),
        ("saw", (0,)),
        ("looked", None),
        ("saw", (1,)),
    ]
    play(g, ["open", "E"])
    assert g.view(0) == View({"open": {"E": "crab"}}, {"N": "turtle", "E": "crab"})


def test_the_last_card_is_laid_unasked_and_the_last_place_opened_unasked():
    g = Island()
    play(g, "turtle", "crab", "octopus")
    assert g.s.cards[3] == ANIMALS.index("penguin") and g.ask.kind == "look"
    play(g, ["look", "N"], ["look", "E"], ["open", "N"], ["open", "E"], ["open", "S"])
    assert g.ask is None and g.result == Result((1,), "all open")


def test_imagined_games_keep_what_the_seat_knows_and_vary_the_rest():
    g = Island()
    play(g, "turtle", "crab", "octopus", ["look", "N"], ["look", "E"])
    rng = random.Random(1)
    dreams = [g.imagine(0, rng) for _ in range(40)]
    assert all(d.view(0) == g.view(0) for d in dreams)
    assert {d.view(1).known["E"] for d in dreams} == {"crab", "octopus", "penguin"}
