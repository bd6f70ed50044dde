"""Board files with chips beside the controller: each mistake names its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from vulkar.devices.board import load_board
from vulkar.errors import VulkarError
from vulkar.link import wire
from vulkar.maps import load
from vulkar.resources import boards_dir

BOARD = load_board("expander")
MAP = load("classic")
TEXT = (boards_dir() / "expander.toml").read_text()


def test_every_sensor_of_the_map_is_wired_once_analogue_ones_first() -> None:
    wanted = {
        (space.id, number)
        for space in MAP.spaces.values()
        for number, slot in enumerate(space.slots)
        if slot.sensor
    }
    assert set(BOARD.halls.sensors) == wanted and len(BOARD.halls.sensors) == 128
    assert BOARD.halls.switches == 64
    assert [BOARD.halls.is_switch(sensor) for sensor in (0, 63, 64, 127)] == [
        False,
        False,
        True,
        True,
    ]
    assert BOARD.halls.mt(4095, 64) > BOARD.halls.present_mt
    assert BOARD.halls.mt(0, 64) == 0.0


def test_the_configuration_is_short_frames() -> None:
    frames = BOARD.config_frames()
    assert max(2 + 3 + len(frame) + 4 for frame in frames) <= wire.MAX_COMMAND
    kinds = [frame[0] for frame in frames]
    for kind in (wire.C_PWM_CHIP, wire.C_SWITCHES, wire.C_LAMPS, wire.C_SUPPLY):
        assert kinds.count(kind) == 1
    assert kinds.index(wire.C_PWM_CHIP) < kinds.index(wire.C_SERVO)


def said(tmp_path: Path, old: str, new: str) -> str:
    assert old in TEXT, old
    path = tmp_path / "board.toml"
    path.write_text(TEXT.replace(old, new, 1))
    with pytest.raises(VulkarError) as caught:
        load_board(path)
    assert caught.value.code.startswith("board.")
    return str(caught.value)


def test_a_gate_on_the_pwm_chip_is_refused(tmp_path: Path) -> None:
    text = said(tmp_path, "[servo.gate_A]\npin = 1", "[servo.gate_A]\nchannel = 7")
    assert "gate.A.servo" in text and "hard timer" in text


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ("channel = 1\n", "channel = 0\n", "channel 0 is also servo.turret"),
        ("channel = 1\n", "channel = 16\n", "15"),
        ("channel = 1\n", "channel = 1\npin = 9\n", "either a pin or a channel"),
        ("channel = 1\n", "", "either a pin or a channel"),
        ("sda = 6\nscl = 7", "sda = 7\nscl = 6", "even pin of a Pico"),
        ("address = 0x40", "address = 0x70", "every chip's second address"),
        ("output_enable = 8", "output_enable = 9", "GP9"),
        ("load = 22", "load = 21", "GP21 is also"),
        ('"GG5"', '"WT13"', "two sensors"),
        ("budget_ma = 1500", "budget_ma = 100", "128 dark lamps draw 128 mA"),
        ("sag_mv = 4100", "sag_mv = 4500", "rise in this order"),
        ("pin = 29", "pin = 5", "GP5"),
        ("settle_ms = 150\n", "settle_ms = 150\nbudget_ms = 1000\n", "more than half of budget_ms"),
    ],
)
def test_a_mistake_names_line_and_reason(tmp_path: Path, old: str, new: str, part: str) -> None:
    text = said(tmp_path, old, new)
    assert part in text and "line" in text, text


def test_without_the_chip_a_channel_is_refused(tmp_path: Path) -> None:
    start, end = TEXT.index("[pwm_chip]"), TEXT.index("# --- servos")
    path = tmp_path / "board.toml"
    path.write_text(TEXT[:start] + TEXT[end:])
    with pytest.raises(VulkarError, match=r"there is no \[pwm_chip\]"):
        load_board(path)


def test_a_pi_drives_none_of_them(tmp_path: Path) -> None:
    pi = (boards_dir() / "pi-only.toml").read_text()
    path = tmp_path / "board.toml"
    path.write_text(pi + '\n[lamps]\npin = 21\nchain = "halls"\nbudget_ma = 100\n')
    with pytest.raises(VulkarError, match="only a microcontroller"):
        load_board(path)
