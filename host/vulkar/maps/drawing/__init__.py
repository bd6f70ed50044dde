"""Pictures of an island: the map as SVG, a game's last moment as PNG, from the same shapes."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from vulkar.maps.drawing import (
    field,
    game,
    ground,
    legend,
    movers,
    names,
    palette,
    places,
    png,
    svg,
)
from vulkar.maps.drawing.shapes import Picture, Polygon, Shape
from vulkar.maps.model import IslandMap

__all__ = ["board_picture", "draw_field", "draw_png", "draw_svg", "game_picture", "map_picture"]


def _picture(map: IslandMap, title: str, shapes: Iterable[Shape]) -> Picture:
    return Picture(
        left=0.0,
        bottom=-legend.height(map),
        right=map.width_mm,
        top=map.depth_mm + map.width_mm * game.TITLE_SHARE,
        background=palette.PAPER,
        title=title,
        shapes=tuple(shapes),
    )


def _board(map: IslandMap) -> Iterable[Shape]:
    w, d = map.width_mm, map.depth_mm
    yield Polygon(((0, 0), (w, 0), (w, d), (0, d)), palette.SEA)
    yield from ground.land(map)
    yield from ground.channels(map)
    for low, high in ((-legend.height(map), 0.0), (d, d + w * game.TITLE_SHARE)):
        yield Polygon(((0, low), (w, low), (w, high), (0, high)), palette.PAPER)


def map_picture(map: IslandMap) -> Picture:
    """The whole map with everything that it declares, and a key."""
    shapes = itertools.chain(
        _board(map),
        ground.footpaths(map),
        ground.route_lines(map),
        movers.idol(map),
        movers.stations(map),
        places.all_places(map, ids=True),
        movers.diverters(map),
        names.names(map, routes=True),
        legend.legend(map, tuple(legend.route_keys(map))),
        game.title(map, map.name),
    )
    return _picture(map, map.name, shapes)


def board_picture(map: IslandMap) -> Picture:
    """The board itself, to its edges, for screens that show a game on it: no key, no title, and no
    route until one is in play."""
    w, d = map.width_mm, map.depth_mm
    shapes = itertools.chain(
        (Polygon(((0, 0), (w, 0), (w, d), (0, d)), palette.SEA),),
        ground.land(map),
        ground.channels(map),
        ground.footpaths(map),
        movers.idol(map),
        movers.stations(map),
        places.all_places(map, ids=False),
        movers.diverters(map, ids=False),
        names.names(map, routes=False),
    )
    return Picture(0.0, 0.0, w, d, palette.SEA, map.name, tuple(shapes))


def game_picture(
    map: IslandMap,
    track: Sequence[Sequence[float]] | None = None,
    pawns: Mapping[str, str] | None = None,
    jewel: str | None = None,
    title: str = "",
    touched: Mapping[str, str] | None = None,
) -> Picture:
    """The island in a game, without route lines; see :func:`draw_png`."""
    shapes = itertools.chain(
        _board(map),
        ground.footpaths(map),
        movers.idol(map),
        movers.stations(map),
        places.all_places(map, ids=True),
        names.names(map, routes=False),
        game.track_of(track or ()),
        game.pieces(map, pawns or {}, jewel, touched or {}),
        legend.legend(map, tuple(game.keys())),
        game.title(map, title or map.name),
    )
    return _picture(map, title or map.name, shapes)


def draw_svg(map: IslandMap) -> str:
    """The map as SVG text, one user unit a millimetre. Needs no extra."""
    return svg.render(map_picture(map))


def draw_field(
    map: IslandMap, standing_mt: Mapping[tuple[str, int], float], expected_mt: float
) -> str:
    """The hall field as SVG text: (space id, slot) -> field of a standing pawn, coloured by its
    share of ``expected_mt``; what is absent is grey."""
    name = f"{map.name}: what a standing pawn reads, mT"
    shapes = itertools.chain(
        _board(map),
        ground.footpaths(map),
        movers.idol(map),
        movers.stations(map),
        field.dots(map, standing_mt, expected_mt),
        names.names(map, routes=False),
        legend.legend(map, tuple(field.keys())),
        game.title(map, name),
    )
    return svg.render(_picture(map, name, shapes))


def draw_png(
    map: IslandMap,
    path: str | Path,
    *,
    track: Sequence[Sequence[float]] | None = None,
    pawns: Mapping[str, str] | None = None,
    jewel: str | None = None,
    title: str = "",
    touched: Mapping[str, str] | None = None,
    width_px: int = 1600,
) -> None:
    """Writes the island as it stands in a game. Needs Pillow (the ``sim`` extra).

    ``track``: the marble's way, rows that end in x, y, z in mm. ``pawns``: pawn -> space id (the
    colour is taken from the name). ``jewel``: a pawn that holds it, or the space where it lies.
    ``touched``: pawn -> the space where the marble touched it. Raises ``OSError`` where ``path``
    cannot be written.
    """
    png.write(game_picture(map, track, pawns, jewel, title, touched), path, width_px)
