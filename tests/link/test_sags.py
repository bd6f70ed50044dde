"""Starts by power that nobody asked for are counted over connections."""

from __future__ import annotations

from dataclasses import dataclass, replace

from vulkar.link.sags import OLDEST_MS, POWER_ON, Sags


@dataclass(frozen=True)
class Start:
    boot: int
    reset_cause: int = POWER_ON


HELLO = Start(1)


def test_a_first_start_and_a_lost_cable_count_for_nothing() -> None:
    sags = Sags()
    assert sags.came(HELLO, 10.0) == []
    assert sags.came(HELLO, 20.0) == []


def test_each_new_start_is_told_of_the_last_two_dips() -> None:
    sags = Sags()
    sags.came(HELLO, 0.0)
    assert sags.came(replace(HELLO, boot=2), 10.0) == [0]
    assert sags.came(replace(HELLO, boot=3), 25.0) == [15_000, 0]
    assert sags.came(replace(HELLO, boot=4), 30.0) == [5_000, 0]


def test_a_reset_by_the_watchdog_is_no_dip_but_is_told_of_earlier_ones() -> None:
    sags = Sags()
    sags.came(HELLO, 0.0)
    sags.came(replace(HELLO, boot=2), 10.0)
    assert sags.came(replace(HELLO, boot=3, reset_cause=3), 40.0) == [30_000]


def test_what_is_older_than_any_window_is_dropped() -> None:
    sags = Sags()
    sags.came(HELLO, 0.0)
    sags.came(replace(HELLO, boot=2), 10.0)
    late_s = 11.0 + OLDEST_MS / 1000
    assert sags.came(replace(HELLO, boot=3, reset_cause=3), late_s) == []
