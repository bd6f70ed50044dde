"""The engine's dispatch and ``transitions`` machines made of the same tables play the same game."""

from collections import Counter

import pytest
from transitions import MachineError

from tests.rules.machines import MACHINES, Model, compare
from vulkar.rules.classic.items.flows import ALL_FLOWS


@pytest.mark.parametrize("seed", range(6))
def test_machines_and_engine_play_the_same_game(seed):
    out = compare(seed, turns=30)
    assert out.differs == ""
    assert out.answers > 20


def test_a_sample_walks_every_flow_that_a_game_without_items_needs():
    walked = Counter()
    for seed in range(12):
        walked += compare(seed, turns=30).walked
    flows = {flow for flow, _, _ in walked}
    assert flows >= {"game", "turn", "window", "card", "roll", "move", "fireball", "draw"}


def test_a_machine_refuses_an_outcome_that_its_table_does_not_hold():
    for flow, machine in zip(ALL_FLOWS, MACHINES, strict=True):
        model = Model()
        machine.add_model(model)
        for outcome in {o for _, o, _ in flow.edges}:
            if any(s == machine.initial and o == outcome for s, o, _ in flow.edges):
                continue
            with pytest.raises(MachineError):
                model.trigger(outcome)
        machine.remove_model(model)
