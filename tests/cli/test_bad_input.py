"""Every wrong input gives one clear error, a non-zero exit, and loses nothing."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.run import VULKAR, error_code, vulkar
from vulkar.errors import CATALOGUE

BOARDS = Path(__file__).resolve().parents[2] / "hardware" / "boards"
MAP = Path(__file__).resolve().parents[2] / "host" / "vulkar" / "maps" / "classic.toml"

CASES = [
    (["play"], "play.where"),
    (["play", "--sim", "--port", "auto"], "play.where"),
    (["play", "--sim", "--seed", "-1"], "seed.range"),
    (["play", "--sim", "--seed", 2**32], "seed.range"),
    (["play", "--sim", "--seats", "1=simpel,2=human"], "seats.unknown"),
    (["play", "--sim", "--seats", "1=simple"], "seats.bad"),
    (["play", "--sim", "--seats", "1=simple,3=simple"], "seats.bad"),
    (["play", "--sim", "--seats", "1=simple,1=simple"], "seats.bad"),
    (["play", "--port", "/dev/nowhere"], "port.missing"),
    (["doctor", "--port", "/dev/nowhere", "--yes"], "port.missing"),
    (["doctor"], "play.where"),
    (["doctor", "--sim", "--only", "serv"], "doctor.only"),
    (["doctor", "--sim", "--only", "servo:idle"], "board.part"),
    (["report", "--sim", "--port", "auto"], "play.where"),
    (["report", "--out", "no/such/report.zip"], "file.unwritable"),
    (["report", "--journal", "nowhere.journal"], "journal.missing"),
    (["replay", "nowhere.journal"], "journal.missing"),
    (["map", "check", "nowhere.toml"], "map.missing"),
    (["map", "draw", MAP, "-o", "no/such/folder.svg"], "file.unwritable"),
    (["sim", "board", "--seed", "-3"], "seed.range"),
    (["sim", "board", "--link", "no/such/link"], "file.unwritable"),
    (["sim", "survey", "--csv", "no/such/file.csv"], "file.unwritable"),
    (["play", "--sim", "--picture", "no/such/a.png"], "file.unwritable"),
    (["play", "--sim", "--seats", "²=simple"], "seats.bad"),
    (["play", "--sim", "--seats", "1=human,2=simple", "--hands", "2=paper"], "hands.bot"),
    (["play", "--sim", "--seats", "1=human,2=simple", "--hands", "1=papre"], "hands.bad"),
    (["play", "--sim", "--seats", "1=human,2=simple", "--hands", "3=paper"], "hands.bad"),
    (["play", "--sim", "--seats", "1=human,2=simple", "--hands", "1=paper,1=phone"], "hands.bad"),
    (["play", "--sim", "--preset", "classic"], "preset.unknown"),
    (["play", "--sim", "--option", "itms=both"], "option.unknown"),
    (["play", "--sim", "--option", "items=all"], "option.value"),
    (["play", "--sim", "--option", "teams=pairs"], "teams.four"),
]


@pytest.mark.parametrize(("args", "code"), CASES, ids=lambda v: str(v)[:40])
def test_one_clear_error(args: list[object], code: str, tmp_path: Path) -> None:
    assert error_code(vulkar(*args, cwd=tmp_path)) == code
    assert code in CATALOGUE
    assert list(tmp_path.rglob("*.journal*")) == []


def test_near_miss_names_the_right_word(tmp_path: Path) -> None:
    done = vulkar("play", "--sim", "--seats", "1=simpel,2=human", cwd=tmp_path)
    assert "Did you mean simple?" in done.stderr


def test_broken_map_names_its_line(tmp_path: Path) -> None:
    text = MAP.read_text(encoding="utf-8").replace("width_mm", "widht_mm", 1)
    (tmp_path / "a.toml").write_text(text, encoding="utf-8")
    done = vulkar("map", "check", "a.toml", cwd=tmp_path)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    line = text[: text.index("widht_mm")].count("\n") + 1
    assert f"line {line}" in done.stderr.replace(f":{line}", f"line {line}")
    assert "width_mm" in done.stderr


def test_broken_board_names_its_line(tmp_path: Path) -> None:
    text = (BOARDS / "classic.toml").read_text(encoding="utf-8")
    for wrong, right, code in (
        ("min_uss", "min_us", "board.key"),
        ("[servo", "[[servo", "board.syntax"),
    ):
        first, second = (right, wrong) if code == "board.key" else (wrong, right)
        (tmp_path / "b.toml").write_text(text.replace(first, second, 1), encoding="utf-8")
        for args in (["play", "--sim"], ["doctor", "--sim"], ["sim", "board"]):
            done = vulkar(*args, "--board", "b.toml", cwd=tmp_path)
            assert error_code(done) == code
            assert "b.toml, line " in done.stderr
    assert error_code(vulkar("play", "--sim", "--board", "no", cwd=tmp_path)) == "board.missing"


def test_broken_journal_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    path.write_bytes(b"no journal")
    for args in (["replay", path], ["play", "--sim", "--journal", path]):
        assert error_code(vulkar(*args, cwd=tmp_path)) == "journal.broken"
    assert path.read_bytes() == b"no journal"


def test_nothing_but_a_journal_or_a_link_is_ever_replaced(tmp_path: Path) -> None:
    for name in ("notes.txt", "link"):
        (tmp_path / name).write_text("mine")
    done = vulkar("play", "--sim", "--new", "--journal", "notes.txt", cwd=tmp_path)
    assert error_code(done) == "journal.broken"
    done = vulkar("sim", "board", "--link", "link", cwd=tmp_path)
    assert error_code(done) == "file.exists"
    assert [(tmp_path / n).read_text() for n in ("notes.txt", "link")] == ["mine", "mine"]


def test_without_the_simulator_s_packages_the_error_names_the_extra(tmp_path: Path) -> None:
    (tmp_path / "mujoco.py").write_text("raise ModuleNotFoundError('no', name='mujoco')")
    done = vulkar("play", "--sim", cwd=tmp_path, env={"PYTHONPATH": str(tmp_path)})
    assert error_code(done) == "sim.missing"


def test_port_that_is_no_controller(tmp_path: Path) -> None:
    master, slave = pty.openpty()
    try:
        done = vulkar("play", "--port", os.ttyname(slave), cwd=tmp_path)
        assert error_code(done) == "link.not_vulkar"
    finally:
        os.close(master)
        os.close(slave)


def test_port_in_use(tmp_path: Path) -> None:
    master, slave = pty.openpty()
    name = os.ttyname(slave)
    hold = (
        "import serial, sys, time\n"
        f"port = serial.Serial({name!r}, exclusive=True)\nprint('held', flush=True)\n"
        "sys.stdin.read()"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", hold], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        assert holder.stdout is not None
        holder.stdout.readline()
        assert error_code(vulkar("doctor", "--port", name, "--yes", cwd=tmp_path)) == "port.busy"
    finally:
        holder.communicate()
        os.close(master)
        os.close(slave)


def test_help_names_every_command() -> None:
    done = subprocess.run([VULKAR, "--help"], capture_output=True, text=True, check=True)
    for word in ("play", "replay", "doctor", "sim", "map", "version"):
        assert word in done.stdout


def test_version_names_what_matters(tmp_path: Path) -> None:
    done = vulkar("version", cwd=tmp_path)
    assert done.returncode == 0
    for word in ("vulkar", "protocol", "python", "firmware", "mujoco-core"):
        assert word in done.stdout
