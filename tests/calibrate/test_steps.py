"""What ``--only`` names, what is done, and what a typed jog means."""

from __future__ import annotations

import asyncio

import pytest

from vulkar.calibrate.person import Mark, Terminal, parse_jog
from vulkar.calibrate.steps import Step, changes, chosen, merged, steps_of, undone
from vulkar.devices.board import load_board
from vulkar.devices.calibration_file import GateCalibration, ServoCalibration, blank
from vulkar.errors import VulkarError

BOARD = load_board("classic")


def test_all_servos_come_before_the_halls_and_the_gates_last() -> None:
    kinds = [step.kind for step in steps_of(BOARD)]
    assert kinds == ["servo"] * 9 + ["hall"] * 128 + ["gate"] * 5


def test_only_names_groups_and_parts_in_the_usual_order() -> None:
    assert chosen(BOARD, []) == steps_of(BOARD)
    assert len(chosen(BOARD, ["servos", "gates"])) == 14
    wanted = [Step("servo", "turret"), Step("hall", "WT2"), Step("gate", "A")]
    assert list(chosen(BOARD, ["gate:A", "hall:WT2", "servo:turret"])) == wanted


@pytest.mark.parametrize(
    ("text", "near"), [("servo:turet", "servo:turret"), ("hals", "halls"), ("", "servo")]
)
def test_an_unknown_part_names_the_nearest(text: str, near: str) -> None:
    with pytest.raises(VulkarError, match=near) as caught:
        chosen(BOARD, [text])
    assert caught.value.code == "calibration.only"


def test_a_gate_is_done_once_it_was_timed_and_keeps_its_pulses() -> None:
    servo = ServoCalibration(min_us=950, max_us=2050)
    pulses = GateCalibration(closed_us=1490, ways={"west": 1000, "east": 2000})
    first = blank("classic", "00").model_copy(
        update={"servo": {"gate_A": servo}, "gate": {"A": pulses}}
    )
    steps = chosen(BOARD, ["servo:gate_A", "gate:A"])
    assert undone(steps, first) == (Step("gate", "A"),)
    timed = blank("classic", "00").model_copy(
        update={"gate": {"A": GateCalibration(leave_ms=[100])}}
    )
    both = merged(first, timed)
    assert undone(steps, both) == ()
    assert both.gate["A"].closed_us == 1490 and both.gate["A"].leave_ms == [100]


def test_nothing_changed_is_no_row() -> None:
    assert list(changes(BOARD, BOARD)) == []


@pytest.mark.parametrize(
    ("line", "move_us"),
    [("+", 10), ("-", -10), ("++", 50), ("--", -50), ("+7", 7), ("-120", -120), ("+200", 200),
     ("+201", None), ("7", None), ("", None), ("+-5", None), ("+1e3", None), ("ok!", None)],
)  # fmt: skip
def test_a_typed_jog(line: str, move_us: int | None) -> None:
    assert parse_jog(line) == move_us


def test_a_person_at_a_terminal_is_asked_again_until_it_is_understood() -> None:
    lines = ["", "up", "+999", " -15 "]
    said: list[str] = []

    async def read(prompt: str) -> str:
        assert "1500 us" in prompt and "window E" in prompt
        return lines.pop(0)

    mark = Mark("turret", "facing", "E", 97.0, "window E")
    assert asyncio.run(Terminal(said.append, read).jog(mark, 1500)) == -15
    assert len(said) == 3 and not lines
