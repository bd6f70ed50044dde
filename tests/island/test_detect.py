"""Detection: what a watch report means, as a pure function."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from vulkar.island.detect import (
    Finding,
    Reading,
    Reason,
    Verdict,
    detect,
    distance_mm,
    judge_space,
    sensored,
)
from vulkar.maps import load

ISLAND = load("classic")
REST = Reading(35.0, 34.8, 35.2, 35.0, -1, False)

CASES = {
    "still": (REST, Verdict.UNTOUCHED, Reason.QUIET),
    "noise": (replace(REST, min_mt=34.0, max_mt=36.0), Verdict.UNTOUCHED, Reason.QUIET),
    "slight": (replace(REST, min_mt=31.0, last_mt=31.0), Verdict.UNSURE, Reason.SLIGHT),
    "shifted": (replace(REST, min_mt=24.0, last_mt=24.5), Verdict.TOUCHED, Reason.SHIFTED),
    "shoved over its sensor": (
        replace(REST, baseline_mt=25.0, min_mt=25.0, max_mt=34.0, last_mt=34.0),
        Verdict.TOUCHED,
        Reason.SHIFTED,
    ),
    "rocked": (replace(REST, min_mt=20.0), Verdict.TOUCHED, Reason.ROCKED),
    "gone": (replace(REST, min_mt=0.1, last_mt=0.2), Verdict.TOUCHED, Reason.GONE),
    "no magnet before": (Reading(0.1, 0.0, 0.2, 0.1, -1, False), Verdict.UNSURE, Reason.NOT_SEEN),
    "stuck full": (Reading(35.0, 35.0, 35.0, 35.0, -1, True), Verdict.UNSURE, Reason.STUCK),
    "unplugged before": (
        Reading(-220.0, -220.0, -220.0, -220.0, -1, True),
        Verdict.UNSURE,
        Reason.BROKEN,
    ),
    "unplugged in mid-roll": (
        Reading(35.0, -220.0, 35.1, -220.0, 400_000, False),
        Verdict.UNSURE,
        Reason.BROKEN,
    ),
    "shorted in mid-roll": (
        Reading(35.0, 34.9, 220.0, 220.0, 400_000, False),
        Verdict.UNSURE,
        Reason.BROKEN,
    ),
    "no sensor": (None, Verdict.UNSURE, Reason.NO_SENSOR),
}


@pytest.mark.parametrize("name", CASES)
def test_one_sensor(name: str) -> None:
    reading, verdict, reason = CASES[name]
    readings = () if reading is None else (reading,)
    assert judge_space(readings, 1) == (verdict, reason)


def finding(findings: tuple[Finding, ...], pawn: str) -> Finding:
    return next(f for f in findings if f.pawn == pawn)


ROUTE = next(r for r in ISLAND.routes.values() if len(r.spaces) > 4)
FAR = next(
    space
    for space in ISLAND.spaces
    if min(distance_mm(ISLAND, space, on) for on in ROUTE.spaces) > 150
    and ISLAND.spaces[space].kind == "cell"
)


def test_a_pawn_far_off_the_route_is_untouched_whatever_its_broken_sensor_reads() -> None:
    stuck = Reading(35.0, 35.0, 35.0, 35.0, -1, True)
    found = detect(ISLAND, ROUTE.id, {"red": FAR}, {FAR: (stuck,)})
    assert (found[0].verdict, found[0].reason) == (Verdict.UNTOUCHED, Reason.FAR)


def test_a_pawn_far_off_the_route_whose_field_changed_is_asked_about_never_hit_unasked() -> None:
    gone = replace(REST, min_mt=0.0, last_mt=0.0)
    found = detect(ISLAND, ROUTE.id, {"red": FAR}, {FAR: (gone,)})
    assert (found[0].verdict, found[0].reason) == (Verdict.UNSURE, Reason.ASTRAY)


def test_a_pawn_on_the_route_without_a_sensor_is_asked_about() -> None:
    found = detect(ISLAND, ROUTE.id, {"red": ROUTE.spaces[1]}, {})
    assert (found[0].verdict, found[0].reason) == (Verdict.UNSURE, Reason.NO_SENSOR)


def test_what_a_moved_pawn_may_have_pushed_is_reached_too() -> None:
    """red on the route falls against blue, who stands beyond the reach of the route itself."""
    route, (middle, end) = _chain()
    gone = replace(REST, min_mt=0.0, last_mt=0.0)
    standing = {"red": middle, "blue": end}
    hit = detect(ISLAND, route, standing, {middle: (gone,)})
    assert finding(hit, "blue").reason is Reason.NO_SENSOR
    missed = detect(ISLAND, route, standing, {middle: (REST,)})
    assert finding(missed, "blue").reason is Reason.FAR


def _chain() -> tuple[str, tuple[str, str]]:
    """A route, a space within its reach, and one within that one's reach only."""
    for route in ISLAND.routes.values():
        for middle in ISLAND.spaces:
            near = min(distance_mm(ISLAND, middle, on) for on in route.spaces)
            if near > 40 or not sensored(ISLAND, middle):
                continue
            for end in ISLAND.spaces:
                off = min(distance_mm(ISLAND, end, on) for on in route.spaces)
                if (
                    sensored(ISLAND, end)
                    and off > 40
                    and 0 < distance_mm(ISLAND, middle, end) <= 40
                ):
                    return route.id, (middle, end)
    raise AssertionError("the map has no such chain")


