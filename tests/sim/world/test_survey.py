"""The survey counts what its rolls did, and its bounds are Wilson's."""

from __future__ import annotations

import csv
import dataclasses
import io
from pathlib import Path

import pytest
from rich.console import Console

from vulkar.maps import IslandMap
from vulkar.sim.survey import Share, print_survey, run_survey


@pytest.mark.parametrize(
    ("good", "total", "low", "high"),
    # from the closed form, worked out by hand for 189/200; 0/10 and 10/10 are mirror images
    [(189, 200, 0.9041, 0.9690), (10, 10, 0.7225, 1.0), (0, 10, 0.0, 0.2775)],
)
def test_wilson_bounds(good: int, total: int, low: float, high: float) -> None:
    assert Share(good, total).wilson == pytest.approx((low, high), abs=2e-4)


def test_a_survey_of_one_route_with_touches(island: IslandMap, tmp_path: Path) -> None:
    routes = {"D_CH": dataclasses.replace(island.routes["D_CH"], spaces=("FC5",))}
    # the rest of the map stays: only the list of what is rolled is shorter
    small = dataclasses.replace(island, routes={**island.routes, **routes})
    result = run_survey(small, seeds=1, touch=1, processes=1, routes=("D_CH",))
    assert list(result.arrived) == ["D_CH"] and result.arrived["D_CH"] == Share(1, 1)
    assert [(t.route, t.space) for t in result.touches] == [("D_CH", "FC5")]
    assert result.touches[0].contacts == Share(1, 1) and result.seen == Share(1, 1)
    text = io.StringIO()
    target = tmp_path / "survey.csv"
    print_survey(result, Console(file=text, width=120), target)
    assert "D_CH" in text.getvalue() and "Seen by a hall: 1 of 1" in text.getvalue()
    rows = list(csv.DictReader(target.open(encoding="utf-8")))
    assert [r["route"] for r in rows] == ["D_CH", "D_CH"]
    assert rows[0]["arrived"] == "1" and rows[1]["space"] == "FC5"
