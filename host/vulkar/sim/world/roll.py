"""One roll on a world of its own, with ideal servos: for surveys, calibration and tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from vulkar.maps import IDOL, IslandMap
from vulkar.sim.world.physics import DEFAULT, Physics
from vulkar.sim.world.truth import Truth
from vulkar.sim.world.world import World

SCAN_US: Final = 10_000  # the firmware's fast scan
OPEN_US: Final = 600_000  # how long a gate stays open
LIMIT_US: Final = 15_000_000
SEEN_SHARE: Final = 0.25
GONE_MT: Final = 8.0
_HAND_MM: Final = 0.7  # standard deviation of where people put a pawn, cut at 2 mm


@dataclass(frozen=True, slots=True)
class PawnRoll:
    """What a roll did to one pawn, and whether its hall would have told."""

    space: str
    truth: Truth
    seen: bool
    speed_m_s: float  # of the marble at the first contact; nan where none


@dataclass(frozen=True, slots=True)
class RollOutcome:
    """Where a roll ended. ``arrived``: the marble rests in the tray of the route."""

    route: str
    seed: int
    left: bool
    arrived: bool
    end_mm: tuple[float, float, float]
    roll_s: float
    pawns: dict[str, PawnRoll]


def prepare(world: World, route: str, aim_off_deg: float = 0.0) -> float:
    """Loads the marble, aims, lets everything settle; returns the opening that releases it."""
    m = world.map
    r = m.routes[route]
    for diverter, way in r.diverters.items():
        world.set_diverter(diverter, float(m.diverters[diverter].ways.index(way)))
    if r.facing is not None:
        world.turret_deg = m.idol.facings[r.facing].compass_deg + aim_off_deg
    world.load_marble(r.source)
    settle(world, 3_000_000)
    if r.source == IDOL:
        return 1.0
    return -1.0 if world.ways(r.source)[0] == (r.push or r.id) else 1.0


def settle(world: World, limit_us: int) -> None:
    """Goes on until nothing moves, at most for ``limit_us``."""
    end = world.now_us + limit_us
    world.advance(world.now_us + SCAN_US)
    while not world.asleep and world.now_us < end:
        world.advance(world.now_us + 5 * SCAN_US)


def in_tray(m: IslandMap, route: str, at_mm: tuple[float, float, float]) -> bool:
    """Whether a marble at that place lies in the tray of a route."""
    x, y, z = m.routes[route].rest
    off = float(np.hypot(at_mm[0] - x, at_mm[1] - y))
    return off < m.geometry.tray_radius_mm and at_mm[2] < z


def roll_route(
    m: IslandMap,
    route: str,
    seed: int,
    standing: dict[str, str] | None = None,
    physics: Physics = DEFAULT,
    aim_off_deg: float = 0.0,
) -> RollOutcome:
    """Builds a world, stands pawns (pawn -> space) as hands do, rolls one marble to rest."""
    world = World(m, seed, physics)
    hands = np.random.default_rng([seed, 1])
    for pawn, space in (standing or {}).items():
        dx, dy = np.clip(hands.normal(0.0, _HAND_MM, 2), -1.4, 1.4)
        world.place(pawn, space, float(dx), float(dy), float(hands.uniform(0, 2 * np.pi)))
    opening = prepare(world, route, aim_off_deg)
    source = m.routes[route].source
    world.mark()
    order = {key: k for k, key in enumerate(m.sensored())}
    index = {p: order.get((s, 0), -1) for p, s in (standing or {}).items()}
    base = world.field_mt()
    low_for: dict[str, int] = dict.fromkeys(index, 0)
    seen: dict[str, bool] = dict.fromkeys(index, False)
    speed: dict[str, float] = dict.fromkeys(index, float("nan"))
    start = world.now_us
    world.set_gate(source, opening)
    before = world.marbles[source]
    rate = 0.0
    while world.now_us < start + LIMIT_US:
        if world.now_us - start >= OPEN_US:
            world.set_gate(source, 0.0)
            if world.asleep:
                break
        world.advance(world.now_us + SCAN_US)
        here = world.marbles[source]
        if not index:
            continue
        field = world.field_mt()
        for pawn, k in index.items():
            if k < 0:
                continue
            off = abs(field[k] - base[k]) >= SEEN_SHARE * base[k]
            low_for[pawn] = low_for[pawn] + 1 if off else 0
            seen[pawn] = seen[pawn] or low_for[pawn] >= 2
        for pawn, t in world.truth().items():
            if t.contact_us >= 0 and np.isnan(speed[pawn]):
                speed[pawn] = rate
        rate = float(np.linalg.norm(np.subtract(here, before))) / (SCAN_US / 1000.0)
        before = here
    field = world.field_mt()
    pawns = {
        p: PawnRoll((standing or {})[p], t, seen[p] or bool(field[index[p]] < GONE_MT), speed[p])
        for p, t in world.truth().items()
    }
    end = world.marbles[source]
    return RollOutcome(
        route,
        seed,
        not world.marble_home(source),
        in_tray(m, route, end),
        end,
        (world.now_us - start) / 1e6,
        pawns,
    )
