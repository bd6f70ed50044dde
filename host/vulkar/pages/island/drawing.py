"""The island as a picture for large screens, and where on it everything stands.

The picture is drawn once for each language and theme; the browser draws what moves on top of it.
"""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import Any, Final

from vulkar.maps import IDOL, IslandMap
from vulkar.maps.drawing import board_picture, palette, svg
from vulkar.maps.drawing.shapes import Picture, Shape, Text
from vulkar.maps.names import names
from vulkar.texts import render, text

LETTER: Final = 0.62  # mean width of a bold letter over its size
CRADLE_MM: Final = 18.0
MOUTH_MM: Final = 9.0
# Where the whole board is as wide as a phone its places' names would be specks: letters stay.
NAMES: Final = re.compile(r"<text(?=[^>]*>[^<]{3,}</text>)( )")
SMALL: Final = "@media (max-width: 600px) { text.place { display: none } }"
LIGHT: Final = "#f4ead2"
DARK: Final = "#17120d"
# By night the land is dimmed and spaces stay light: what is played on is what is seen.
NIGHT: Final = {
    palette.SEA: "#0c2633",
    palette.SHALLOWS: "#123847",
    palette.CHANNEL: "#5d3a2b",
    palette.CHANNEL_RIM: "#2f1c14",
    palette.FOOTPATH: "#cdbf9f",
    **dict(
        zip(
            palette.RELIEF,
            ("#6d623f", "#545635", "#3f4e2f", "#35442d", "#4a453a", "#403c39", "#34312e"),
            strict=True,
        )
    ),
}


def island_svg(map: IslandMap, language: str, night: bool) -> str:
    """SVG text, one unit a millimetre, with the places' names in a language."""
    return map.once(_svg, language, night)


def board_data(map: IslandMap) -> dict[str, Any]:
    """What the browser places things by, in mm from the north-west corner, y down, z up.

    ``spaces``: id -> the spots of a space, each [x, y, z]; ``routes``: id -> rows of [x, y, z];
    ``sources``: id -> [x, y, z], ``cradles``: where its marble is drawn; ``links``: pairs of ids;
    ``size``: [width, depth].
    """

    def at(x: float, y: float, z: float) -> list[float]:
        return [round(x, 1), round(map.depth_mm - y, 1), round(z, 1)]

    return {
        "size": [map.width_mm, map.depth_mm],
        "pad": map.geometry.pad_mm,
        "marble": map.geometry.marble_mm,
        "spaces": {
            s.id: [at(x, y, s.z_mm) for x, y in s.spots or ((s.x_mm, s.y_mm),)]
            for s in map.spaces.values()
        },
        "routes": {r.id: [at(*point) for point in r.polyline] for r in map.routes.values()},
        "sources": {s.id: at(s.x_mm, s.y_mm, s.z_mm) for s in map.sources.values()},
        "cradles": {s: at(*_beside(map, s), 0.0)[:2] for s in map.sources},
        "links": [list(pair) for pair in map.links],
    }


def _beside(map: IslandMap, source: str) -> tuple[float, float]:
    """Where a source's marble hides nothing: in the idol's mouth, else beside the letter."""
    s = map.sources[source]
    if source == IDOL:
        return s.x_mm, s.y_mm - MOUTH_MM
    spots = [
        (
            s.x_mm + CRADLE_MM * math.cos(k * math.pi / 4),
            s.y_mm + CRADLE_MM * math.sin(k * math.pi / 4),
        )
        for k in range(8)
    ]
    others = [(o.x_mm, o.y_mm) for o in map.spaces.values()]
    others += [
        (x, y) for r in map.routes.values() if r.source == source for x, y, _ in r.polyline[1:6]
    ]
    return max(spots, key=lambda spot: min(math.dist(spot, other) for other in others))


def _svg(map: IslandMap, language: str, night: bool) -> str:
    drawn = svg.render(_named(board_picture(map), map, language, night))
    drawn = NAMES.sub(r'<text class="place"\1', drawn)
    drawn = drawn.replace(">", f"><style>{SMALL}</style>", 1)
    if night:
        for day, dark in NIGHT.items():
            drawn = drawn.replace(day, dark)
    return drawn


def _named(picture: Picture, map: IslandMap, language: str, night: bool) -> Picture:
    """The words of a picture in the reader's language, by night light on dark."""
    own = {s.id: s.name for s in map.spaces.values()}
    said = {id: render(name, language) for id, name in names(map).items() if id in own}
    words = {stem(own[id]): stem(said[id]) for id in own} | {own[id]: said[id] for id in own}
    words["Water"] = render(text("page.island.water"), language)

    def said_as(shape: Shape) -> Shape:
        if not isinstance(shape, Text):
            return shape
        shape = _within(replace(shape, text=words.get(shape.text, shape.text)), map)
        return replace(shape, colour=LIGHT, halo=DARK) if night and shape.halo else shape

    return replace(picture, shapes=tuple(said_as(shape) for shape in picture.shapes))


def _within(words: Text, map: IslandMap) -> Text:
    """Longer words than the map's own may not run off its edge."""
    half = words.size * LETTER * len(words.text) / 2 + 3
    x = min(max(words.at[0], half), map.width_mm - half)
    return replace(words, at=(x, words.at[1]))


def stem(name: str) -> str:
    """The name of a space without its number, or ", space 5" in it: that of its trail."""
    return name.rstrip("0123456789").partition(",")[0].strip()
