"""Board files that leave out what their board lacks: what may be missing, and what may not."""

from __future__ import annotations

from pathlib import Path

import pytest

from vulkar.devices.board import load_board
from vulkar.errors import VulkarError
from vulkar.link import wire
from vulkar.maps import load
from vulkar.resources import boards_dir

MAP = load("classic")


def text(board: str) -> str:
    return (boards_dir() / f"{board}.toml").read_text()


def items(board: str) -> set[int]:
    """The kinds of item that a board is sealed with."""
    return {frame[0] for frame in load_board(board).config_frames()}


def test_motors_without_halls_are_the_whole_board_but_for_its_field() -> None:
    board, whole = load_board("motors"), load_board("classic")
    assert (board.servos, board.gates, board.diverters) == (
        whole.servos,
        whole.gates,
        whole.diverters,
    )
    assert board.halls.sensors == () and board.lamps is None
    assert items("classic") - items("motors") == {wire.C_CHAIN, wire.C_HALL, wire.C_LAMPS}


def test_halls_without_motors_have_their_field_and_a_beam_at_each_source() -> None:
    board, whole = load_board("sensors"), load_board("classic")
    assert board.halls == whole.halls and board.turret is None and not board.gates
    assert [(s, beam.index) for s, beam in board.beams.items()] == list(
        zip(MAP.sources, range(5), strict=True)
    )
    assert items("sensors") == {
        wire.C_BEGIN, wire.C_CHAIN, wire.C_HALL, wire.C_MARBLE, wire.C_PINS, wire.C_RATE
    }  # fmt: skip
    pins = next(frame for frame in board.config_frames() if frame[0] == wire.C_PINS)
    assert pins[1] == pins[3] == wire.NO_PIN  # nothing to switch, nothing to stop


CRADLE = "[cradle.E]\nmarble = { pin = 23, home = 1 }\n"


@pytest.mark.parametrize(
    ("board", "old", "new", "reason"),
    [
        ("motors", "rail_enable =", "# rail", "a board with servos needs it"),
        ("motors", "emergency_stop =", "# stop", "a board with servos needs it"),
        ("motors", "[supply]", "[cradle.A]\nmarble = { pin = 16, home = 1 }\n[supply]",
         "gate.A has its marble sensor"),
        ("motors", "[supply]", '[lamps]\npin = 16\nchain = "halls"\nbudget_ma = 100\n[supply]',
         "there are no sensors"),
        ("motors", "[supply]", '[switches]\nload = 16\nclock = 17\ndata = 18\npresent = 0\n'
         'sensors = ["WT1"]\n[supply]', "numbered behind"),
        ("sensors", "[halls]", CRADLE.replace("23", "9") + "[halls]", "GP9 is also cradle.idol"),
        ("sensors", "[halls]", CRADLE + "[halls]", "no GP23"),
        ("motors", "[supply]", "".join(
            CRADLE.replace("E", f"X{pin}").replace("23", str(pin)) for pin in range(16, 20)
        ) + "[supply]", "8 marble sensors"),
    ],
)  # fmt: skip
def test_what_may_not_be_missing_or_twice_is_named(
    tmp_path: Path, board: str, old: str, new: str, reason: str
) -> None:
    path = tmp_path / "mine.toml"
    assert text(board).count(old) == 1
    path.write_text(text(board).replace(old, new))
    with pytest.raises(VulkarError) as caught:
        load_board(path)
    assert caught.value.code == "board.value" and reason in str(caught.value)


def test_a_servo_that_nothing_uses_is_refused(tmp_path: Path) -> None:
    servo = text("motors")
    start, end = servo.index("[servo.gate_A]"), servo.index("[servo.gate_B]")
    path = tmp_path / "mine.toml"
    pins = servo[servo.index("[pins]") : servo.index("[scan]")]
    path.write_text(text("sensors").replace("# No [pins]", pins + "# No") + servo[start:end])
    with pytest.raises(VulkarError) as caught:
        load_board(path)
    assert "nothing uses a servo" in str(caught.value)
