"""The Pi's own health: each check with injected readings, and the readings from a made-up root."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from vulkar.pi import health
from vulkar.pi.health import CHECKS, Finding, Level, Readings
from vulkar.pi.readings import parse_throttled, read

WELL = Readings(
    throttled=0,
    modem_manager=False,
    port="/dev/ttyACM0",
    port_open=True,
    port_group="dialout",
    groups=frozenset({"dialout"}),
    free_mb=5000,
    now_s=1_800_000_000.0,
    journal_s=1_799_999_000.0,
    strict_gpiod=True,
)


def test_a_sound_pi_has_no_findings_and_neither_has_a_laptop() -> None:
    for readings in (WELL, Readings()):
        assert [check(readings).level for check in CHECKS] == [Level.OK] * len(CHECKS)


@pytest.mark.parametrize(
    ("change", "what", "level", "said"),
    [
        ({"throttled": 0x1}, "supply of the Pi", Level.PROBLEM, "undervoltage now"),
        ({"throttled": 0x50000}, "supply of the Pi", Level.PROBLEM, "since the start"),
        ({"throttled": 0x4}, "heat of the Pi", Level.NOTE, "slowed down now"),
        ({"throttled": 0x80000}, "heat of the Pi", Level.NOTE, "since the start"),
        ({"modem_manager": True}, "ModemManager", Level.PROBLEM, "is running"),
        ({"port_open": False}, "permission", Level.PROBLEM, "group dialout"),
        ({"port": "", "groups": frozenset({"users"})}, "permission", Level.NOTE, "not in"),
        ({"free_mb": 199}, "disk", Level.PROBLEM, "199 MB"),
        ({"now_s": 1_700_000_000.0}, "clock", Level.NOTE, "1157 days before"),
        ({"strict_gpiod": False}, "released pins", Level.NOTE, "keep their level"),
    ],
)
def test_each_trouble_is_one_finding_that_says_what_to_do(
    change: dict[str, object], what: str, level: Level, said: str
) -> None:
    found = [check(replace(WELL, **change)) for check in CHECKS]  # type: ignore[arg-type]
    bad = [finding for finding in found if finding.level is not Level.OK]
    expected = [finding for finding in bad if finding.what == what]
    assert len(expected) == 1 and expected[0].level is level
    assert said in expected[0].found and expected[0].todo
    assert all(finding.todo for finding in bad)


def test_under_voltage_alone_is_not_called_heat() -> None:
    assert health.heat(replace(WELL, throttled=0x10001)).level is Level.OK


@pytest.mark.parametrize(
    ("text", "bits"),
    [("0\n", 0), ("50005\n", 0x50005), ("throttled=0x50000", 0x50000), ("VCHI failed", None)],
)
def test_both_ways_of_telling_throttling(text: str, bits: int | None) -> None:
    assert parse_throttled(text) == bits


def test_readings_from_a_pi_s_files(tmp_path: Path) -> None:
    def put(path: str, text: str) -> None:
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    put("sys/devices/platform/soc/soc:firmware/get_throttled", "50005\n")
    put("proc/812/comm", "ModemManager\n")
    put("proc/device-tree/model", "Raspberry Pi 5 Model B Rev 1.0\0")
    put("boot/firmware/config.txt", "# dtparam=strict_gpiod\ndtparam=audio=on\n")
    found = read(root=tmp_path)
    assert (found.throttled, found.modem_manager, found.strict_gpiod) == (0x50005, True, False)
    put("boot/firmware/config.txt", "[all]\ndtparam=audio=on,strict_gpiod\n")
    (tmp_path / "proc/812/comm").write_text("bash\n")
    found = read(root=tmp_path)
    assert (found.modem_manager, found.strict_gpiod) == (False, True)
    assert found.free_mb is not None and found.groups


def test_a_port_that_is_not_yours(tmp_path: Path) -> None:
    port = tmp_path / "ttyACM0"
    port.touch()
    found = read(port=str(port))
    assert found.port_open is True and found.port_group
    port.chmod(0)
    if os.geteuid():
        assert read(port=str(port)).port_open is False
    assert read(port=str(tmp_path / "none")).port_open is None


def test_a_finding_as_json() -> None:
    row = Finding("disk", Level.NOTE, "full", "free it").row()
    assert row == {"what": "disk", "level": "note", "found": "full", "todo": "free it"}
