"""The same flow tables, walked by ``transitions`` instead of by the engine's own dispatch.

``on_machines`` makes of a kind of game one whose every step goes where a ``transitions`` machine
says. Each frame of its stack has a model of its own, whose state only ever changes by a trigger.
``compare`` plays one game on both and says where they part.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from transitions import Machine, MachineError

from tests.rules.curse.randomly import random_setup as curse_setup
from tests.rules.curse.randomly import world as curse_world
from tests.rules.randomly import World, random_setup
from tests.rules.ship.randomly import random_setup as ship_setup
from vulkar.maps import load
from vulkar.rules import CHANCE, WORLD, Answer, Ask, Event, rulesets
from vulkar.rules.chance import Chance
from vulkar.rules.classic import Game
from vulkar.rules.curse.game import Game as CurseGame
from vulkar.rules.flow import Flow, Outcome
from vulkar.rules.ship.game import Game as ShipGame


class Model:
    """One frame as ``transitions`` sees it."""

    state: str
    trigger: Any


def machine_of(flow: Flow) -> Machine:
    """The machine of a flow: steps and ends (``=word``) are its states, outcomes its triggers."""
    ends = [dest for _, _, dest in flow.edges if dest.startswith("=")]
    return Machine(
        model=None,
        states=[*flow.steps(), *dict.fromkeys(ends)],
        initial=flow.steps()[0],
        transitions=[[outcome, step, dest] for step, outcome, dest in flow.edges],
        auto_transitions=False,
    )


Edge = tuple[str, str, str]


class OnMachines:
    """A game that asks the machines where each outcome leads."""

    flows: tuple[Flow, ...]
    machines: list[Machine]
    models: list[Model]
    idle: dict[int, list[Model]]
    walked: Counter[Edge]

    def _run(self, outcome: Outcome) -> None:
        if not hasattr(self, "models"):
            self.models, self.idle, self.walked = [], {}, Counter()
        stack, models = self.s.stack, self.models
        while self.result is None:
            self._follow()
            frame = stack[-1]
            if outcome is None:
                if self.ask is not None:
                    return
                outcome = self.TABLE[frame.kind][frame.at].enter(self, frame)
                if outcome is None or self.result is not None:
                    continue
            model, kind = models[-1], frame.kind
            self.walked[self.flows[kind].name, model.state, outcome] += 1
            model.trigger(outcome)
            if model.state.startswith("="):
                outcome = model.state[1:]
                stack.pop()
                self.idle.setdefault(kind, []).append(models.pop())
            else:
                frame.at = self.flows[kind].steps().index(model.state)
                outcome = None
        stack.clear()
        self.ask = None

    def _follow(self) -> None:
        """A model for every frame that was pushed; it starts where its flow starts."""
        for frame in self.s.stack[len(self.models) :]:
            machine = self.machines[frame.kind]
            idle = self.idle.setdefault(frame.kind, [])
            if idle:
                model = idle.pop()
                machine.set_state(machine.initial, model)
            else:
                model = Model()
                machine.add_model(model)
            self.models.append(model)


def on_machines(game: type, ruleset: str) -> type:
    """The same kind of game on machines of its ruleset's flows."""
    flows = tuple(rulesets.get(ruleset).flows)
    parts = {"flows": flows, "machines": [machine_of(flow) for flow in flows]}
    return type(f"Machine{game.__name__}", (OnMachines, game), parts)


class Kind(NamedTuple):
    """``setup``: a random preset with its seats and options, of a generator and a seed.

    ``world`` answers in its own way what the rules ask of the island.
    """

    game: type
    on_machines: type
    setup: Callable[[random.Random, int], tuple[str, tuple[str, ...], dict[str, Any]]]
    world: Callable[[Any, Ask, random.Random], Answer] | None = None


def _classic_setup(rng: random.Random, seed: int) -> tuple[str, tuple[str, ...], dict[str, Any]]:
    preset, seats, options = random_setup(rng)
    if seed % 2:
        options["items"] = "both"
    return preset, seats, options


KINDS = {
    "classic": Kind(Game, on_machines(Game, "classic"), _classic_setup),
    "curse": Kind(
        CurseGame,
        on_machines(CurseGame, "curse"),
        lambda rng, seed: curse_setup(rng),
        curse_world,
    ),
    "ship": Kind(ShipGame, on_machines(ShipGame, "ship"), lambda rng, seed: ship_setup(rng)),
}


@dataclass(slots=True)
class Compared:
    """One game on both engines; ``differs`` is empty if they never parted."""

    answers: int = 0
    turns: int = 0
    ended: bool = False
    differs: str = ""
    walked: Counter[Edge] = field(default_factory=Counter)


def compare(seed: int, turns: int, ruleset: str = "classic") -> Compared:
    """Plays a random game of any preset and readings, question by question, on both."""
    rng = random.Random(f"machines/{seed}")
    kind = KINDS[ruleset]
    preset, seats, options = kind.setup(rng, seed)
    events: list[Event] = []
    others: list[Event] = []
    island = load(rulesets.get(ruleset).map)
    game = kind.game(island, preset, seats, options, events.append)
    other = kind.on_machines(island, preset, seats, options, others.append)
    chance, world = Chance(seed), World(island, rng)
    out = Compared()
    while game.ask is not None and game.s.turns <= turns:
        ask = game.ask
        if other.ask != ask or other.s.key() != game.s.key() or others != events:
            break
        if ask.asker == CHANCE:
            value = chance.answer(ask)
        elif ask.asker == WORLD:
            value = kind.world(game, ask, rng) if kind.world else world.answer(ask)
        else:
            value = rng.choice(ask.legal)
        events.clear()
        others.clear()
        game.answer(ask.number, value, events.append)
        try:
            other.answer(ask.number, value, others.append)
        except (MachineError, AssertionError) as exc:
            out.differs = f"seed {seed}, question {ask.number}: {exc}"
            return out
        out.answers += 1
    out.turns, out.ended, out.walked = game.s.turns, game.result is not None, other.walked
    same = (game.ask, game.result, game.s.key()) == (other.ask, other.result, other.s.key())
    if not same or others != events:
        out.differs = f"seed {seed}, after {out.answers} answers: the two games differ"
    return out
