"""Board files: the one that comes along fits the map and a Pico; each mistake names its line."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

import pytest

from vulkar.devices.board import load_board
from vulkar.errors import VulkarError
from vulkar.link import wire
from vulkar.maps import load
from vulkar.resources import boards_dir

BOARD = load_board("classic")
MAP = load("classic")
TEXT = (boards_dir() / "classic.toml").read_text()


def test_every_sensor_source_way_and_diverter_of_the_map_is_wired() -> None:
    sensors = [
        (space.id, number)
        for space in MAP.spaces.values()
        for number, slot in enumerate(space.slots)
        if slot.sensor
    ]
    assert list(BOARD.halls.sensors) == sensors and len(sensors) == 128
    assert list(BOARD.gates) == list(MAP.sources)
    for route in MAP.routes.values():
        way = route.push or "out"
        assert way in BOARD.gates[route.source].ways
        for diverter, position in route.diverters.items():
            assert position in BOARD.diverters[diverter].ways
    for diverter in MAP.diverters.values():
        assert tuple(BOARD.diverters[diverter.id].ways) == diverter.ways


def test_the_turret_reaches_every_facing_with_its_tolerance() -> None:
    for facing in MAP.idol.facings.values():
        for side in (-1, 0, 1):
            degrees = facing.compass_deg + side * facing.tolerance_deg / 4
            pulse = BOARD.turret.to_us(degrees)
            assert BOARD.turret.to_value(pulse) == pytest.approx(degrees, abs=0.1)
    with pytest.raises(VulkarError, match="turret"):
        BOARD.turret.to_us(300)


def test_points_in_between_are_linear_and_beyond_go_on() -> None:
    gate = BOARD.gates["A"].servo
    assert gate.to_value(1250) == -0.5 and gate.to_us(0.25) == 1625
    assert gate.to_value(2100) == pytest.approx(1.2)


def test_the_configuration_is_short_frames_and_its_checksum_runs_over_all() -> None:
    frames = BOARD.config_frames()
    assert frames[0] == bytes([wire.C_BEGIN])
    assert BOARD.config_crc == zlib.crc32(b"".join(frames))
    plain = [2 + 3 + len(frame) + 4 for frame in frames]
    assert max(plain) <= wire.MAX_COMMAND
    assert max(len(wire.encode(wire.CONFIG, 1, frame)) for frame in frames) < 30


def change(tmp_path: Path, old: str, new: str) -> str:
    assert old in TEXT, old
    path = tmp_path / "board.toml"
    path.write_text(TEXT.replace(old, new, 1))
    with pytest.raises(VulkarError) as caught:
        load_board(path)
    text = str(caught.value)
    assert str(path) in text
    at = re.search(r"line (\d+)", text)
    assert at is not None
    line = path.read_text().splitlines()[int(at[1]) - 1]
    return f"{caught.value.code} | {line.strip()[:40]} | {text}"


MISTAKES = [
    ("settle_ms = 150", "setle_ms = 150", "board.key | setle_ms", "Did you mean: settle_ms"),
    ("[scan]", "[scam]", "board.key | [scam]", "Did you mean: scan"),
    ("debounce = 3", "debounced = 3", "board.key | debounced", "Did you mean: debounce"),
    ("{ pin = 9, home = 1 }", "{ pni = 9, home = 1 }", "board.key | marble", "Did you mean: pin"),
    ("max_us = 2300\n", "", "board.lacks | [servo.turret]", "max_us"),
    ("pin = 0\n", "pin = 30\n", "board.value | pin = 30", "29"),
    ("pin = 0\n", "pin = 23\n", "board.value | pin = 23", "no GP23"),
    ("pin = 1\n", "pin = 0\n", "board.value | pin = 0", "GP0 is also servo.turret.pin"),
    ("pin = 0\n", "pin = 16\n", "board.value", "GP16"),
    ("pin = 6\n", "pin = '6'\n", "board.value | pin = '6'", "integer"),
    ("max_us = 2300", "max_us = 600", "board.value | min_us = 700", "less than max_us"),
    ("max_us = 2300", "max_us = 9000", "board.value | max_us = 9000", "2600"),
    ("out = 1800", "out = 2100", "board.value | [gate.idol]", "beyond the limits"),
    ('servo = "gate_A"', 'servo = "gate_a"', "board.value | servo", "perhaps 'gate_A'"),
    ("adc = [26]", "adc = [14]", "board.value | adc", "GP14 is also"),
    ("adc = [26]", "adc = [0]", "board.value | adc", "GP0 is also"),
    ("select = [16, 17, 18, 19, 20, 21, 22]", "select = [16]", "board.value", "128 sensors"),
    ('"WT2"', '"WT1"', "board.value | sensors", "two sensors"),
    ("gone_mt = 8.0", "gone_mt = 28.0", "board.value | gone_mt", "less than present_mt"),
    ("present_mt = 20.0", "present_mt = 35.0", "board.value | present_mt", "less than standing_mt"),
    ("counts_per_mt = 9.309", "counts_per_mt = 4000.0", "board.value | present_mt", "80000 counts"),
    ("counts_per_mt = 9.309", "counts_per_mt = 0.5", "board.value | still_mt", "0 counts"),
    ("slow_ms = 100", "slow_ms = 5", "board.value | slow_ms", "less than fast_ms"),
    ('servo = "gate_B"', 'servo = "gate_A"', "board.value | servo", "gate.A's too"),
    ('servo = "gate_B"', 'servo = "turret"', "board.value | servo", "the idol's too"),
    ('servo = "gate_B"', 'servo = "D_W"', "board.value | servo", "diverter.D_W's too"),
    ("[pins]", "[pins", "board.syntax | [pins", "not valid TOML"),
]


@pytest.mark.parametrize(("old", "new", "start", "part"), MISTAKES)
def test_a_mistake_names_line_and_reason(
    tmp_path: Path, old: str, new: str, start: str, part: str
) -> None:
    said = change(tmp_path, old, new)
    assert said.startswith(start) and part in said, said


def test_servos_on_one_pwm_channel_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    text = TEXT.replace("select = [16, 17", "select = [27, 17").replace("pin = 8\n", "pin = 16\n")
    path.write_text(text)
    with pytest.raises(VulkarError, match=r"GP16 shares its PWM channel with servo\.turret"):
        load_board(path)


def test_more_ways_than_a_controller_has_memory_for(tmp_path: Path) -> None:
    ways = "ways = { out = 1800, b = 1801, c = 1802, d = 1803 }"
    text = re.sub(r"^ways = \{ (?!I_|idol).*\}", ways, TEXT, flags=re.M)
    assert text.count(ways) == 5
    path = tmp_path / "board.toml"
    path.write_text(text)
    with pytest.raises(VulkarError, match=r"'gate\.D\.ways': a controller knows 16 ways"):
        load_board(path)


def test_a_missing_board_names_those_that_there_are() -> None:
    with pytest.raises(VulkarError, match="classic") as caught:
        load_board("clasic")
    assert caught.value.code == "board.missing"


def test_a_pi_has_other_pins_than_a_pico_and_a_pulse_on_each() -> None:
    board = load_board("pi-only")
    assert board.controller == "pi"
    pins = [servo.pin for servo in board.servos.values()]
    assert len({pin & 15 for pin in pins}) < len(pins)  # two of them would share a Pico's channel
    assert set(board.halls.adc) - {26, 27, 28}
    assert list(board.gates) == list(BOARD.gates) and list(board.diverters) == list(BOARD.diverters)


def test_a_pi_board_with_a_pin_that_no_header_has(tmp_path: Path) -> None:
    text = (boards_dir() / "pi-only.toml").read_text()
    path = tmp_path / "board.toml"
    path.write_text(text.replace("pin = 4\n", "pin = 1\n", 1))
    with pytest.raises(VulkarError, match="Raspberry Pi's header has no GP1"):
        load_board(path)
