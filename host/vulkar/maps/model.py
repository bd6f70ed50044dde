"""One island as data: frozen, typed, in millimetres (x east, y north, z above the water).

Read with :func:`vulkar.maps.load`; the file format is described in docs/reference/maps.md.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias, TypeVar

Kind: TypeAlias = Literal["cell", "stone", "bridge", "end", "cave", "pit", "water"]
AreaKind: TypeAlias = Literal["river", "lava", "odd"]
Point: TypeAlias = tuple[float, float, float]
T = TypeVar("T")

IDOL: Final = "idol"  # the id of the source on top of the volcano


@dataclass(frozen=True, slots=True)
class Slot:
    """Room for one pawn on a space; ``dx_mm, dy_mm`` from the space's centre to its base centre."""

    sensor: bool
    dx_mm: float = 0.0
    dy_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Space:
    """A place for pawns. ``z_mm`` is the ground (the channel's floor where a route passes).

    ``zone`` is the letter of the pit that a pawn hit here falls into; ``None`` on bridges (water)
    and where no fireball comes. ``rock_chip`` is the letter of the pit that is left by this space.
    """

    id: str
    name: str
    kind: Kind
    zone: str | None
    dark: bool
    safe: bool
    rock_chip: str | None
    x_mm: float
    y_mm: float
    z_mm: float
    slots: tuple[Slot, ...]

    @property
    def spots(self) -> tuple[tuple[float, float], ...]:
        """(x, y) of each slot in mm."""
        return tuple((self.x_mm + slot.dx_mm, self.y_mm + slot.dy_mm) for slot in self.slots)


@dataclass(frozen=True, slots=True)
class Cave:
    """A numbered cave; ``entered_from`` is empty for one that no trail reaches.

    A map's key of a cave is its number, unless several share it.
    """

    number: int
    space: str
    entered_from: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pit:
    """The smoulder pit of a zone, and the space that a pawn climbs out to."""

    zone: str
    space: str
    exit_to: str


@dataclass(frozen=True, slots=True)
class Water:
    """Where pawns lie that fell off a bridge, and the space that they climb out to."""

    space: str
    exit_to: str


@dataclass(frozen=True, slots=True)
class Urn:
    """Where ``tokens`` treasures lie, and the spaces from which one is taken."""

    id: str
    name: str
    spaces: tuple[str, ...]
    tokens: int


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A colour of photograph: the spaces it is taken from, and how many cards there are."""

    id: str
    name: str
    spaces: tuple[str, ...]
    cards: int


@dataclass(frozen=True, slots=True)
class Area:
    """Ground that is no space; ``ends`` are the spaces where a pawn that lies there goes on."""

    id: str
    name: str
    kind: AreaKind
    ends: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Facing:
    """A direction of the idol: compass degrees clockwise from north, and how exact it must be."""

    id: str
    compass_deg: float
    tolerance_deg: float
    routes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Idol:
    """The turning idol; marbles leave through its mouth."""

    x_mm: float
    y_mm: float
    mouth_radius_mm: float
    mouth_z_mm: float
    facings: dict[str, Facing]


@dataclass(frozen=True, slots=True)
class Source:
    """A cradle that holds one marble: ``idol`` or a station. z is the floor under the marble."""

    id: str
    x_mm: float
    y_mm: float
    z_mm: float


@dataclass(frozen=True, slots=True)
class Diverter:
    """A plate at a fork that closes one of two branches; a way is named for what it lets pass."""

    id: str
    x_mm: float
    y_mm: float
    ways: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Route:
    """One way that a marble can roll: the middle of the channel's floor from cradle to tray.

    ``spaces`` are those that it rolls over, in order. ``rest`` is the middle of its tray, at the
    height of the floor at the tray's mouth (the last point of ``polyline``).
    """

    id: str
    name: str
    source: str
    facing: str | None
    push: str | None
    diverters: dict[str, str]
    spaces: tuple[str, ...]
    polyline: tuple[Point, ...]
    rest: Point
    length_mm: float


@dataclass(frozen=True, slots=True)
class Geometry:
    """Sizes that hold for the whole island, in mm and g. ``trough_mm`` and ``socket_mm`` are the
    channel's width between and at spaces; ``lip_mm`` is the rim of a pad, felt by pawns only."""

    pad_mm: float
    pad_proud_mm: float
    lip_mm: float
    socket_mm: float
    trough_mm: float
    wall_mm: float
    dish_mm: float
    fillet_mm: float
    tray_radius_mm: float
    tray_depth_mm: float
    tray_wall_mm: float
    pawn_base_mm: float
    pawn_height_mm: float
    pawn_g: float
    marble_mm: float
    marble_g: float

    @property
    def clearance_mm(self) -> float:
        """Least distance of the centres of two places that can be occupied at once."""
        return self.pad_mm + 2.0


@dataclass(frozen=True, slots=True)
class Steps:
    """Fewest steps between the ends, as the board's owner counts them: a check on the links."""

    start_to_jewel: int
    jewel_to_goal: int


@dataclass(frozen=True, slots=True)
class IslandMap:
    """A whole island. Dictionaries keep the file's order."""

    id: str
    name: str
    width_mm: float
    depth_mm: float
    sensors: int  # how many slots have one
    steps: Steps
    spaces: dict[str, Space]
    links: tuple[tuple[str, str], ...]
    caves: dict[int, Cave]
    pits: dict[str, Pit]
    zones: dict[str, str]
    water: Water | None
    start: str
    goal: str
    jewel: str
    idol: Idol
    sources: dict[str, Source]
    diverters: dict[str, Diverter]
    routes: dict[str, Route]
    geometry: Geometry
    urns: dict[str, Urn]
    snapshots: dict[str, Snapshot]
    areas: dict[str, Area]
    _near: dict[str, tuple[str, ...]] = field(repr=False, compare=False)
    _made: dict[Hashable, Any] = field(init=False, default_factory=dict, repr=False, compare=False)

    def once(self, make: Callable[..., T], *args: Hashable) -> T:
        """``make(self, *args)``, made once for this map and kept as long as the map."""
        key = (make, *args)
        if key not in self._made:
            self._made[key] = make(self, *args)
        made: T = self._made[key]
        return made

    def neighbours(self, space: str) -> tuple[str, ...]:
        """Spaces one step away, in the order of the file's links. ``KeyError`` for no space."""
        return self._near[space]

    def routes_through(self, space: str) -> tuple[Route, ...]:
        """Routes that roll over a space, in the file's order."""
        return tuple(r for r in self.routes.values() if space in r.spaces)

    def falls_to(self, space: str) -> str | None:
        """The pit or the water that takes a pawn hit on ``space``; ``None`` where none does."""
        s = self.spaces[space]
        if s.kind == "bridge":
            return self.water.space if self.water is not None else None
        pit = self.pits.get(s.zone) if s.zone is not None else None
        return pit.space if pit is not None else None

    def sensored(self) -> tuple[tuple[str, int], ...]:
        """(space, slot) of every sensor, in the file's order: this order numbers the sensors."""
        return tuple(
            (s.id, k) for s in self.spaces.values() for k, slot in enumerate(s.slots) if slot.sensor
        )


def adjacency(
    spaces: dict[str, Space], links: tuple[tuple[str, str], ...]
) -> dict[str, tuple[str, ...]]:
    """Both directions of every link."""
    near: dict[str, list[str]] = {s: [] for s in spaces}
    for a, b in links:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    return {s: tuple(n) for s, n in near.items()}
