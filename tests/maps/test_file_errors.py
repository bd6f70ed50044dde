"""A file that is no map: one error, with the line and what was probably meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.maps.broken import CLASSIC, MapText
from vulkar import maps
from vulkar.errors import VulkarError

BASE = MapText()


def refused(path: Path | str) -> VulkarError:
    with pytest.raises(VulkarError) as caught:
        maps.check_file(path)
    return caught.value


def test_no_such_file(tmp_path: Path) -> None:
    error = refused(tmp_path / "nowhere.toml")
    assert error.code == "map.missing"
    assert "nowhere.toml" in str(error) and "classic" in str(error)


def test_a_folder_is_no_map(tmp_path: Path) -> None:
    assert refused(tmp_path).code == "map.missing"


def test_not_text(tmp_path: Path) -> None:
    path = tmp_path / "island.toml"
    path.write_bytes(b"id = '\xff\xfe'")
    assert refused(path).code == "map.unreadable"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (BASE.swap('name = "Classic island"', 'name = "Classic island'), BASE.line("name")),
        (MapText(CLASSIC + "\n[spaces\n"), len(CLASSIC.splitlines()) + 2),
        (MapText(CLASSIC + "[[["), len(CLASSIC.splitlines()) + 1),
    ],
    ids=["open string", "open header", "end of file"],
)
def test_broken_toml_names_the_line(tmp_path: Path, text: MapText, line: int) -> None:
    error = refused(text.write(tmp_path))
    assert (error.code, error.params["line"]) == ("map.syntax", line)


def test_an_id_twice_names_the_second(tmp_path: Path) -> None:
    row = CLASSIC.splitlines()[BASE.line("spaces.WT1") - 1]
    error = refused(BASE.add("spaces.WT3", row).write(tmp_path))
    assert (error.code, error.params["line"]) == ("map.syntax", BASE.line("spaces.WT3") + 1)


@pytest.mark.parametrize(
    ("text", "key", "nearest", "line_of"),
    [
        (BASE.swap("[steps]", "[stpes]"), "stpes", "steps", "stpes"),
        (BASE.swap("\njewel =", "\njewl ="), "jewl", "jewel", "jewl"),
        (
            BASE.swap('WT3 = { name = "W', 'WT3 = { nome = "W'),
            "spaces.WT3.nome",
            "name",
            "spaces.WT3",
        ),
        (
            BASE.add("routes.I_S.source", 'facng = "S"'),
            "routes.I_S.facng",
            "facing",
            "routes.I_S.facng",
        ),
        (
            BASE.swap("S = { compass_deg", "S = { compas_deg"),
            "idol.facings.S.compas_deg",
            "compass_deg",
            "idol.facings.S",
        ),
    ],
    ids=["table", "top key", "inline field", "route field", "facing field"],
)
def test_unknown_key_names_the_nearest(
    tmp_path: Path, text: MapText, key: str, nearest: str, line_of: str
) -> None:
    error = refused(text.write(tmp_path))
    assert error.code == "map.key"
    assert (error.params["key"], error.params["nearest"]) == (key, nearest)
    assert error.params["line"] == text.line(line_of)


def test_a_missing_key(tmp_path: Path) -> None:
    error = refused(BASE.set("spaces.WT3", None, "kind").write(tmp_path))
    assert (error.code, error.params["key"]) == ("map.lacks", "spaces.WT3.kind")
    assert error.params["line"] == BASE.line("spaces.WT3")


@pytest.mark.parametrize(
    ("key", "field", "value"),
    [
        ("spaces.WT3", "x_mm", '"left"'),
        ("spaces.WT3", "x_mm", "nan"),
        ("spaces.WT3", "dark", "1"),
        ("spaces.WT3", "kind", '"cel"'),
        ("board.sensors", None, "1.5"),
        ("geometry.pad_mm", None, "-1"),
        ("idol.facings.W", "compass_deg", "400"),
        ("diverters.D_W", "ways", '["I_W"]'),
        ("routes.I_S.rest", None, "[1.0, 2.0]"),
        ("format", None, "2"),
    ],
)
def test_a_wrong_value_names_key_and_line(
    tmp_path: Path, key: str, field: str | None, value: str
) -> None:
    error = refused(BASE.set(key, value, field).write(tmp_path))
    assert error.code == "map.value"
    assert str(error.params["key"]).startswith(f"{key}.{field}" if field else key)
    assert error.params["line"] == BASE.line(key)


def test_load_names_the_first_problem_and_counts_the_others(tmp_path: Path) -> None:
    text = BASE.set("spaces.WT1", None, "safe").set("spaces.WT2", None, "safe")
    with pytest.raises(VulkarError) as caught:
        maps.load(text.write(tmp_path))
    assert caught.value.code == "map.bad"
    assert caught.value.params["line"] == BASE.line("spaces.WT1")
    assert "WT1" in str(caught.value) and "1 more problem" in str(caught.value)


def test_a_map_that_was_mended_is_read_anew(tmp_path: Path) -> None:
    broken = BASE.set("spaces.WT1", None, "safe").write(tmp_path)
    with pytest.raises(VulkarError):
        maps.load(broken)
    BASE.write(tmp_path)
    assert maps.load(broken).spaces["WT1"].safe
