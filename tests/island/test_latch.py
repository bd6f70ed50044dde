"""What is latched in mid-game: told to people, opened by their word only, and gone on from."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.island.chain import BOARD
from tests.island.lasting_board import STANDING, Board, on_board
from tests.link.chip import planted
from vulkar.devices.panel import Panel
from vulkar.errors import VulkarError
from vulkar.island.latch import REFUSALS
from vulkar.island.latches import CODES
from vulkar.island.panel import PanelIsland
from vulkar.island.people_text import latch_said
from vulkar.island.port import Marble, Question, RollOrder, RollReport
from vulkar.link import wire
from vulkar.resources import firmware_dir
from vulkar.sim.lockstep import Sim
from vulkar.sim.people import Hands
from vulkar.texts import render

ORDER = RollOrder(1, "I_S", "red", STANDING)


class Slow(Hands):
    """People who say nothing of a latch before ``word`` is set, and then that."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.word: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    async def ask(self, question: Question) -> bool:
        if question.kind != "clear":
            return await super().ask(question)
        self.asked.append((question, await asyncio.shield(self.word)))
        return self.word.result()

    @property
    def cleared(self) -> list[int]:
        """The faults that they were asked about and answered."""
        return [question.number for question, _ in self.asked if question.kind == "clear"]


def interrupt(board: Board, sim: Sim) -> None:
    sim.transport.write(b"\x03")


def stop(board: Board, sim: Sim) -> None:
    board.task = asyncio.ensure_future(board.island.link.estop())  # type: ignore[attr-defined]


def sag(board: Board, sim: Sim) -> None:
    sim.power_cycle()


def at(board: Board, state: str) -> bool:
    island = board.island._island
    return island is not None and island.state == state


def pulses(sim: Sim) -> list[float]:
    """The pulses of every servo that has any."""
    outputs = [sim.rig.outputs.pulse_us(servo.output) for servo in BOARD.servos.values()]
    return [pulse_us for pulse_us in outputs if pulse_us is not None]


async def latched(
    board: Board, sim: Sim, state: str, strikes: list[Callable[[Board, Sim], None]]
) -> asyncio.Task[RollReport]:
    """A roll that was struck as it came to ``state``, and whose people are asked by now."""
    roll = asyncio.ensure_future(board.island.roll(ORDER))
    for strike in strikes:
        while not at(board, state):
            await asyncio.sleep(0.005)
        await asyncio.sleep(0.05)
        strike(board, sim)
        while at(board, state):
            await asyncio.sleep(0.005)
    while not board.said:
        await asyncio.sleep(0.05)
        assert not roll.done()
    return roll


STRIKES = {
    wire.FAULT_KEYBOARD: [interrupt],
    wire.FAULT_POWER: [sag, sag],
    0: [stop],
}


@pytest.mark.parametrize("number", STRIKES)
@pytest.mark.parametrize("state", ["aiming", "releasing"])
def test_a_roll_waits_for_the_word_and_goes_on_with_one_marble(number: int, state: str) -> None:
    async def play(board: Board, sim: Sim) -> None:
        roll = await latched(board, sim, state, STRIKES[number])
        left = board.world.left["idol"]
        for _ in range(100):
            await asyncio.sleep(0.1)
            assert not roll.done() and not sim.rig.outputs.rail and not pulses(sim)
        assert board.world.left["idol"] == left and board.said == [render(latch_said(number))]
        board.hands.word.set_result(True)  # type: ignore[attr-defined]
        assert (await roll).marble is Marble.RETURNED
        assert board.hands.cleared == [number]  # type: ignore[attr-defined]
        assert board.world.left["idol"] == 1 and board.world.empty["idol"] == 0
        assert board.world.spilled["idol"] == 0

    on_board(play, Slow)


def test_a_fault_while_the_marble_rolls_costs_nothing_but_the_word() -> None:
    async def play(board: Board, sim: Sim) -> None:
        roll = await latched(board, sim, "rolling", [interrupt])
        board.hands.word.set_result(True)  # type: ignore[attr-defined]
        report = await roll
        assert report.marble is Marble.RETURNED and board.world.left["idol"] == 1
        kinds = [question.kind for question, _ in board.hands.asked]
        assert kinds == ["clear"]  # its watch goes on: nobody is asked what was touched

    on_board(play, Slow)


@pytest.mark.parametrize("number", STRIKES)
def test_people_who_say_no_end_it_with_the_latch_and_can_go_on_later(number: int) -> None:
    async def play(board: Board, sim: Sim) -> None:
        roll = await latched(board, sim, "releasing", STRIKES[number])
        board.hands.word.set_result(False)  # type: ignore[attr-defined]
        with pytest.raises(VulkarError) as ended:
            await roll
        assert ended.value.code == CODES[number]
        await asyncio.sleep(3.0)
        assert not sim.rig.outputs.rail and not pulses(sim)
        board.hands.word = asyncio.get_running_loop().create_future()  # type: ignore[attr-defined]
        board.hands.word.set_result(True)  # type: ignore[attr-defined]
        assert (await board.island.roll(ORDER)).marble is Marble.RETURNED
        assert board.world.left["idol"] == 1 and board.world.empty["idol"] == 0

    on_board(play, Slow)


