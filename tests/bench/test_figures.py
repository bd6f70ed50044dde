"""The measurements themselves, small: what they time is what they say. Times here are virtual,
but for the peers', of which none is asserted."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.bench import peers, tables
from tests.bench.load import quantiles
from tests.bench.recovery import lockstep_recovery
from tests.bench.touch import touch_figures
from tests.evidence.record import ROOT
from vulkar.devices.board import load_board
from vulkar.sim.usb import LATENCY_US

BOARD = load_board("classic")


def test_an_unknown_part_is_named_beside_those_that_there_are() -> None:
    command = [sys.executable, "-m", "tests.bench", "touch", "feeling"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("no such part: feeling; there are ")
    for part in ("link", "peers", "touch", "recovery", "frames", "loop", "startup"):
        assert part in done.stderr


def test_a_touch_is_timed_from_the_field_through_scan_debounce_and_link() -> None:
    figures = touch_figures(16, 8)
    scan_us = BOARD.fast_ms * 1000
    assert (figures.first.count, figures.gone.count) == (8, 8)
    assert LATENCY_US < figures.first.median_us < LATENCY_US + 2 * scan_us
    debounce_us = (BOARD.halls.debounce - 1) * scan_us
    assert debounce_us + LATENCY_US < figures.gone.median_us
    assert figures.gone.median_us - figures.first.median_us == pytest.approx(debounce_us, rel=0.2)


def test_recovery_is_timed_from_the_ports_return_and_a_lost_memory_costs_more() -> None:
    found = lockstep_recovery(3)
    assert found.power is not None
    assert 0.1e6 < found.cable.median_us < found.power.median_us < 3e6


def test_a_peer_that_is_not_installed_is_named_and_the_others_are_timed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "belay", None)
    result = peers.measure(rounds=1, calls=3)
    assert result["belay"] == {"why_not": "belay is not installed in this environment"}
    for name in ("echo_floor", "vulkar", "mpremote_exec", "mpremote_exec_as_on_usb"):
        assert result[name]["count"] == 3


def test_many_tables_play_at_once_and_no_event_is_missed() -> None:
    figures = tables.measure(tables=3, game_s=40.0)
    assert figures["tables"] == 3 and figures["turns"] >= 3
    assert figures["events"] > 0 and figures["events_missing"] == 0
    assert set(figures["operations"]) >= {"view", "answer", "table.state"}


def test_quantiles_are_of_what_was_timed() -> None:
    row = quantiles([0.001 * ms for ms in range(1, 101)])
    assert row == {"p50_ms": 51.0, "p99_ms": 100.0, "worst_ms": 100.0, "count": 100}
