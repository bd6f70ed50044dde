"""What a map's hall sensors read, as dots on the map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from vulkar.maps.drawing.shapes import Disc, Shape, Text
from vulkar.maps.model import IslandMap

NONE: Final = "#9aa0a6"
# share of the expected field, from far too weak to far too strong
SCALE: Final = (
    (0.6, "#b2182b", "under 60 % of the field"),
    (0.85, "#c2643f", "60 to 85 %"),
    (1.15, "#1b7f5c", "85 to 115 %"),
    (1.4, "#3f7fb0", "115 to 140 %"),
    (float("inf"), "#2a3f9d", "over 140 %"),
)


def keys() -> Iterator[tuple[str, Sequence[Shape]]]:
    """What the dots mean."""
    yield "not measured", [_dot((0.0, 0.0), None, 1.0)]
    for _, paint, text in SCALE:
        yield text, [Disc((0.0, 0.0), 9.0, paint, "#ffffff", 1.2)]


def dots(
    map: IslandMap, standing_mt: Mapping[tuple[str, int], float], expected_mt: float
) -> Iterator[Shape]:
    """One dot a sensor, with its field in mT; a minus is a magnet that lies upside down."""
    for space, slot in map.sensored():
        at, off = map.spaces[space], map.spaces[space].slots[slot]
        xy = (at.x_mm + off.dx_mm, at.y_mm + off.dy_mm)
        field_mt = standing_mt.get((space, slot))
        yield _dot(xy, field_mt, expected_mt)
        text = "?" if field_mt is None else f"{field_mt:.0f}"
        yield Text(xy, text, 7.0, "#ffffff", bold=True)


def _dot(xy: tuple[float, float], field_mt: float | None, expected_mt: float) -> Disc:
    paint = NONE
    if field_mt is not None:
        share = abs(field_mt) / expected_mt
        paint = next(paint for most, paint, _ in SCALE if share <= most)
    return Disc(xy, 9.0, paint, "#ffffff", 1.2)
