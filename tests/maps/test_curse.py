"""Our island for the 2018 game: what its file promises to the rules."""

from __future__ import annotations

import tomllib
from collections import Counter

from vulkar import maps
from vulkar.maps import author_curse
from vulkar.maps.check_graph import steps
from vulkar.maps.model import IDOL

ISLAND = maps.load("curse")


def test_the_file_is_what_its_description_gives() -> None:
    data = tomllib.loads((author_curse.HERE / "data" / "curse.toml").read_text(encoding="utf-8"))
    text = "\n".join(author_curse.write(author_curse.draw(data))) + "\n"
    assert (author_curse.HERE / "curse.toml").read_text(encoding="utf-8") == text


def test_it_holds_the_totals_of_the_rulebook() -> None:
    """36 treasures, 12 snapshots of three colours, 7 trees, 6 embers, a ladder and two bridges."""
    assert sum(u.tokens for u in ISLAND.urns.values()) == 36
    assert [s.cards for s in ISLAND.snapshots.values()] == [4, 4, 4]
    assert len(ISLAND.diverters) == 7
    assert len(ISLAND.sources) == 1 + 6
    assert sum(s.kind == "bridge" for s in ISLAND.spaces.values()) == 3


def test_every_number_of_the_die_has_two_caves() -> None:
    assert Counter(c.number for c in ISLAND.caves.values()) == dict.fromkeys(range(1, 7), 2)
    assert len({c.space for c in ISLAND.caves.values()}) == 12


def test_each_region_has_two_places_for_its_photograph() -> None:
    zones = {
        i: {ISLAND.spaces[s].zone for s in shot.spaces} for i, shot in ISLAND.snapshots.items()
    }
    assert zones == {"red": {"summit"}, "blue": {"beach"}, "yellow": {"scar"}}
    assert all(len(s.spaces) == 2 for s in ISLAND.snapshots.values())


def test_no_trail_space_is_a_dead_end_without_a_cave() -> None:
    doors = {s for c in ISLAND.caves.values() for s in c.entered_from}
    for s in ISLAND.spaces.values():
        if s.kind in ("cell", "stone", "bridge"):
            assert len(ISLAND.neighbours(s.id)) >= 2 or s.id in doors, s.id


def test_a_cataclysm_can_go_two_ways_from_each_facing_and_an_ember_leaves_each_pit() -> None:
    for facing in ISLAND.idol.facings.values():
        assert len(facing.routes) == 2
    embers = [r for r in ISLAND.routes.values() if r.source != IDOL]
    assert {r.source for r in embers} == set(ISLAND.sources) - {IDOL}


def test_everything_that_is_sought_is_within_reach_of_the_helicopter() -> None:
    far = steps(ISLAND, ISLAND.start)
    sought = [s for u in ISLAND.urns.values() for s in u.spaces]
    sought += [s for shot in ISLAND.snapshots.values() for s in shot.spaces]
    assert max(far[s] for s in (*sought, ISLAND.jewel)) <= 25
