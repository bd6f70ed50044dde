"""Spike 2: a roll after which a pawn lies across two spaces, as in the 2018 game.

What it proves: the world can answer any fact, seats and pawns are counted apart (here one seat
plays two pawns), a later turn starts with a choice that follows from where the pawn lies, and
hidden treasures are taken by chance.
"""

from __future__ import annotations

import random
from typing import Any, ClassVar

import pytest

from vulkar.facts import Fell, OffBoard, from_row
from vulkar.rules.core import CHANCE, WORLD, Ask, BaseGame, Refused, View
from vulkar.rules.flow import Flow, Frame, Outcome, Table, compile_flows

SPACES = ("S1", "S2", "S3", "S4", "S5", "S6")
CAVES = ("K1", "K2")
PAWNS = ("blue", "white", "red")  # seat 0 plays blue and white, seat 1 plays red
SEAT_OF = (0, 0, 1)

FLOWS = (
    Flow(
        "game",
        "mode: the pawn whose turn it is.",
        (
            ("begin", "upright", "card"),
            ("begin", "felled", "stand"),
            ("stand", "stood", "card"),
            ("card", "moved", "roll"),
            ("roll", "rolled", "loss"),
            ("loss", "more", "loss"),
            ("loss", "done", "begin"),
        ),
    ),
)


class Felled:
    """Positions, who lies where, treasures of each pawn, and pawns that still lose one."""

    __slots__ = ("lies", "losing", "number", "picks", "pos", "stack", "treasures")

    def __init__(self) -> None:
        self.stack: list[Frame] = [Frame(0)]
        self.number = 0
        self.picks = 0
        self.pos = [0, 5, 2]
        self.lies: list[tuple[int, ...] | None] = [None, None, None]
        self.treasures: list[tuple[str, ...]] = [("gold", "jade"), (), ("ruby",)]
        self.losing: tuple[int, ...] = ()

    def copy(self) -> Felled:
        new: Felled = object.__new__(Felled)
        new.stack = [f.copy() for f in self.stack]
        new.number, new.picks, new.losing = self.number, self.picks, self.losing
        new.pos, new.lies, new.treasures = self.pos[:], self.lies[:], self.treasures[:]
        return new


def game_begin(g: Hill, f: Frame) -> Outcome:
    return "upright" if g.s.lies[f.mode] is None else "felled"


def game_stand(g: Hill, f: Frame) -> Outcome:
    """Lying across two spaces: choose one. On none: choose a cave."""
    spaces = g.s.lies[f.mode]
    assert spaces is not None
    legal = [["stand", SPACES[i]] for i in spaces] or [["cave", k] for k in CAVES]
    codes = list(spaces) or [0] * len(CAVES)
    return g.pose(f, SEAT_OF[f.mode], "stand", PAWNS[f.mode], legal, codes)


def game_stand_take(g: Hill, f: Frame, code: int) -> Outcome:
    g.s.pos[f.mode], g.s.lies[f.mode] = code, None
    g.emit("placed", pawn=PAWNS[f.mode], space=SPACES[code], posture="up", why="stood_up")
    return "stood"


def game_card(g: Hill, f: Frame) -> Outcome:
    legal = [["play", 1], ["play", 2]]
    return g.pose(f, SEAT_OF[f.mode], "card", PAWNS[f.mode], legal, (1, 2))


def game_card_take(g: Hill, f: Frame, code: int) -> Outcome:
    g.s.pos[f.mode] = (g.s.pos[f.mode] + code) % len(SPACES)
    return "moved"


def game_roll(g: Hill, f: Frame) -> Outcome:
    return g.pose(f, WORLD, "roll", None, (), (), {"marbles": 2})


def game_roll_take(g: Hill, f: Frame, facts: tuple[Any, ...]) -> Outcome:
    for fact in facts:
        pawn = PAWNS.index(fact.pawn)
        across = fact.spaces if isinstance(fact, Fell) else ()
        g.s.lies[pawn] = tuple(SPACES.index(name) for name in across)
        g.s.losing = (*g.s.losing, pawn)
        g.emit("felled", pawn=fact.pawn, across=list(across))
    return "rolled"


