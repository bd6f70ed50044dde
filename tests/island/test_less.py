"""Boards with less, sealed and played with the real firmware: people do and see the rest."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from tests.island.chain import BOARD, ISLAND
from vulkar.devices.board import load_board
from vulkar.devices.board_model import Board
from vulkar.errors import VulkarError
from vulkar.facts import Hit
from vulkar.island.account import roll_task
from vulkar.island.manual import ManualIsland
from vulkar.island.port import BY_HAND, Certainty, Marble, RollOrder, Task, TaskKind
from vulkar.island.sensed import sensed
from vulkar.island.serial import SerialIsland
from vulkar.link.controller import Controller
from vulkar.sim.lockstep import Sim, run
from vulkar.sim.people import Hands

STANDING = {"red": "BR6", "yellow": "FC4"}
PLACES = tuple(Task(TaskKind.PLACE, pawn, space) for pawn, space in STANDING.items())


def on_board(
    board: Board, play: Callable[[Sim, SerialIsland, Hands], Awaitable[None]], seed: int = 7
) -> list[str]:
    """Plays on an opened board with simulated people; the kinds of question they were asked."""
    kinds: list[str] = []

    async def main(sim: Sim) -> None:
        hands = Hands(sim.world, ISLAND, random.Random(seed))
        link = Controller(sim.transport, board, epoch=1)
        seen = sensed(ISLAND, board.halls.sensors)
        island = SerialIsland(link, seen, board, hands)
        await island.open()
        try:
            await play(sim, island, hands)
        finally:
            await island.close()
        kinds.extend(question.kind for question, _ in hands.asked)

    run(main, ISLAND, board, seed)
    return kinds


def test_motors_without_halls_ask_people_what_sensors_would_tell() -> None:
    async def play(sim: Sim, island: SerialIsland, hands: Hands) -> None:
        assert await island.observe() == {} and await island.marble_home("idol")
        await island.expect(PLACES, STANDING)
        report = await island.roll(RollOrder(1, "I_S", None, STANDING))
        assert report.facts == (Hit("red"),) and report.marble is Marble.RETURNED
        sure = {touch.pawn: touch.certainty for touch in report.touches}
        assert sure == {"red": Certainty.SEEN, "yellow": Certainty.SURE}
        assert report.left_us > 0  # the beam saw it leave
        assert {p for p, seen in sim.world.truth().items() if seen.touched} == {"red"}

    assert on_board(load_board("motors"), play) == ["all_done", "rest", "touched"]


def test_halls_without_motors_see_what_people_let_go() -> None:
    async def play(sim: Sim, island: SerialIsland, hands: Hands) -> None:
        await island.expect(PLACES, STANDING)
        assert (await island.observe())["BR6"] and island.memory == BY_HAND

        async def go(order: RollOrder) -> None:
            assert [question.kind for question, _ in hands.asked] == ["aimed"]
            assert sim.world.turret_deg == pytest.approx(186.0, abs=4.0)
            gone.append(order.release_id)

        island.parts.go = go
        report = await island.roll(RollOrder(1, "I_S", None, STANDING))
        assert report.facts == (Hit("red"),) and report.marble is Marble.RETURNED
        (red, _) = report.touches
        assert red.certainty is Certainty.SURE and red.low_mt < 8.0
        assert 0 < red.t_us < 5_000_000 < report.rest_us + 5_000_000  # from the beam's own time
        assert not island.parts.book.unknown

    gone: list[int] = []
    assert on_board(load_board("sensors"), play) == ["aimed"] and gone == [1]


def test_people_who_are_told_to_roll_are_asked_after_a_broken_roll_and_not_before() -> None:
    """The roll is cut short after the word: the same order asks whether the marble went."""

    async def play(sim: Sim, island: SerialIsland, hands: Hands) -> None:
        await island.expect(PLACES, STANDING)
        order = RollOrder(1, "I_S", None, STANDING)
        first = asyncio.ensure_future(island.roll(order))
        for _ in range(400):
            if island.parts.book.sent(1):
                break
            await asyncio.sleep(0.05)
        assert sim.world.marble_home("idol")
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        report = await island.roll(order)
        assert report.facts == (Hit("red"),) and report.marble is Marble.RETURNED

    # its watch is lost, and so every pawn on its way is asked about
    assert on_board(load_board("sensors"), play) == ["marble_left", "touched"]


def test_a_board_that_comes_after_people_asks_before_it_lets_the_same_marble_go() -> None:
    async def play(sim: Sim, island: SerialIsland, hands: Hands) -> None:
        assert island.memory not in (BY_HAND, None)
        await island.expect(PLACES, STANDING)
        order = RollOrder(1, "I_S", None, STANDING, memory=ManualIsland(ISLAND, hands).memory)
        hands.tell(roll_task(order, ISLAND.routes["I_S"]))
        assert await island.went(order)
        report = await island.roll(order)
        assert report.marble is Marble.RETURNED
        phases = [(await island.parts.link.release_status(1, n)).phase for n in (0, 1)]
        assert phases == ["never", "never"]

    assert "marble_left" in on_board(BOARD, play)


def test_a_source_without_a_marble_sensor_is_refused_by_name() -> None:
    cradles = {s: c for s, c in load_board("sensors").cradles.items() if s != "B"}
    board = replace(load_board("sensors"), cradles=cradles)
    link = Controller.__new__(Controller)
    with pytest.raises(VulkarError) as caught:
        SerialIsland(link, ISLAND, board, Hands.__new__(Hands))
    assert caught.value.code == "board.source" and caught.value.params["source"] == "B"


def test_a_whole_board_seals_as_it_did() -> None:
    assert [frame[0] for frame in BOARD.config_frames()][:2] == [0, 1]
    motors = {frame[0] for frame in load_board("motors").config_frames()}
    sensors = {frame[0] for frame in load_board("sensors").config_frames()}
    whole = {frame[0] for frame in BOARD.config_frames()}
    assert motors < whole and sensors < whole
