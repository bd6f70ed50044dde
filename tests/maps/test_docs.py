"""The worked example in the docs is a sound island, and the docs name every table."""

from __future__ import annotations

import re
from pathlib import Path

from vulkar import maps
from vulkar.maps.schema import MapFile

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "maps.md"


def example() -> str:
    block = re.search(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None
    return block[1]


def test_the_example_is_sound(tmp_path: Path) -> None:
    path = tmp_path / "islet.toml"
    path.write_text(example(), encoding="utf-8")
    assert maps.check_file(path) == []
    islet = maps.load(path)
    assert len(islet.sensored()) == 7 and islet.falls_to("T2") == "PIT"


def test_the_example_can_be_drawn(tmp_path: Path) -> None:
    """An island with no station, no diverter, no cave and no bridge."""
    path = tmp_path / "islet.toml"
    path.write_text(example(), encoding="utf-8")
    maps.draw_png(maps.load(path), tmp_path / "islet.png", width_px=300)
    assert "Islet" in maps.draw_svg(maps.load(path))


def test_the_page_names_every_table_and_size() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for key in MapFile.model_fields:
        assert key in page, key
    for key in maps.Geometry.__dataclass_fields__:
        assert f"`{key}`" in page, key
