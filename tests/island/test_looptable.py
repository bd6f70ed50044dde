"""The closed loop's arrangement and its table, without rolling."""

from __future__ import annotations

from collections import Counter

from vulkar.island.detect import distance_mm, watched
from vulkar.maps import load
from vulkar.sim.arrange import BESIDE_MM, arrange
from vulkar.sim.closedloop import Row
from vulkar.sim.looptable import short, tabulate, wrong

ISLAND = load("classic")


def row(truth: str, reported: str, number: int = 0, **more: object) -> Row:
    fields: dict[str, object] = {
        "number": number,
        "kind": "single",
        "route": "I_S",
        "pawn": "red",
        "space": ISLAND.routes["I_S"].spaces[0],
        "on_route": True,
        "first": truth != "missed",
        "truth": truth,
        "contact_us": -1 if truth == "missed" else 900_000,
        "shift_mm": 0.0,
        "tilt_deg": 0.0,
        "reported": reported,
        "word": reported == "touched",
        "reason": "quiet",
        "low_mt": 0.0,
        "rest_mt": 0.0,
        "rest_us": 3_000_000,
        "marble": "returned",
    }
    return Row(**{**fields, **more})  # type: ignore[arg-type]


def test_a_roll_is_arranged_by_its_number_alone() -> None:
    assert arrange(ISLAND, 7, 40) == arrange(ISLAND, 7, 40)
    assert arrange(ISLAND, 7, 40) != arrange(ISLAND, 8, 40)


def test_every_route_is_rolled_and_no_two_pawns_share_a_space() -> None:
    setups = [arrange(ISLAND, 1, number) for number in range(150)]
    assert set(Counter(setup.route for setup in setups)) == set(ISLAND.routes)
    for setup in setups:
        spaces = list(setup.standing.values())
        assert len(set(spaces)) == len(spaces)
        route = ISLAND.routes[setup.route].spaces
        assert spaces[0] in route
        for space in spaces:
            assert watched(ISLAND, space)
            assert min(distance_mm(ISLAND, space, other) for other in route) <= BESIDE_MM


def test_the_table_counts_truth_against_report() -> None:
    rows = [
        row("missed", "untouched", 1),
        row("moved", "touched", 2),
        row("grazed", "untouched", 3),
        row("grazed", "touched", 4),
        row("grey", "asked", 5),
    ]
    result = tabulate(rows, ISLAND)
    assert result["rolls"] == 5
    assert result["table"]["grey"] == {"touched": 0, "untouched": 0, "asked": 1}
    assert result["grazes_unseen_share"] == 0.5
    assert result["first_contacts_on_trails"] == 4
    assert result["first_contacts_seen_share"] == 0.75
    assert wrong(result) == []


def test_an_invented_hit_and_a_silent_miss_are_both_wrong() -> None:
    assert wrong(tabulate([row("missed", "touched")], ISLAND)) == [
        "1 missed pawns reported touched"
    ]
    assert wrong(tabulate([row("moved", "untouched")], ISLAND)) == [
        "1 moved pawns reported untouched"
    ]


def test_a_campaign_that_is_too_small_or_too_unsure_says_so() -> None:
    rows = [row("missed", "untouched", n) for n in range(200)]
    rows += [row("moved", "touched", n) for n in range(200)]
    rows += [row("grey", "asked", n) for n in range(50)]
    assert short(tabulate(rows, ISLAND)) == []
    assert short(tabulate(rows[1:], ISLAND)) == ["only 199 missed, 200 are wanted"]
    unsure = [row("moved", "asked", n) for n in range(5)]
    assert short(tabulate(rows + unsure, ISLAND)) == ["1.23% of missed and moved are unsure"]
    unseen = [row("grazed", "untouched", n) for n in range(100)]
    assert short(tabulate(rows + unseen, ISLAND)) == ["only 71.4% of first contacts seen"]
