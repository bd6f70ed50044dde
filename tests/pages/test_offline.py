"""A phone that is away for a while: at most one marble, within 3 s or never, and its person knows.

``python -m tests.evidence pages_offline`` has the longer spells and 50 sleeps.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.pages.house import House
from tests.pages.offline import Away, problems
from tests.pages.prepared import hands


@pytest.fixture(scope="module")
def away(house_of_file: House) -> Iterator[Away]:
    with hands(house_of_file):
        yield Away(house_of_file)


@pytest.mark.parametrize(("away_s", "taps"), [(1.5, 2), (6, 1)])
def test_taps_of_a_phone_that_is_offline_are_never_heard_of(
    away: Away, away_s: float, taps: int
) -> None:
    row = away.taps_while_offline(away_s, taps)
    assert problems(row) == [] and row["marbles"] == 0


def test_a_double_tap_as_the_phone_goes_offline_is_one_marble_at_most(away: Away) -> None:
    assert problems(away.offline_at_a_tap(1.5, 2)) == []