def game_loss(g: Hill, f: Frame) -> Outcome:
    """Each felled pawn loses a treasure to chance; the next pawn's turn follows."""
    while g.s.losing and not g.s.treasures[g.s.losing[0]]:
        g.s.losing = g.s.losing[1:]
    if not g.s.losing:
        f.mode = (f.mode + 1) % len(PAWNS)
        return "done"
    pawn = g.s.losing[0]
    count = len(g.s.treasures[pawn])
    data = {"ordinal": g.s.picks}
    return g.pose(f, CHANCE, "pick", PAWNS[pawn], list(range(count)), range(count), data)


def game_loss_take(g: Hill, f: Frame, code: int) -> Outcome:
    pawn, g.s.losing = g.s.losing[0], g.s.losing[1:]
    kept = list(g.s.treasures[pawn])
    lost = kept.pop(code)
    g.s.treasures[pawn] = tuple(kept)
    g.s.picks += 1
    g.emit("lost", pawn=PAWNS[pawn], treasure=lost)
    return "more"


class Hill(BaseGame[Felled]):
    TABLE: ClassVar[Table] = compile_flows(FLOWS, globals())

    def __init__(self) -> None:
        self.s = Felled()
        self.ask = self.result = self.sink = None
        self.resume()

    def view(self, seat: int | None) -> View:
        mine = [t for p, t in enumerate(self.s.treasures) if SEAT_OF[p] == seat]
        return View({"treasures": mine}, {})

    def imagine(self, seat: int, rng: random.Random) -> Hill:
        return self.copy()

    def explain(self, ask: Ask, value: Any) -> Refused:
        return Refused(f"hill.{ask.kind}", f"{value!r} is not legal.")

    def check_world(self, ask: Ask, value: Any) -> Any:
        facts = tuple(from_row(row) for row in value)
        for fact in facts:
            if not isinstance(fact, Fell | OffBoard):
                raise Refused("hill.fact", f"{fact} cannot happen on this hill.")
        return facts


def test_a_pawn_across_two_spaces_chooses_one_in_its_turn():
    g = Hill()
    assert (g.ask.asker, g.ask.pawn) == (0, "blue")
    g.answer(g.ask.number, ["play", 1])
    assert (g.ask.asker, g.ask.kind) == (WORLD, "roll")
    events = []
    g.answer(g.ask.number, [["fell", "blue", ["S1", "S2"]]], events.append)
    assert (g.ask.asker, g.ask.kind, g.ask.pawn) == (CHANCE, "pick", "blue")
    g.answer(g.ask.number, 1, events.append)
    assert [e.kind for e in events] == ["felled", "lost"]
    assert g.s.treasures[0] == ("gold",)
    assert (g.ask.asker, g.ask.pawn) == (0, "white")  # the same seat, its other pawn
    g.answer(g.ask.number, ["play", 1])
    g.answer(g.ask.number, [])
    g.answer(g.ask.number, ["play", 2])  # red
    g.answer(g.ask.number, [])
    assert (g.ask.kind, g.ask.pawn) == ("stand", "blue")
    assert g.ask.legal == (["stand", "S1"], ["stand", "S2"])
    before = g.s.pos[:]
    with pytest.raises(Refused, match=r"hill\.stand"):
        g.answer(g.ask.number, ["stand", "S4"])
    assert g.s.pos == before
    g.answer(g.ask.number, ["stand", "S2"])
    assert g.s.pos[0] == 1 and g.ask.kind == "card"


def test_on_one_space_nothing_is_asked_and_off_the_island_a_cave_is_chosen():
    g = Hill()
    g.answer(g.ask.number, ["play", 1])
    g.answer(g.ask.number, [["fell", "white", ["S4"]], ["off_board", "red"]])
    # white has no treasure and red has one: nothing to choose for chance
    assert g.s.treasures[2] == ()
    assert (g.ask.kind, g.ask.pawn) == ("card", "white")  # stood up on S4 unasked
    g.answer(g.ask.number, ["play", 1])
    g.answer(g.ask.number, [])
    assert (g.ask.asker, g.ask.kind) == (1, "stand")
    assert g.ask.legal == (["cave", "K1"], ["cave", "K2"])


def test_a_fact_that_cannot_be_is_refused():
    g = Hill()
    g.answer(g.ask.number, ["play", 1])
    ask = g.ask
    with pytest.raises(Refused, match=r"hill\.fact"):
        g.answer(ask.number, [["never_left"]])
    assert g.ask is ask
