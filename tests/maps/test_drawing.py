"""Both pictures come from one list of shapes, hold what the map declares, and need no display."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from PIL import Image

from vulkar import maps
from vulkar.maps.drawing import game_picture, map_picture, svg
from vulkar.maps.drawing.palette import PAWNS, SOURCES
from vulkar.maps.drawing.places import trail_space
from vulkar.maps.drawing.shapes import Disc, Polygon, Shape, Stroke, Text, dashed

ISLAND = maps.load("classic")
SVG = "{http://www.w3.org/2000/svg}"


def texts(shapes: tuple[Shape, ...]) -> list[str]:
    return [s.text for s in shapes if isinstance(s, Text)]


def test_the_svg_is_well_formed_and_names_everything() -> None:
    root = ElementTree.fromstring(maps.draw_svg(ISLAND))
    words = {e.text for e in root.iter(f"{SVG}text")}
    trail = {s.id for s in ISLAND.spaces.values() if s.kind in ("cell", "stone", "bridge")}
    assert trail <= words
    assert set(ISLAND.routes) | set(ISLAND.idol.facings) | set(ISLAND.diverters) <= words
    assert {str(n) for n in ISLAND.caves} | set(ISLAND.pits) | {"A", "B", "C", "D"} <= words
    assert {"Blister Run", "Thunder Alley", "Bridge 1", "Dock", "Water"} <= words


def test_the_svg_holds_every_shape_once() -> None:
    picture = map_picture(ISLAND)
    root = ElementTree.fromstring(svg.render(picture))
    assert len(root) == len(picture.shapes) + 2  # a title and the paper


def test_names_do_not_cover_each_other() -> None:
    """Trail names keep their letters apart (each is as wide as 0.56 of its size a letter)."""
    placed = [s for s in map_picture(ISLAND).shapes if isinstance(s, Text) and s.size == 9.0]
    boxes = [
        (s.at[0] - 2.5 * len(s.text), s.at[1] - 4.5, s.at[0] + 2.5 * len(s.text), s.at[1] + 4.5)
        for s in placed
        if s.halo and s.at[1] > 0
    ]
    assert len(boxes) > 15
    for k, a in enumerate(boxes):
        for b in boxes[:k]:
            apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
            assert apart, (placed[k].text, a, b)


@pytest.mark.parametrize("field", ["dark", "safe", "rock_chip", "kind"])
def test_colour_is_never_the_only_sign(field: str) -> None:
    """Without their colours two spaces that differ in one thing still look different, or carry
    letters of the other colour (dark)."""
    plain = ISLAND.spaces["BR6"]
    other = {
        "dark": ISLAND.spaces["BR7"],
        "safe": ISLAND.spaces["C6_1"],
        "rock_chip": ISLAND.spaces["TA5"],
        "kind": ISLAND.spaces["FC7"],
    }[field]
    shapes = [list(trail_space((0.0, 0.0), 9.0, s, "X")) for s in (plain, other)]
    if field == "dark":
        letters = [next(s.colour for s in row if isinstance(s, Text)) for row in shapes]
        assert letters[0] != letters[1]
    else:
        assert [_form(s) for s in shapes[0]] != [_form(s) for s in shapes[1]]


def _form(s: Shape) -> object:
    return (type(s), getattr(s, "points", None), getattr(s, "radius", None))


def test_sources_differ_in_their_dashes_too() -> None:
    assert len({dash for _, dash in SOURCES.values()}) == len(SOURCES)
    assert len({name[0] for name in PAWNS}) >= len(PAWNS) - 1  # blue and black share a letter


def test_dashes_follow_the_line() -> None:
    pieces = dashed(((0.0, 0.0), (10.0, 0.0)), (3.0, 2.0))
    assert pieces == [((0.0, 0.0), (3.0, 0.0)), ((5.0, 0.0), (8.0, 0.0))]
    corner = dashed(((0.0, 0.0), (2.0, 0.0), (2.0, 4.0)), (3.0, 1.0))
    assert corner[0] == ((0.0, 0.0), (2.0, 0.0), (2.0, 1.0))


def test_a_game_s_picture_shows_pawns_jewel_track_and_touched() -> None:
    pawns = {"red": "SB2", "blue": "DMP", "green": "HR4", "white": "DMP"}
    track = [(0, 406.0, 385.0, 147.0), (100, 440.0, 520.0, 110.0)]
    bare = game_picture(ISLAND)
    full = game_picture(ISLAND, track, pawns, "green", "red is hit", {"red": "SB2"})
    said = texts(full.shapes)
    assert [t for t in ("R", "B", "G", "W") if t in said] == ["R", "B", "G", "W"]
    assert said.count("red touched") == 1 and "red is hit" in said
    lines = [s for s in full.shapes if isinstance(s, Stroke) and s not in bare.shapes]
    assert any(s.points == ((406.0, 385.0), (440.0, 520.0)) for s in lines)
    heads = [s.at for s in full.shapes if isinstance(s, Disc) and s.radius == 7.6]
    assert len(set(heads)) == 4  # two pawns on the Plateau stand in two slots


def test_the_jewel_is_drawn_on_its_pawn_or_on_its_space() -> None:
    def gems(jewel: str | None) -> list[tuple[float, float]]:
        shapes = game_picture(ISLAND, pawns={"red": "SB2"}, jewel=jewel).shapes
        return [
            s.points[-1]
            for s in shapes
            if isinstance(s, Polygon) and s.fill == "#e0115f" and s.width == 1.0
            if s.points[-1][1] > 0  # not the one in the key
        ]

    point = ISLAND.spaces["VKP"]
    assert gems(None) == []
    assert gems("VKP") == [(point.x_mm, point.y_mm - 7)]
    assert len(gems("red")) == 1 and gems("red") != gems("VKP")


def test_the_png_is_a_picture_of_the_asked_width(tmp_path: Path) -> None:
    path = tmp_path / "end.png"
    maps.draw_png(ISLAND, path, track=None, pawns={"red": "SB2"}, title="x", width_px=500)
    with Image.open(path) as image:
        assert image.size[0] == 500
        pixels = image.convert("RGB")
        row = {pixels.getpixel((x, 250)) for x in range(500)}
    assert len(row) > 20
