"""``vulkar monitor``: the picture as a pure function, once in virtual time, live on a PTY."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import shutil
import subprocess
import time
from pathlib import Path

from rich.console import Console

from installer.bench import controller
from link.chip import BOARD
from tests.cli.run import VULKAR, vulkar
from vulkar.cli.monitor_view import LEGEND, view
from vulkar.cli.textmap import arrow, text_map
from vulkar.island.moment import Moment, Sensor
from vulkar.maps import load
from vulkar.resources import firmware_dir

MAP = load("classic")
SLOTS = {(s.id, n): ("·", "") for s in MAP.spaces.values() for n, _ in enumerate(s.slots)}


def moment(**more: object) -> Moment:
    values: dict[str, object] = {
        "port": "/dev/x",
        "firmware": "00000001",
        "board_id": "aa",
        "reset_cause": 3,
        "state": "ready",
        "sensors": tuple(Sensor(False, 0.1) for _ in BOARD.halls.sensors),
        "marbles": dict.fromkeys(MAP.sources, True),
        "servos": dict.fromkeys(BOARD.servos, (None, False)),
        "gates": {},
        "stats": {"round_trip_us": 3586, "discarded": {"checksum": 2}},
        **more,
    }
    return Moment(**values)  # type: ignore[arg-type]


def printed(shown: Moment, columns: int = 110) -> str:
    console = Console(width=columns, record=True, file=io.StringIO())
    console.print(view(shown, BOARD, MAP, columns))
    return console.export_text()


def test_every_place_has_a_character_of_its_own_in_its_quarter_of_the_map() -> None:
    marks = {**SLOTS, (MAP.goal, 0): ("G", "bold")}
    for columns in (60, 72, 110):
        text = text_map(MAP, marks, dict.fromkeys(MAP.sources, ("M", "")), ("I", ""), columns).plain
        assert text.count("·") == len(SLOTS) - 1
        assert text.count("M") == len(MAP.sources) and text.count("I") == 1
        rows = text.split("\n")
        assert {len(row) for row in rows} == {columns}
        row = next(i for i, line in enumerate(rows) if "G" in line)
        goal = MAP.spaces[MAP.goal]
        west = min(space.x_mm for space in MAP.spaces.values())
        south = min(space.y_mm for space in MAP.spaces.values())
        high, wide = MAP.depth_mm / len(rows), MAP.width_mm / columns
        assert abs((len(rows) - 1 - row) * high - (goal.y_mm - min(south, 0))) < MAP.depth_mm / 2
        assert abs(rows[row].index("G") * wide - (goal.x_mm - min(west, 0))) < MAP.width_mm / 2


def test_the_idols_arrow_follows_the_compass() -> None:
    assert [arrow(deg) for deg in (0, 44, 46, 90, 180, 270, 337, 359)] == list("↑↗↗→↓←↖↑")


def test_the_picture_says_what_is_known_and_what_is_not() -> None:
    quiet = printed(moment())
    assert "ready" in quiet and "watchdog or reset command" in quiet and "not read" in quiet
    assert "3586 us" in quiet and "2 checksum" in quiet and quiet.count("unknown") >= 4
    assert "●" not in quiet.replace(LEGEND, "")
    sensors = [Sensor(False, 0.1) for _ in BOARD.halls.sensors]
    sensors[7] = Sensor(True, 30.0)
    sensors[9] = Sensor(False, 0.0, flat=True)
    pulse = BOARD.turret.to_us(90)
    busy = printed(
        moment(
            sensors=tuple(sensors),
            servos={**dict.fromkeys(BOARD.servos, (None, False)), "turret": (pulse, True)},
            state="armed",
            stats={"chip_supply_mv": 4870},
            console=("Traceback (most recent call last):",),
            warning="1.2% of the frames",
        )
    )
    shown = busy.replace(LEGEND, "")
    assert shown.count("●") == 1 and shown.count("?") == 1 and "→" in shown
    assert "90°" in shown and "driven" in shown and "4.87 V" in shown
    assert "Traceback" in shown and "1.2%" in shown


def test_once_in_virtual_time_as_a_picture_and_as_json(tmp_path: Path) -> None:
    done = vulkar("monitor", "--sim", "--once", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["state"] == "ready" and len(found["halls"]) == len(BOARD.halls.sensors)
    assert not any(sensor["flat"] for sensor in found["halls"].values())
    assert found["marbles"] == dict.fromkeys(MAP.sources, True)
    assert found["servos"]["turret"] == {"pulse_us": None, "value": None, "driven": False}


def test_live_on_a_port_until_q(tmp_path: Path) -> None:
    flash = tmp_path / "flash"
    shutil.copytree(firmware_dir(), flash)
    with controller(flash) as board:
        master, slave = pty.openpty()
        env = {**os.environ, "TERM": "xterm", "COLUMNS": "110", "LINES": "50"}
        child = subprocess.Popen(
            [VULKAR, "monitor", "--port", board.port],
            stdin=slave, stdout=slave, stderr=slave, env=env, cwd=tmp_path,
        )  # fmt: skip
        os.close(slave)
        seen = b""
        until = time.monotonic() + 60
        while not re.search(rb"round trip", seen) and time.monotonic() < until:
            seen += os.read(master, 65536)
        os.write(master, b"q")
        seen += drained(master)
        assert child.wait(30) == 0, seen[-800:]
        os.close(master)
        assert b"ready" in seen and b"Traceback" not in seen


def drained(master: int) -> bytes:
    """What is still written until the other end closes."""
    out = b""
    while True:
        try:
            data = os.read(master, 65536)
        except OSError:  # a PTY without its other end
            return out
        if not data:
            return out
        out += data
