"""The cursed island's board: every part of its map is wired, and an ember rolls down its route."""

from __future__ import annotations

from vulkar import maps
from vulkar.devices.board import load_board
from vulkar.sim.boardwire import wiring_of
from vulkar.sim.world.roll import roll_route

ISLAND = maps.load("curse")


def test_every_source_tree_and_sensor_of_the_map_is_wired() -> None:
    board = load_board("curse")
    wiring = wiring_of(board, ISLAND)
    assert {g.source for g in wiring.gates.values()} == set(ISLAND.sources)
    assert {d.id for d in wiring.diverters.values()} == set(ISLAND.diverters)
    assert len(wiring.hall_address) == ISLAND.sensors == 90
    assert sorted(wiring.hall_address) == list(range(90))


def test_a_pit_with_one_way_out_opens_toward_it() -> None:
    gates = {g.source: g for g in wiring_of(load_board("curse"), ISLAND).gates.values()}
    gate = gates["E60"]
    assert gate.minus_us == 1000 and gate.plus_us == 2000 and gate.closed_us == 1500


def test_a_marble_of_the_idol_and_an_ember_come_home() -> None:
    for route in ("I150_right", "E0_bent"):
        assert roll_route(ISLAND, route, seed=4).arrived, route