def test_a_lost_watch_asks_about_everybody_in_reach_and_nobody_else() -> None:
    standing = {"red": ROUTE.spaces[0], "blue": FAR}
    found = detect(ISLAND, ROUTE.id, standing, None)
    assert finding(found, "red").reason is Reason.UNWATCHED
    assert finding(found, "blue").verdict is Verdict.UNTOUCHED


def test_a_finding_carries_the_extreme_field_and_the_time() -> None:
    space = ROUTE.spaces[1]
    rocked = Reading(35.0, 20.0, 36.0, 34.9, 812_000, False)
    found = detect(ISLAND, ROUTE.id, {"red": space, "blue": ROUTE.spaces[2]}, {space: (rocked,)})
    assert (found[0].t_us, found[0].low_mt, found[0].rest_mt) == (812_000, 20.0, 34.9)
    assert math.isnan(found[1].low_mt)


def test_pawns_that_share_a_space_are_told_apart_only_where_its_sensors_agree() -> None:
    """A sensor that speaks for one of two pawns must neither hit nor clear the other."""
    gone = replace(REST, min_mt=0.0, last_mt=0.0)
    bare = Reading(0.1, 0.0, 0.3, 0.1, -1, False)
    for readings, pawns, verdict in (
        ((REST, REST), 2, Verdict.UNTOUCHED),
        ((gone, gone), 2, Verdict.TOUCHED),
        ((REST, gone), 2, Verdict.UNSURE),
        ((REST,), 2, Verdict.UNSURE),  # the other one stands where no sensor is
        ((gone,), 2, Verdict.UNSURE),
        ((bare, gone), 1, Verdict.TOUCHED),  # one pawn: the sensor that felt it speaks for it
        ((bare, REST), 1, Verdict.UNTOUCHED),
        ((bare,), 1, Verdict.UNSURE),
        ((), 1, Verdict.UNSURE),
    ):
        assert judge_space(readings, pawns)[0] is verdict, (readings, pawns)


def test_a_change_on_a_shared_space_far_off_the_route_is_asked_about_for_each_of_its_pawns() -> (
    None
):
    gone = replace(REST, min_mt=0.0, last_mt=0.0)
    found = detect(ISLAND, "I_E", {"red": "DOCK", "blue": "DOCK"}, {"DOCK": (gone,)})
    assert [f.reason for f in found] == [Reason.ASTRAY, Reason.ASTRAY]
    still = detect(ISLAND, "I_E", {"red": "DOCK", "blue": "DOCK"}, {"DOCK": (REST,)})
    assert [f.reason for f in still] == [Reason.FAR, Reason.FAR]
