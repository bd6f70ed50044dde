"""Random games, question by question, for property tests."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from tests.rules.arrange import SEATS, Table, island
from vulkar.bots import RandomWorld
from vulkar.rules import CHANCE, WORLD, Ask, Sink
from vulkar.rules.chance import Chance
from vulkar.rules.classic import Game
from vulkar.rules.classic.cards import COUNTS, KINDS
from vulkar.rules.classic.items.kinds import in_play
from vulkar.rules.classic.options import PRESETS, Options, choices

NAMES = tuple(Options.__dataclass_fields__)


GARBAGE = [None, True, 0, 7, -1, 3.0, "roll", [], [[]], {}, ["play"], ["move", []], ["move", 3],
           ["play", "ace"], ["fly"], [["hit", "nobody"]], [["hit"]], [["never_left"], ["x"]],
           ["target", "nobody"], ["route", "X"], ["cave", "C9"], ["roll", "moon"], ["token", 1],
           [["bridge_down", "TA1"]], [["hit", ["red"]]], ["play", "take_card", "me"]]  # fmt: skip


def random_options(rng: random.Random) -> dict[str, object]:
    """Any mixture of readings."""
    return {name: rng.choice(choices(name)) for name in NAMES if rng.random() < 0.3}


def random_setup(
    rng: random.Random, mixed: bool = True
) -> tuple[str, tuple[str, ...], dict[str, object]]:
    """Two to four seats; ``mixed``: any preset, any mixture of readings, teams only of four."""
    seats = SEATS[: rng.randint(2, 4)]
    if not mixed:
        return "anniversary", seats, {}
    options = random_options(rng)
    options["teams"] = "pairs" if len(seats) == 4 and rng.random() < 0.5 else "none"
    return rng.choice(tuple(PRESETS)), seats, options


class World(RandomWorld):
    """Says everything a world can say, also that a push did not count."""

    def answer(self, ask: Ask) -> Any:
        if self.rng.random() < 0.05:
            return [["not_pushed"]]
        rows = super().answer(ask)
        if self.rng.random() < 0.1 and rows and rows[0][0] == "hit":
            rows.append(["fell", rows[0][1], [ask.data["standing"][rows[0][1]]]])
        if self.rng.random() < 0.05 and rows != [["never_left"]]:
            rows.append(["bridge_down", "B1"])
        return rows


def scattered(rng: random.Random, mixed: bool, items: bool = False) -> Game:
    """A game in its middle: pieces anywhere on the trails, full hands, often an owner."""
    preset, seats, options = random_setup(rng, mixed)
    if items:
        options["items"] = rng.choice(("set1", "set2", "both"))
    trail = [s.id for s in island().spaces.values() if s.kind in ("cell", "stone", "bridge")]
    heart = trail.index(rng.choice(trail))  # pieces stand close together, so that much happens
    if items and rng.random() < 0.3:
        heart = trail.index("DR3")  # where an anchor holds
    near = (trail * 2)[heart : heart + 12]
    spaces = rng.sample(near, len(seats))
    deck = [k for k, n in zip(KINDS, COUNTS, strict=True) for _ in range(n)]
    rng.shuffle(deck)
    hands = {p: [deck.pop() for _ in range(4)] for p in seats}
    owner = rng.choice((None, *seats))
    pawns = dict(zip(seats, spaces, strict=True))
    if options.get("teams") == "pairs":  # some are on the Dock, and the owner may be
        for pawn in seats:
            if rng.random() < 0.35:
                pawns[pawn] = "DOCK"
    if owner is not None and pawns[owner] == "DOCK":
        partner = seats[(seats.index(owner) + 2) % 4]
        pawns[partner] = pawns[partner].replace("DOCK", "DR1")
    elif set(pawns.values()) == {"DOCK"}:
        pawns["red"] = "DR1"
    g = Table(pawns, hands=hands, owner=owner, preset=preset, **options).g
    if g.s.inv is not None:  # three items each, so that they meet
        things = in_play(g.options.items)
        g.s.inv.held = [sum(1 << i for i in rng.sample(things, rng.choice((2, 3)))) for _ in seats]
        g.s.inv.haunted = [int(rng.random() < 0.3) for _ in seats]
        g.s.inv.anchor = int(rng.random() < 0.3)
        g.ask = None
        g.resume()
    return g


def games(
    seed: int,
    *,
    turns: int = 60,
    mixed: bool = False,
    middle: bool = False,
    items: bool = False,
    sink: Sink | None = None,
) -> Iterator[tuple[Game, Any]]:
    """Yields ``(game, answer)`` before each answer is given; the game is played on after it."""
    rng = random.Random(seed)
    if middle:
        game = scattered(rng, mixed, items)
    else:
        preset, seats, options = random_setup(rng, mixed)
        if items:
            options["items"] = rng.choice(("set1", "set2", "both"))
        game = Game(island(), preset, seats, options, sink)
    chance, world = Chance(seed), World(island(), rng)
    while game.ask is not None and game.s.turns <= turns:
        ask = game.ask
        if ask.asker == CHANCE:
            value = chance.answer(ask)
        elif ask.asker == WORLD:
            value = world.answer(ask)
        else:
            value = rng.choice(ask.legal)
        yield game, value
        game.answer(ask.number, value, sink)
    yield game, None