def test_a_board_that_goes_away_while_people_are_asked_asks_them_again() -> None:
    async def play(board: Board, sim: Sim) -> None:
        roll = await latched(board, sim, "releasing", [interrupt])
        sim.unplug(1.0)
        await asyncio.sleep(4.0)
        assert board.states == ["gone", "back"]
        board.hands.word.set_result(True)  # type: ignore[attr-defined]
        assert (await roll).marble is Marble.RETURNED
        assert board.world.left["idol"] == 1 and board.world.empty["idol"] == 0

    on_board(play, Slow)


def test_a_stop_line_that_stays_down_cannot_be_talked_away() -> None:
    async def play(board: Board, sim: Sim) -> None:
        sim.rig.faults.stop_pressed = True
        await asyncio.sleep(0.5)
        with pytest.raises(VulkarError) as ended:
            await board.island.roll(ORDER)
        assert ended.value.code == "latch.stop"
        assert len(board.hands.asked) == REFUSALS and board.world.left["idol"] == 0
        sim.rig.faults.stop_pressed = False
        assert (await board.island.roll(ORDER)).marble is Marble.RETURNED

    on_board(play)


def gate_that(folder: Path, line: str) -> Path:
    """Firmware whose gates do ``line`` at each step while they are busy."""
    text = (firmware_dir() / "island" / "gate.py").read_text()
    start = '        """True once, when'
    whole = next(row for row in text.splitlines(keepends=True) if row.startswith(start))
    return planted(folder, "gate.py", whole, f"{whole}        if self.busy:\n            {line}\n")


def test_a_gate_timer_that_fails_is_a_word_and_the_roll_goes_on(tmp_path: Path) -> None:
    async def play(board: Board, sim: Sim) -> None:
        assert (await board.island.roll(ORDER)).marble is Marble.RETURNED
        assert board.said[0] == render(latch_said(wire.FAULT_TIMER))
        assert board.world.left["idol"] == 1 and board.world.empty["idol"] == 0

    on_board(play, firmware=gate_that(tmp_path, "self.late = True"))


def test_a_firmware_that_fails_again_and_again_is_given_up_by_people(tmp_path: Path) -> None:
    async def play(board: Board, sim: Sim) -> None:
        with pytest.raises(VulkarError) as ended:
            await board.island.roll(ORDER)
        assert ended.value.code == "latch.exception"
        words = [answer for question, answer in board.hands.asked if question.kind == "clear"]
        assert words == [True] * board.hands.pace.clears + [False]
        assert board.world.left["idol"] <= 1

    on_board(play, firmware=gate_that(tmp_path, 'raise OSError("planted")'))


def test_with_a_panel_the_key_opens_a_stop_and_a_word_a_fault() -> None:
    async def play(board: Board, sim: Sim) -> None:
        island = board.island
        panel = PanelIsland(island, island.link, Panel(has_fire=False), board.hands)
        island.permit = panel.permit
        island.stop_by_key = True
        await island.close()
        island._closed = False
        await panel.open()
        panel.key(True)
        roll = asyncio.ensure_future(panel.roll(ORDER))
        while not at(board, "aiming"):
            await asyncio.sleep(0.005)
        panel.stop(True)
        await asyncio.sleep(5.0)
        assert island.link.state == "stopped" and not board.hands.asked
        panel.stop(False)
        panel.key(False)
        panel.key(True)
        while not at(board, "releasing"):
            await asyncio.sleep(0.005)
            assert not roll.done() and render(latch_said(0)) not in board.said
        interrupt(board, sim)
        while render(latch_said(wire.FAULT_KEYBOARD)) not in board.said:
            await asyncio.sleep(0.05)
            assert not roll.done()
        panel.key(False)
        board.hands.word.set_result(True)  # type: ignore[attr-defined]
        await asyncio.sleep(5.0)
        assert island.link.state == "fault" and not sim.rig.outputs.rail  # the key is off
        panel.key(True)
        assert (await roll).marble is Marble.RETURNED
        assert board.hands.cleared == [wire.FAULT_KEYBOARD]  # type: ignore[attr-defined]
        assert board.world.left["idol"] == 1 and board.world.empty["idol"] == 0

    on_board(play, Slow)


def test_every_fault_of_the_wire_has_an_entry_of_its_own() -> None:
    faults = {getattr(wire, name) for name in dir(wire) if name.startswith("FAULT_")}
    assert faults == CODES.keys() - {0}
    assert len({render(latch_said(number)) for number in (*CODES, 99)}) == len(CODES) + 1
