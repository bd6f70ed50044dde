"""Small benches built from the product's own marble, pawn, contacts and terrain builder."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import mujoco
import numpy as np

from vulkar.maps import IslandMap, Route
from vulkar.sim.world.model import (
    contact_xml,
    fill_terrain,
    marble_xml,
    mjcf_frame,
    terrain_asset_xml,
    terrain_geom_xml,
)
from vulkar.sim.world.physics import DEFAULT
from vulkar.sim.world.terrain import Terrain, build_terrain

G = 9.81


def marble_on(world: str, island: IslandMap, assets: str = "", rolls_freely: bool = False) -> Any:
    """A model with one marble and ``world``; ``rolls_freely`` = without rolling friction."""
    marble = marble_xml("test", island.geometry, DEFAULT)
    if rolls_freely:
        assert 'condim="6"' in marble
        marble = marble.replace('condim="6"', 'condim="3"')
    text = mjcf_frame(DEFAULT, assets, world + marble, "")
    return mujoco.MjModel.from_xml_string(text)


def ramp(angle_deg: float) -> str:
    """A long plane through the origin that falls toward +x."""
    half = math.radians(angle_deg) / 2
    return (
        f'<geom type="plane" size="5 5 0.1" quat="{math.cos(half)} 0 {math.sin(half)} 0" '
        'contype="0" conaffinity="3"/>'
    )


def straight_channel(island: IslandMap, slope_deg: float, length_mm: float = 300.0) -> Terrain:
    """The terrain builder's channel for one straight route that falls toward +x."""
    fall = math.tan(math.radians(slope_deg))
    xs = np.arange(60.0, 60.0 + length_mm + 1, 8.0)
    top = length_mm * fall + 30.0
    line = tuple((float(x), 75.0, top - float(x - xs[0]) * fall) for x in xs)
    route = Route("T", "test", "A", None, None, {}, (), line, line[-1], length_mm)
    spaces = {"WT1": dataclasses.replace(island.spaces["WT1"], x_mm=20.0, y_mm=20.0)}
    bare = dataclasses.replace(
        island,
        width_mm=length_mm + 120.0,
        depth_mm=150.0,
        spaces=spaces,
        sources={},
        diverters={},
        routes={"T": route},
    )
    return build_terrain(bare, DEFAULT)


def channel_model(island: IslandMap, terrain: Terrain) -> Any:
    """A marble and a height field."""
    model = marble_on(
        terrain_geom_xml(terrain), island, terrain_asset_xml(terrain), rolls_freely=True
    )
    fill_terrain(model, terrain)
    return model


def bounce(contact: str, island: IslandMap, height_mm: float = 50.0) -> float:
    """Restitution of the marble dropped on a plate whose pair has the given contact text."""
    radius = island.geometry.marble_mm / 2000
    world = (
        '<geom name="plate" type="box" size=".1 .1 .01" pos="0 0 -0.01" contype="0" '
        'conaffinity="0"/>' + marble_xml("test", island.geometry, DEFAULT)
    )
    pair = f'<pair geom1="marble_test" geom2="plate" {contact}/>'
    model = mujoco.MjModel.from_xml_string(mjcf_frame(DEFAULT, "", world, pair))
    data = mujoco.MjData(model)
    data.qpos[2] = radius + height_mm / 1000
    fastest = back = 0.0
    for _ in range(2000):
        mujoco.mj_step(model, data)
        fastest = max(fastest, -float(data.qvel[2]))
        back = max(back, float(data.qvel[2]))
        if back > 0 and data.qvel[2] < 0:
            break
    return back / fastest


__all__ = ["G", "bounce", "channel_model", "contact_xml", "marble_on", "ramp", "straight_channel"]
