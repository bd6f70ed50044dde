"""Hands of paper: a real deck beside the game, played truthfully, and lies that are found."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.real_deck import RealDeck
from vulkar.rules.classic.invariants import broken

seeds = st.integers(0, 2**32 - 1)
few = settings(max_examples=12, deadline=None, derandomize=True)


@few
@given(seeds, st.booleans(), st.booleans())
def test_the_host_follows_a_real_deck_that_is_played_truthfully(seed, middle, items):
    table = RealDeck(seed, middle=middle, items=items)
    for _ in range(500):
        table.check()
        assert broken(table.host) is None
        if not table.step():
            break
    true, host = table.heard
    assert host == true[: len(host)]
