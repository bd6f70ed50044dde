"""Pawns on real pads: they stand, tip and slide where paper says, and truth tells what happened."""

from __future__ import annotations

import math

import pytest

from vulkar.errors import VulkarError
from vulkar.maps import IslandMap
from vulkar.sim.world import World
from vulkar.sim.world.roll import roll_route, settle
from vulkar.sim.world.truth import classify

COLOURS = ("red", "blue", "green", "yellow")


def test_a_pawn_stands_still_on_every_space(island: IslandMap) -> None:
    world = World(island, 3)
    spaces = [s.id for s in island.spaces.values() if s.kind not in ("pit", "water")]
    for k in range(0, len(spaces), 4):
        group = dict(zip(COLOURS, spaces[k : k + 4], strict=False))
        for pawn in COLOURS:
            world.lift(pawn)
        for pawn, space in group.items():
            world.place(pawn, space, 0.8, -0.8, 1.0)
        before = {p: world.pose(p) for p in group}
        assert not world.asleep  # hands disturb it: it has to settle by itself
        settle(world, 2_000_000)
        assert world.asleep
        for pawn, space in group.items():
            a, b = before[pawn], world.pose(pawn)
            assert a is not None and b is not None
            assert math.dist(a[:3], b[:3]) < 0.3 and b[3] < 1.0, space


def test_four_pawns_share_the_start(island: IslandMap) -> None:
    world = World(island, 1)
    for pawn in COLOURS:
        world.place(pawn, island.start)
    settle(world, 1_000_000)
    poses = [world.pose(p) for p in COLOURS]
    for k, a in enumerate(poses):
        for b in poses[:k]:
            assert a is not None and b is not None and math.dist(a[:2], b[:2]) > 18.0


def tilting(island: IslandMap, friction: float | None) -> World:
    """A world with a pawn on a level pad, optionally with another friction under its feet."""
    world = World(island, 1)
    world.place("red", "WT3")
    if friction is not None:
        for g in range(world._model.ngeom):
            world._model.geom_friction[g, 0] = friction
    settle(world, 1_000_000)
    world._model.opt.sleep_tolerance = 0.0  # a pawn that only just slides must not fall asleep
    return world


def lean(world: World, degrees: float) -> None:
    """Turns gravity instead of the board, toward +x."""
    a = math.radians(degrees)
    world._model.opt.gravity[:] = (9.81 * math.sin(a), 0.0, -9.81 * math.cos(a))
    world._data.qvel[6 * world._pawns.known["red"].body] += 1e-9
    world._bodies.disturbed = True


def test_a_pawn_tips_at_its_static_angle(island: IslandMap) -> None:
    body, g = World(island, 1).physics.body, island.geometry
    # it turns about the middle of the rounded edge
    arm = g.pawn_base_mm / 2 - body.edge_round_mm
    expected = math.degrees(math.atan2(arm, body.centre_up_mm - body.edge_round_mm))
    world = tilting(island, friction=3.0)
    angle = expected - 3.0
    while angle < expected + 3.0:
        lean(world, angle)
        world.advance(world.now_us + 150_000)
        pose = world.pose("red")
        assert pose is not None
        if pose[3] > 20.0:
            break
        angle += 0.25
    assert angle == pytest.approx(expected, abs=1.0)


def test_a_pawn_slides_at_the_angle_of_friction(island: IslandMap) -> None:
    world = tilting(island, friction=None)
    expected = math.degrees(math.atan(world.physics.pawn.friction))
    start = world.pose("red")
    assert start is not None
    for off, slides in ((-0.3, False), (0.3, True)):
        lean(world, expected + off)
        world.advance(world.now_us + 400_000)
        now = world.pose("red")
        assert now is not None
        assert (math.dist(start[:2], now[:2]) > 0.8) is slides


def test_a_direct_hit_moves_the_pawn_and_its_hall_sees_it(island: IslandMap) -> None:
    hit = roll_route(island, "D_BE", 5, {"red": "SB7"}).pawns["red"]
    assert hit.truth.kind == "moved" and hit.truth.by == "marble:D"
    assert hit.seen and hit.truth.contact_us > 0


def test_a_pawn_beside_the_route_is_missed(island: IslandMap) -> None:
    rolled = roll_route(island, "D_BE", 5, {"red": "C3_2", "blue": "C6_1"})
    assert rolled.arrived
    for pawn in rolled.pawns.values():
        assert pawn.truth.kind == "missed" and pawn.truth.contact_us == -1 and not pawn.seen
        assert pawn.truth.shift_mm < 0.5 and pawn.truth.max_tilt_deg < 1.0


def test_a_pawn_pushed_by_a_pawn_is_touched_by_it(island: IslandMap) -> None:
    rolled = roll_route(island, "B_N", 3, {"red": "TA5", "blue": "TA6"})
    assert rolled.pawns["red"].truth.by == "marble:B"
    assert rolled.pawns["blue"].truth.by == "pawn:red"


@pytest.mark.parametrize(
    ("touched", "shift_mm", "tilt_deg", "kind"),
    [
        (False, 0.0, 0.0, "missed"),
        (False, 9.0, 0.0, "missed"),  # nobody touched it: what moved it was no fireball
        (True, 0.0, 0.0, "grazed"),
        (True, 1.99, 44.0, "grazed"),
        (True, 2.0, 0.0, "grey"),
        (True, 6.0, 45.0, "grey"),
        (True, 6.01, 0.0, "moved"),
        (True, 0.0, 45.1, "moved"),
    ],
)
def test_classes_of_truth(touched: bool, shift_mm: float, tilt_deg: float, kind: str) -> None:
    assert classify(touched, shift_mm, tilt_deg) == kind


def test_refusals_name_what_is_wrong(island: IslandMap) -> None:
    world = World(island, 1)
    with pytest.raises(VulkarError, match="No pawn can stand on NOWHERE"):
        world.place("red", "NOWHERE")
    for pawn in COLOURS:
        world.place(pawn, island.start)
    with pytest.raises(VulkarError, match="no room for pawn purple"):
        world.place("purple", "WT1")
    world.advance(1000)
    with pytest.raises(VulkarError, match="Time does not run backwards"):
        world.advance(500)
