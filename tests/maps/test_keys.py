"""Files tell their keys, and every wrong one is named with the right one beside it."""

from __future__ import annotations

from pathlib import Path

from vulkar.devices.board import load_board, read_board
from vulkar.devices.board_file import BoardFile
from vulkar.devices.effective import effective
from vulkar.maps.keys import keys, known_keys, unit_of


def test_a_key_tells_type_limits_unit_and_default() -> None:
    found = {key.path: key for key in keys(BoardFile)}
    fast = found["scan.fast_ms"]
    assert (fast.type, fast.unit, fast.default) == ("integer, from 5 to 250", "ms", "10")
    assert found["servo.NAME.speed_us_s"].unit == "us/s"
    assert found["servo.NAME.points[].us"].default == ""
    assert found["board.controller"].type == '"rp2040" or "pi"'


def test_the_unit_is_the_longest_end_of_a_name() -> None:
    assert [unit_of(name) for name in ("speed_us_s", "min_us", "counts_per_mt", "pin")] == [
        "us/s",
        "us",
        "counts/mT",
        "",
    ]


def test_known_keys_of_a_named_table_and_of_an_entry_of_a_list() -> None:
    assert "settle_ms" in known_keys(BoardFile, ("servo", "turret"))
    assert known_keys(BoardFile, ("servo", "turret", "points", 1)) == ["us", "value"]
    assert known_keys(BoardFile, ("pins", "rail_enable")) == ["pin", "on"]


def test_what_a_file_leaves_out_is_shown_as_default(tmp_path: Path) -> None:
    text = load_board("classic").path.read_text().replace("debounce = 3", "#")
    path = tmp_path / "board.toml"
    path.write_text(text.replace("[scan]", "#").replace("fast_ms", "#").replace("slow_ms", "#"))
    shape, board = read_board(path)
    rows = {row.key: row for row in effective(shape, board, None)}
    assert rows["halls.debounce"][1:] == ("3", "default")
    assert rows["scan.fast_ms"][1:] == ("10", "default")
    assert rows["halls.zero_counts"][1:] == ("2048", "board")
    assert rows["servo.turret.points"].value == "737 us = 40, 2263 us = 246"
