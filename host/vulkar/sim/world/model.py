"""The MJCF text of one island, and the compiled model that all worlds of that island copy."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np

from vulkar.maps import IDOL, IslandMap
from vulkar.sim.world.lines import Array
from vulkar.sim.world.pads import Pad
from vulkar.sim.world.parts import (
    Box,
    CradlePlan,
    TurretPlan,
    plan_cradle,
    plan_plates,
    plan_turret,
)
from vulkar.sim.world.physics import STEP_US, Contact, Physics
from vulkar.sim.world.terrain import Terrain, build_terrain

# Collision bits: a pair meets if the contype of one and the conaffinity of the other share a bit.
MARBLE, PAWN, PAWNS, MARBLES = 1, 2, 4, 8
_FLOOR_MM = 40.0  # the table under the island
_RIM_MM = 30.0


@dataclass(frozen=True, slots=True)
class Built:
    """A compiled island with everything that a world needs to know about it."""

    model: Any
    terrain: Terrain
    turret: TurretPlan
    cradles: dict[str, CradlePlan]
    plates: dict[str, tuple[tuple[Box, ...], ...]]


def _m(*values: float) -> str:
    """Millimetres as metres, for MJCF."""
    return " ".join(f"{v / 1000:.7g}" for v in values)


def _v(*values: float) -> str:
    return " ".join(f"{v:.7g}" for v in values)


def contact_xml(c: Contact) -> str:
    return f'solref="{c.time_s:.6g} {c.damping:.6g}" solimp="0.95 0.99 0.0001"'


def _box(box: Box, bits: int, extra: str = "") -> str:
    return (
        f'<geom type="box" pos="{_m(*box.centre)}" xyaxes="{_v(*box.e1, *box.e2)}" '
        f'size="{_m(*box.half)}" contype="0" conaffinity="{bits}" {extra}/>'
    )


def pad_xml(m: IslandMap, p: Physics, pad: Pad) -> list[str]:
    g = m.geometry
    n = pad.normal
    e1 = np.array([1.0, 0.0, 0.0]) - n * n[0]
    e1 /= np.linalg.norm(e1)
    e2 = np.cross(n, e1)
    half = g.pad_mm / 2
    top = pad.centre
    # round, because the corners of square pads would reach under neighbouring pawns
    out = [
        f'<geom type="cylinder" pos="{_m(*(top - n * 2.0))}" zaxis="{_v(*n)}" '
        f'size="{_m(half, 2.0)}" contype="0" conaffinity="{PAWN}"/>'
    ]
    if m.spaces[pad.space].kind in ("pit", "water") or g.lip_mm <= 0:
        return out
    # the lip: eight sides whose inner circle touches the pad's edge but for half a millimetre
    inner, thick = half - 0.5, 1.0
    for k in range(8):
        a = np.pi / 4 * k
        outward = e1 * np.cos(a) + e2 * np.sin(a)
        centre = top + outward * (inner + thick / 2) + n * (g.lip_mm - 1.0) / 2
        span = (inner + thick) * np.tan(np.pi / 8)
        box = Box(centre, outward, np.cross(n, outward), (thick / 2, span, (g.lip_mm + 1.0) / 2))
        out.append(_box(box, PAWN))
    return out


def marble_xml(name: str, g: Any, p: Physics) -> str:
    c = p.marble
    friction = f"{c.friction:.6g} {p.marble_spin_mm / 1000:.6g} {p.marble_roll_mm / 1000:.6g}"
    return (
        f'<body name="marble_{name}"><freejoint/>'
        f'<geom name="marble_{name}" type="sphere" size="{_m(g.marble_mm / 2)}" '
        f'mass="{g.marble_g / 1000:.6g}" contype="{MARBLE | MARBLES}" conaffinity="{MARBLES}" '
        f'priority="1" condim="6" friction="{friction}" {contact_xml(c)}/></body>'
    )


def pawn_xml(k: int, m: IslandMap, p: Physics) -> str:
    g, b = m.geometry, p.body
    mass = g.pawn_g / 1000
    r, h = 0.45e-3 * b.belly_mm, g.pawn_height_mm / 1000
    across = mass * (3 * r * r + h * h) / 12
    base = g.pawn_base_mm / 2
    foot = base - b.edge_round_mm
    bulge = np.sqrt(max(1e-3, 1 - (2 * base / b.belly_mm) ** 2))
    half_height = b.belly_up_mm / bulge if bulge > 0.3 else g.pawn_height_mm / 2
    feet = "".join(
        f'<geom type="sphere" size="{_m(b.edge_round_mm)}" '
        f'pos="{_m(*_round(foot, 2 * np.pi * j / b.base_points), b.edge_round_mm)}"'
        f' contype="{PAWN}" conaffinity="0" mass="0"/>'
        for j in range(b.base_points)
    )
    return (
        f'<body name="pawn_{k}"><freejoint/>'
        f'<inertial pos="{_m(0, 0, b.centre_up_mm)}" mass="{mass:.6g}" '
        f'diaginertia="{across:.6g} {across:.6g} {mass * r * r / 2:.6g}"/>'
        f'<geom name="pawn_{k}" type="ellipsoid" pos="{_m(0, 0, b.belly_up_mm)}" '
        f'size="{_m(b.belly_mm / 2, b.belly_mm / 2, half_height)}" contype="0" conaffinity="0" '
        f'mass="0"/>{feet}'
        f'<geom name="belly_{k}" type="sphere" size="{_m(b.belly_mm / 2 - 0.1)}" '
        f'pos="{_m(0, 0, b.belly_up_mm)}" contype="{PAWN | PAWNS}" conaffinity="{PAWNS}" mass="0"/>'
        f'<geom name="head_{k}" type="sphere" size="{_m(b.head_mm / 2)}" '
        f'pos="{_m(0, 0, g.pawn_height_mm - b.head_mm / 2)}" contype="{PAWN | PAWNS}" '
        f'conaffinity="{PAWNS}" mass="0"/></body>'
    )


def _round(radius: float, angle: float) -> tuple[float, float]:
    return radius * float(np.cos(angle)), radius * float(np.sin(angle))


def mjcf(m: IslandMap, p: Physics, built: Built) -> str:
    """The island as MJCF; the heights themselves are filled in after compiling."""
    t = built.terrain
    rows, columns = t.heights.shape
    wide, deep = (columns - 1) * t.cell_mm / 2, (rows - 1) * t.cell_mm / 2
    world = [
        terrain_geom_xml(t),
        f'<geom name="table" type="box" pos="{_m(wide, deep, -_FLOOR_MM - 50)}" '
        f'size="2 2 0.05" contype="0" conaffinity="{MARBLE | PAWN}"/>',
    ]
    x, y = np.array([1.0, 0.0, 0.0]), np.array([0.0, 1.0, 0.0])
    for cx, cy, hx, hy in (
        (-2, deep, 2, deep + 4),
        (2 * wide + 2, deep, 2, deep + 4),
        (wide, -2, wide + 4, 2),
        (wide, 2 * deep + 2, wide + 4, 2),
    ):
        rim = Box(np.array([cx, cy, _RIM_MM - 50.0]), x, y, (hx, hy, 100.0))
        world.append(_box(rim, MARBLE | PAWN))
    for pad in t.pads:
        world += pad_xml(m, p, pad)
    at = built.turret.origin
    for box in built.turret.ring:
        world.append(_box(Box(box.centre + at, box.e1, box.e2, box.half), MARBLE | PAWN))
    moving: list[tuple[str, Array, tuple[Box, ...], int]] = [
        ("turret", at, built.turret.spout, MARBLE),
        ("gate_idol", at, (built.turret.plate,), MARBLE),
    ]
    moving += [(f"cradle_{c.source}", c.origin, c.boxes, MARBLE) for c in built.cradles.values()]
    for name, sides in built.plates.items():
        moving += [(f"plate_{name}_{k}", np.zeros(3), side, MARBLE) for k, side in enumerate(sides)]
    for name, origin, boxes, bits in moving:
        inner = "".join(_box(b, bits) for b in boxes)
        world.append(f'<body name="{name}" pos="{_m(*origin)}">{inner}</body>')
    world += [marble_xml(s, m.geometry, p) for s in m.sources]
    world += [pawn_xml(k, m, p) for k in range(p.pawn_count)]
    c = p.marble_pawn
    friction = f"{c.friction} {c.friction} 0.00005 0.00004 0.00004"
    pairs = "".join(
        f'<pair geom1="marble_{s}" geom2="pawn_{k}" condim="4" friction="{friction}" '
        f"{contact_xml(c)}/>"
        for s in m.sources
        for k in range(p.pawn_count)
    )
    return mjcf_frame(p, terrain_asset_xml(t), "".join(world), pairs)


def terrain_asset_xml(t: Terrain) -> str:
    """The height field as an asset; :func:`fill_terrain` gives it its heights."""
    rows, columns = t.heights.shape
    wide, deep = (columns - 1) * t.cell_mm / 2, (rows - 1) * t.cell_mm / 2
    span = float(t.heights.max() - t.heights.min())
    return (
        f'<asset><hfield name="island" nrow="{rows}" ncol="{columns}" '
        f'size="{_m(wide, deep, span, 30.0)}"/></asset>'
    )


def terrain_geom_xml(t: Terrain) -> str:
    """The height field as a geom whose south-west corner is the origin."""
    rows, columns = t.heights.shape
    wide, deep = (columns - 1) * t.cell_mm / 2, (rows - 1) * t.cell_mm / 2
    return (
        f'<geom name="terrain" type="hfield" hfield="island" '
        f'pos="{_m(wide, deep, float(t.heights.min()))}" '
        f'contype="0" conaffinity="{MARBLE | PAWN}"/>'
    )


def fill_terrain(model: Any, t: Terrain) -> None:
    """Writes the heights into a compiled model."""
    low, high = float(t.heights.min()), float(t.heights.max())
    model.hfield_data[:] = ((t.heights - low) / (high - low)).ravel()


def mjcf_frame(p: Physics, assets: str, world: str, pairs: str) -> str:
    """The options and defaults around a world; benches of the tests share it."""
    return (
        '<mujoco><compiler angle="radian" autolimits="true"/>'
        f'<option timestep="{STEP_US / 1e6}" integrator="implicitfast" cone="elliptic" '
        f'sleep_tolerance="{p.sleep_tolerance}"><flag sleep="enable"/></option>'
        '<size memory="24M"/>'
        f'<default><geom condim="3" friction="{p.pawn.friction} 0.00005 0.00004" '
        f"{contact_xml(p.pawn)}/></default>{assets}"
        f"<worldbody>{world}</worldbody><contact>{pairs}</contact></mujoco>"
    )


def build(m: IslandMap, p: Physics) -> Built:
    """Terrain, parts and compiled model of an island."""
    terrain = build_terrain(m, p)
    built = Built(
        None,
        terrain,
        plan_turret(m, p, terrain),
        {s: plan_cradle(m, p, terrain, s) for s in m.sources if s != IDOL},
        {d.id: plan_plates(m, terrain, d) for d in m.diverters.values()},
    )
    model = mujoco.MjModel.from_xml_string(mjcf(m, p, built))
    fill_terrain(model, terrain)
    return Built(model, terrain, built.turret, built.cradles, built.plates)


def built_for(m: IslandMap, p: Physics) -> Built:
    """As :func:`build`, but kept for each map object and physics; the model is a fresh copy."""
    kept = m.once(build, p)
    return Built(copy.copy(kept.model), kept.terrain, kept.turret, kept.cradles, kept.plates)


__all__ = ["MARBLE", "MARBLES", "PAWN", "PAWNS", "Built", "build", "built_for", "mjcf"]
