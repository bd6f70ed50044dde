"""The engine's dispatch and ``transitions`` machines made of the same tables play the same game."""

from collections import Counter

import pytest
from transitions import MachineError

from tests.rules.machines import KINDS, Model, compare


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


def test_the_memory_game_walks_every_edge_on_machines_as_on_the_engine():
    walked = Counter()
    for seed in range(40):
        out = compare(seed, turns=400, ruleset="ship")
        assert out.differs == "" and out.ended
        walked += out.walked
    flows = KINDS["ship"].on_machines.flows
    edges = {(f.name, step, outcome) for f in flows for step, outcome, _ in f.edges}
    # all open happens to those who remember: random players fail long before
    assert edges - set(walked) <= {("turn", "open", "nothing")}


def test_the_2018_game_walks_every_edge_on_machines_as_on_the_engine():
    walked = Counter()
    for seed in range(12):
        out = compare(seed, turns=400, ruleset="curse")
        assert out.differs == "" and out.ended
        walked += out.walked
    flows = KINDS["curse"].on_machines.flows
    edges = {(f.name, step, outcome) for f in flows for step, outcome, _ in f.edges}
    # who plays anything is seldom at home in time; test_copter shows it
    at_home = ("turn", "ready", "aboard")
    # a pawn that falls unasked, and one that is boxed in, are shown by single tests
    unasked = {("turn", "ready", "shaken"), ("turn", "up", "stood"), ("turn", "settle", "fell")}
    assert edges - set(walked) <= unasked | {("move", "choose", "stay"), at_home}


@pytest.mark.parametrize("ruleset", KINDS)
def test_a_machine_refuses_an_outcome_that_its_table_does_not_hold(ruleset):
    kind = KINDS[ruleset].on_machines
    for flow, machine in zip(kind.flows, kind.machines, strict=True):
        model = Model()
        machine.add_model(model)
        for outcome in {o for _, o, _ in flow.edges}:
            if any(s == machine.initial and o == outcome for s, o, _ in flow.edges):
                continue
            with pytest.raises(MachineError):
                model.trigger(outcome)
        machine.remove_model(model)
