"""classic.toml is what the survey and our changes give; the docs say how far it went."""

from __future__ import annotations

import copy
import re
from pathlib import Path

import pytest

from vulkar.errors import VulkarError
from vulkar.maps import author
from vulkar.maps.author_places import respace
from vulkar.maps.author_write import write
from vulkar.maps.moves import moves_page

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "classic-moves.md"


def test_the_tool_writes_classic_again() -> None:
    """Word by word; numbers to a rounding step, for solvers differ between machines."""
    new = write(author.draft_classic(*author.read()))
    old = author.TARGET.read_text(encoding="utf-8")
    assert NUMBER.sub("0", new) == NUMBER.sub("0", old)
    pairs = zip(NUMBER.findall(new), NUMBER.findall(old), strict=True)
    assert max(abs(float(a) - float(b)) for a, b in pairs) <= 0.15


def test_a_fall_that_no_heights_allow_is_an_error() -> None:
    survey, changes = author.read()
    changes = copy.deepcopy(changes)
    changes["heights"]["least_slope"] = 0.3
    with pytest.raises(VulkarError) as caught:
        author.draft_classic(survey, changes)
    assert caught.value.code == "map.heights"


def test_places_part_by_half_the_lack_each() -> None:
    at = respace({"a": (0.0, 0.0), "b": (10.0, 0.0), "far": (99.0, 0.0)}, set(), 20.0)
    assert at["a"][0] == pytest.approx(-5.0, abs=0.01)
    assert at["b"][0] == pytest.approx(15.0, abs=0.01)
    assert at["far"] == (99.0, 0.0)


def test_a_pinned_place_stays_and_two_pinned_ones_may_not_touch() -> None:
    at = respace({"a": (0.0, 0.0), "b": (10.0, 0.0)}, {"a"}, 20.0)
    assert at["a"] == (0.0, 0.0) and at["b"][0] == pytest.approx(20.0, abs=0.01)
    with pytest.raises(VulkarError) as caught:
        respace({"a": (0.0, 0.0), "b": (10.0, 0.0)}, {"a", "b"}, 20.0)
    assert caught.value.code == "map.crowded"


def test_the_page_of_moves_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == moves_page(), "run: python -m vulkar.maps.moves"
