"""The controller's loop at full load, by the modelled cost of every call: 128 halls at 100 Hz."""

from __future__ import annotations

import pytest

from vulkar.devices.board import load_board
from vulkar.maps import load
from vulkar.sim.loopcost import loop_figures


@pytest.mark.parametrize("name", ["classic", "expander"])
def test_the_longest_pass_is_8_ms_and_scanning_a_quarter_of_it(name: str) -> None:
    figures = loop_figures(load("classic"), load_board(name), span_s=3.0)
    assert figures.sensors == 128
    assert 0 < figures.longest_pass_us <= 8_000, figures
    assert figures.scan_us <= 0.25 * 8_000 and figures.share <= 0.25, figures
