"""What a map file may hold, checked by pydantic at the edge and turned into the frozen model."""

from __future__ import annotations

import itertools
import math
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from vulkar.maps import model as m

Xyz = tuple[float, float, float]
Positive = Annotated[float, Field(gt=0)]


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class _Slot(_Row):
    sensor: bool
    dx_mm: float = 0.0
    dy_mm: float = 0.0


class _Space(_Row):
    name: str
    kind: m.Kind
    zone: str | None = None
    dark: bool = False
    safe: bool = False
    rock_chip: str | None = None
    x_mm: float
    y_mm: float
    z_mm: float
    slots: list[_Slot]


class _Cave(_Row):
    space: str
    entered_from: list[str]
    number: Annotated[int, Field(gt=0)] | None = None  # the key, unless it is said


class _Urn(_Row):
    name: str
    spaces: Annotated[list[str], Field(min_length=1)]
    tokens: Annotated[int, Field(gt=0)]


class _Snapshot(_Row):
    name: str
    spaces: Annotated[list[str], Field(min_length=1)]
    cards: Annotated[int, Field(gt=0)]


class _Area(_Row):
    name: str
    kind: m.AreaKind
    ends: Annotated[list[str], Field(min_length=1)]


class _Exit(_Row):
    space: str
    exit_to: str


class _Links(_Row):
    chains: list[list[str]]


class _Board(_Row):
    width_mm: Positive
    depth_mm: Positive
    sensors: Annotated[int, Field(ge=0)]


class _Steps(_Row):
    start_to_jewel: Annotated[int, Field(gt=0)]
    jewel_to_goal: Annotated[int, Field(gt=0)]


class _Geometry(_Row):
    pad_mm: Positive
    pad_proud_mm: Positive
    lip_mm: Positive
    socket_mm: Positive
    trough_mm: Positive
    wall_mm: Positive
    dish_mm: Positive
    fillet_mm: Positive
    tray_radius_mm: Positive
    tray_depth_mm: Positive
    tray_wall_mm: Positive
    pawn_base_mm: Positive
    pawn_height_mm: Positive
    pawn_g: Positive
    marble_mm: Positive
    marble_g: Positive


class _Facing(_Row):
    compass_deg: Annotated[float, Field(ge=0, lt=360)]
    tolerance_deg: Positive
    routes: list[str]


class _Idol(_Row):
    x_mm: float
    y_mm: float
    mouth_radius_mm: Positive
    mouth_z_mm: float
    facings: dict[str, _Facing]


class _Source(_Row):
    x_mm: float
    y_mm: float
    z_mm: float


class _Diverter(_Row):
    x_mm: float
    y_mm: float
    ways: Annotated[list[str], Field(min_length=2, max_length=2)]


class _Route(_Row):
    name: str
    source: str
    facing: str | None = None
    push: str | None = None
    diverters: dict[str, str] = {}
    spaces: list[str]
    rest: Annotated[list[float], Field(min_length=3, max_length=3)]
    polyline: Annotated[
        list[Annotated[list[float], Field(min_length=3, max_length=3)]], Field(min_length=2)
    ]


class MapFile(_Row):
    """The file as a whole; unknown keys are refused."""

    format: Literal[1]
    id: str
    name: str
    start: str
    goal: str
    jewel: str
    board: _Board
    steps: _Steps
    geometry: _Geometry
    spaces: dict[str, _Space]
    links: _Links
    caves: dict[Annotated[str, Field(pattern=r"^[1-9][0-9]*$")], _Cave] = {}
    pits: dict[str, _Exit] = {}
    water: _Exit | None = None
    zones: dict[str, str]
    idol: _Idol
    sources: dict[str, _Source]
    diverters: dict[str, _Diverter] = {}
    routes: dict[str, _Route]
    urns: dict[str, _Urn] = {}
    snapshots: dict[str, _Snapshot] = {}
    areas: dict[str, _Area] = {}

    def freeze(self) -> m.IslandMap:
        """The model. References are not resolved here: see :mod:`vulkar.maps.check`."""
        spaces = {
            i: m.Space(
                i,
                s.name,
                s.kind,
                s.zone,
                s.dark,
                s.safe,
                s.rock_chip,
                s.x_mm,
                s.y_mm,
                s.z_mm,
                tuple(m.Slot(t.sensor, t.dx_mm, t.dy_mm) for t in s.slots),
            )
            for i, s in self.spaces.items()
        }
        links = tuple((a, b) for c in self.links.chains for a, b in itertools.pairwise(c))
        return m.IslandMap(
            id=self.id,
            name=self.name,
            width_mm=self.board.width_mm,
            depth_mm=self.board.depth_mm,
            sensors=self.board.sensors,
            steps=m.Steps(self.steps.start_to_jewel, self.steps.jewel_to_goal),
            spaces=spaces,
            links=links,
            caves={
                int(n): m.Cave(c.number or int(n), c.space, tuple(c.entered_from))
                for n, c in self.caves.items()
            },
            pits={z: m.Pit(z, p.space, p.exit_to) for z, p in self.pits.items()},
            zones=dict(self.zones),
            water=m.Water(self.water.space, self.water.exit_to) if self.water else None,
            start=self.start,
            goal=self.goal,
            jewel=self.jewel,
            idol=m.Idol(
                self.idol.x_mm,
                self.idol.y_mm,
                self.idol.mouth_radius_mm,
                self.idol.mouth_z_mm,
                {
                    i: m.Facing(i, f.compass_deg, f.tolerance_deg, tuple(f.routes))
                    for i, f in self.idol.facings.items()
                },
            ),
            sources={i: m.Source(i, s.x_mm, s.y_mm, s.z_mm) for i, s in self.sources.items()},
            diverters={
                i: m.Diverter(i, d.x_mm, d.y_mm, (d.ways[0], d.ways[1]))
                for i, d in self.diverters.items()
            },
            routes={i: _route(i, r) for i, r in self.routes.items()},
            geometry=m.Geometry(**self.geometry.model_dump()),
            urns={i: m.Urn(i, u.name, tuple(u.spaces), u.tokens) for i, u in self.urns.items()},
            snapshots={
                i: m.Snapshot(i, s.name, tuple(s.spaces), s.cards)
                for i, s in self.snapshots.items()
            },
            areas={i: m.Area(i, a.name, a.kind, tuple(a.ends)) for i, a in self.areas.items()},
            _near=m.adjacency(spaces, links),
        )


def _point(p: list[float]) -> Xyz:
    return p[0], p[1], p[2]


def _route(route: str, r: _Route) -> m.Route:
    line = tuple(_point(p) for p in r.polyline)
    return m.Route(
        id=route,
        name=r.name,
        source=r.source,
        facing=r.facing,
        push=r.push,
        diverters=dict(r.diverters),
        spaces=tuple(r.spaces),
        polyline=line,
        rest=_point(r.rest),
        length_mm=sum(math.dist(a, b) for a, b in itertools.pairwise(line)),
    )
