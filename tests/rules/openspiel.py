"""The same measure for games of OpenSpiel, played through its own Python API: a yardstick."""

from __future__ import annotations

import importlib
import importlib.util
import random
import time
from typing import Any

GAMES = {"python_tic_tac_toe": "open_spiel.python.games.tic_tac_toe", "backgammon": ""}


def measure(seconds: float = 1.0) -> dict[str, Any]:
    """Seat decisions a second of each game, or why there are none."""
    if importlib.util.find_spec("pyspiel") is None:
        return {"skipped": "open_spiel is not installed: pip install 'vulkar[bench]'"}
    pyspiel = importlib.import_module("pyspiel")
    figures = {}
    for name, module in GAMES.items():
        if module:
            importlib.import_module(module)  # a game written in Python registers itself
        figures[f"{name}_decisions_per_s"] = rate(pyspiel.load_game(name), seconds)
    return figures


def rate(game: Any, seconds: float) -> float:
    """Uniform play, chance nodes sampled; decisions of seats are counted, as OpenSpiel does."""
    rnd = random.Random(1).random
    decisions = 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(rnd() * len(outcomes))][0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(rnd() * len(actions))])
                decisions += 1
    return decisions / (time.process_time() - began)
