"""A cues file: what it changes, and the one clear error for each thing that nobody knows."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cues.arrange import own
from vulkar.cues import load_cues
from vulkar.cues.kinds import OWN, known
from vulkar.errors import VulkarError
from vulkar.rules.classic.texts import CASES
from vulkar.service.firing_ports import KINDS
from vulkar.service.said import CASES as SAID

SHOW = "[show.x]\nlength_ms = 1000\nloops = {loops}\nsteps = [\n{steps}]\n"


def test_the_table_that_comes_along_has_a_cue_for_what_people_wait_for() -> None:
    cues = load_cues()
    events = {row.event for row in cues.rows}
    assert events >= {"turn", "fireball_declared", "fireball", "fireball_rolled", "jewel", "won"}
    assert events >= OWN.keys()
    for own_kind, whats in OWN.items():
        rows = [row for row in cues.rows if row.event == own_kind]
        assert {row.when.get("what") for row in rows} == {*whats} or not whats
    used = {row.sound for row in cues.rows}
    assert used - {""} == cues.sounds.keys(), "a sound that nothing plays"


def test_every_kind_of_event_that_is_told_can_have_a_cue() -> None:
    assert known() >= {*CASES, *SAID, *KINDS}


def test_an_entry_of_ones_own_stands_in_the_place_of_the_one_of_that_name(tmp_path: Path) -> None:
    text = "[lamps]\nturn = 'white'\n[cue.won]\nevent = 'won'\n[cue.mine]\nevent = 'doll'\n"
    cues, along = own(tmp_path, text + "sound = 'hit'\n"), load_cues()
    by_name = {row.name: row for row in cues.rows}
    assert by_name["won"].sound == by_name["won"].show == ""
    assert by_name["mine"].sound == "hit"
    assert len(cues.rows) == len(along.rows) + 1
    assert cues.rest == {**along.rest, "turn": "white"}
    assert cues.brightness_percent == along.brightness_percent


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("[cue.x]\nevent = 'fireball_roled'\n", 2, "perhaps fireball_rolled"),
        ("[cue.x]\nevent = 'turn'\nsound = 'jewl'\n", 3, "perhaps jewel"),
        ("[cue.x]\nevent = 'turn'\nshow = 'hitt'\n", 3, "perhaps hit"),
        ("[cue.x]\nevent = 'turn'\n\nloud = 3\n", 4, "unknown key"),
        ("[cue.x]\nevent = 'turn'\nto = 'seat'\n", 1, "cue.x.who"),
        ("[cue.x]\nevent = 'turn'\nwho = 'seat'\n", 3, "of no other"),
        ("[cue.x]\nevent = 'turn'\nto = 'seat'\nwho = 'seat'\nshow = 'hit'\n", 5, "everybody"),
        ("[cue.x]\nevent = 'called'\nshow = 'hit'\n", 3, "one device"),
        ("[lamps]\njewel = 'golden'\n", 2, "perhaps gold"),
        ("[lamps]\nbrightness_percent = 101\n", 2, "100"),
        ("[sound.x]\nwave = 'sin'\nnotes = [{ for_ms = 9, hz = 440 }]\n", 2, "sine"),
        ("[sound.x]\nnotes = [{ for_ms = 99, hz = 20000 }]\n", 2, "8000"),
        (SHOW.format(loops=0, steps="{at_ms = 0, lights = {her = 'red'}}"), 4, "perhaps here"),
        (SHOW.format(loops=0, steps="{at_ms = 0, lights = {here = 'rde'}}"), 4, "perhaps red"),
        ("[cue.x\n", 1, "]"),
    ],
)
def test_what_nobody_knows_is_one_error_with_its_line(
    tmp_path: Path, text: str, line: int, said: str
) -> None:
    with pytest.raises(VulkarError) as caught:
        own(tmp_path, text)
    assert caught.value.code in ("cues.value", "cues.syntax")
    assert f"line {line}:" in caught.value.what and said in caught.value.what


@pytest.mark.parametrize(
    ("loops", "moments", "allowed"),
    [
        (0, (0, 167), True),
        (0, (0, 166), False),
        (0, (300, 200), False),
        (0, (0, 834), False),  # its last picture is dark again too soon
        (3, (0, 834), False),
        (3, (167, 833), True),
        (3, (167, 900), True),  # the first picture of the next turn comes 267 ms later
        (3, (0, 833), True),
    ],
)
def test_no_show_flashes_more_than_three_times_a_second(
    tmp_path: Path, loops: int, moments: tuple[int, ...], allowed: bool
) -> None:
    steps = ",".join(f"{{at_ms = {at}, lights = {{all = 'red'}}}}" for at in moments)
    text = SHOW.format(loops=loops, steps=steps)
    if allowed:
        own(tmp_path, text)
        return
    with pytest.raises(VulkarError, match=r"show\.x\.steps"):
        own(tmp_path, text)


def test_a_file_may_be_absent_or_unreadable(tmp_path: Path) -> None:
    for name, content, code in (("a", None, "missing"), ("b", b"\xff", "unreadable")):
        if content is not None:
            (tmp_path / name).write_bytes(content)
        with pytest.raises(VulkarError) as caught:
            load_cues(tmp_path / name)
        assert caught.value.code == f"cues.{code}"
