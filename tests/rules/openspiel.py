"""Games of OpenSpiel, played at random through its own Python API: a yardstick."""

from __future__ import annotations

import importlib
import importlib.util
import random
import time
from typing import Any, Final, NamedTuple

# what is written in Python registers itself when its module is imported; the rest is C++
MODULES: Final = {
    "python_tic_tac_toe": "open_spiel.python.games.tic_tac_toe",
    "python_kuhn_poker": "open_spiel.python.games.kuhn_poker",
    "tic_tac_toe": "",
    "backgammon": "",
}


class Rate(NamedTuple):
    """Of one game: the choices of its seats a second, and those with what chance answers."""

    seat_decisions_per_s: float
    decisions_per_s: float


def missing() -> str:
    """Why nothing of OpenSpiel can be measured here; empty where it can."""
    if importlib.util.find_spec("pyspiel") is None:
        return "open_spiel is not installed: pip install 'vulkar[dev]'"
    return ""


def load() -> dict[str, Any]:
    """The games by name. Only where nothing is ``missing``."""
    pyspiel = importlib.import_module("pyspiel")
    for module in filter(None, MODULES.values()):
        importlib.import_module(module)
    return {name: pyspiel.load_game(name) for name in MODULES}


def rate(game: Any, seconds: float, seed: int = 1) -> Rate:
    """Uniform play for so many seconds of processor time."""
    rnd = random.Random(seed).random
    seats = chance = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(rnd() * len(outcomes))][0])
                chance += 1
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(rnd() * len(actions))])
                seats += 1
    return Rate(seats / spent, (seats + chance) / spent)
