"""The panel's logic and its inputs, without pins and without a clock of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from vulkar.devices.panel import Lamp, Order, Panel, Sound
from vulkar.devices.panel_file import load_panel
from vulkar.errors import VulkarError
from vulkar.resources import panels_dir

PANELS = panels_dir()


def ready(*, has_fire: bool = True) -> Panel:
    panel = Panel(has_fire=has_fire)
    panel.heard("ready")
    panel.key(True)
    return panel


def test_a_fireball_waits_for_key_and_button() -> None:
    panel = Panel(has_fire=True)
    panel.heard("ready")
    panel.wait()
    panel.fire(True)  # the key is off
    assert not panel.go and panel.wants == "panel.key"
    panel.key(True)
    assert not panel.go and panel.wants == "panel.fire"
    panel.fire(True)
    assert panel.go


def test_a_press_before_the_fireball_waits_is_stale() -> None:
    panel = ready()
    panel.fire(True)
    panel.wait()
    assert not panel.go
    panel.fire(False)  # let go: only a fresh press counts
    assert not panel.go


def test_without_a_button_the_key_is_enough() -> None:
    panel = ready(has_fire=False)
    panel.wait()
    assert panel.go


def test_key_off_disarms_and_takes_the_press_back() -> None:
    panel = ready()
    panel.wait()
    panel.fire(True)
    assert panel.key(False) is Order.DISARM
    panel.key(True)
    assert not panel.go


def test_a_stop_is_latched_until_let_go_and_the_key_turned_off_and_on() -> None:
    panel = ready(has_fire=False)
    panel.wait()
    assert panel.stop(True) is Order.ESTOP and not panel.go
    panel.key(False)
    panel.key(True)
    assert not panel.may_arm and panel.wants == "panel.stop_pressed"
    panel.stop(False)
    assert not panel.may_arm
    panel.key(False)
    panel.key(True)
    assert panel.go


def test_a_stop_without_turning_the_key_stays() -> None:
    panel = ready()
    panel.stop(True)
    panel.stop(False)
    panel.key(True)  # it is on all the time: no turn
    assert not panel.may_arm and panel.wants == "panel.key_again"


def test_the_board_s_own_stop_latches_the_panel_once() -> None:
    panel = ready()
    assert panel.heard("stopped") is Order.ESTOP and panel.stopped
    assert panel.heard("stopped") is None


def test_lamps_show_idle_armed_fault_and_fireball() -> None:
    panel = ready()
    assert (panel.view.idle, panel.view.fault, panel.view.sound) == (Lamp.ON, Lamp.OFF, Sound.NONE)
    panel.wait()
    assert panel.view.fireball is Lamp.BLINK and panel.view.sound is Sound.READY
    panel.fire(True)
    panel.rolling(True)
    panel.heard("armed")
    assert (panel.view.armed, panel.view.fireball, panel.view.idle) == (
        Lamp.ON,
        Lamp.ON,
        Lamp.OFF,
    )
    panel.stop(True)
    assert panel.view.fault is Lamp.BLINK and panel.view.sound is Sound.ALARM
    panel.stop(False)
    assert panel.view.fault is Lamp.ON
    panel.heard("lost")
    assert panel.view.fault is Lamp.ON and panel.view.armed is Lamp.OFF


@pytest.mark.parametrize("name", ["classic", "pi-only"])
def test_the_panels_that_come_along_are_read(name: str) -> None:
    panel = load_panel(name)
    assert panel == load_panel(PANELS / f"{name}.toml")
    assert panel.fire is not None and panel.emergency_stop is not None


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("settle_ms", "setle_ms", "setle_ms", "perhaps settle_ms"),
        ("fire = { pin = 22", "fire = { pin = 17", "fire =", "GP17 is also key"),
        ("active = 0 }  # turned", "active = 2 }  # turned", "key =", "less than or equal to 1"),
        ("pin = 5,", "pin = 1,", "idle =", "greater than or equal to 2"),
        ("key = ", "# key = ", "[panel]", "required"),
    ],
)
def test_a_mistake_names_line_and_reason(
    tmp_path: Path, old: str, new: str, line: str, said: str
) -> None:
    text = (PANELS / "classic.toml").read_text()
    assert old in text
    path = tmp_path / "panel.toml"
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(VulkarError) as caught:
        load_panel(path)
    assert caught.value.code == "panel.value" and said in str(caught.value)
    assert str(PANELS / "classic.toml") in caught.value.todo
    number = int(str(caught.value.params["line"]))
    assert path.read_text().splitlines()[number - 1].startswith(line)


def test_a_panel_file_that_is_missing_or_no_toml(tmp_path: Path) -> None:
    for name in (tmp_path / "none.toml", "none"):
        with pytest.raises(VulkarError, match="names: classic, pi-only") as caught:
            load_panel(name)
        assert caught.value.code == "panel.missing"
    (tmp_path / "bytes.toml").write_bytes(b"\xff")
    with pytest.raises(VulkarError) as caught:
        load_panel(tmp_path / "bytes.toml")
    assert caught.value.code == "panel.unreadable"
    (tmp_path / "bad.toml").write_text("[panel")
    with pytest.raises(VulkarError) as caught:
        load_panel(tmp_path / "bad.toml")
    assert caught.value.code == "panel.syntax"
