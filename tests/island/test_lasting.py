"""A board that goes away and comes back: found, reconciled, and nothing done twice."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.island.chain import BOARD, ISLAND
from tests.island.lasting_board import STANDING, Board, on_board
from vulkar.devices.panel import Panel
from vulkar.errors import VulkarError
from vulkar.island.lasting import TRIES
from vulkar.island.panel import PanelIsland
from vulkar.island.port import Marble, RollOrder
from vulkar.island.serial import SerialIsland
from vulkar.island.went import ReleaseBook, Went, decide
from vulkar.link.events import ReleaseStatus
from vulkar.link.finder import PortFinder
from vulkar.link.transport import Transport
from vulkar.sim.boardwire import wiring_of
from vulkar.sim.faults.cable import Rates
from vulkar.sim.faults.cradles import Cradles
from vulkar.sim.faults.ptycable import PtyCable
from vulkar.sim.lockstep import Sim
from vulkar.sim.pty import RealtimeBoard


@pytest.mark.parametrize("away_s", [0.0, 0.4, 7.0])
def test_a_pulled_plug_is_noticed_at_rest_and_the_board_found_within_2_s(away_s: float) -> None:
    async def play(board: Board, sim: Sim) -> None:
        await board.island.expect((), STANDING)
        pulled_s = asyncio.get_running_loop().time()
        sim.unplug(away_s)
        await asyncio.sleep(away_s + 4.0)  # nobody asks for anything
        assert board.states == ["gone", "back"]
        assert board.news[0][0] - pulled_s < 1.0
        assert board.news[1][0] - pulled_s - away_s < 2.0
        assert await board.island.marble_home("idol")

    on_board(play)


def test_a_port_that_only_falls_silent_is_noticed_within_a_second_and_a_beat() -> None:
    async def play(board: Board, sim: Sim) -> None:
        await asyncio.sleep(1.0)
        assert board.lying is not None
        board.lying.rates = Rates(drop=1.0)
        silent_s = asyncio.get_running_loop().time()
        await asyncio.sleep(4.0)
        assert board.states == ["gone", "back"]
        assert board.news[0][0] - silent_s <= 1.0

    on_board(play)


def test_what_changed_while_it_was_gone_is_asked_for_by_name() -> None:
    async def play(board: Board, sim: Sim) -> None:
        await board.island.expect((), STANDING)
        sim.unplug(3.0)
        await asyncio.sleep(1.0)
        board.world.lift("red")
        await asyncio.sleep(20.0)
        assert any("BR6" in text and "empty" in text for text in board.said)
        await asyncio.sleep(5.0)
        assert board.world.pose("red") is not None
        assert (await board.island.observe())["BR6"]

    on_board(play)


def test_a_roll_goes_on_over_three_lost_links_and_one_reboot() -> None:
    async def play(board: Board, sim: Sim) -> None:
        roll = asyncio.ensure_future(board.island.roll(RollOrder(1, "I_S", "red", STANDING)))
        for wait_s, act in ((0.3, sim.unplug), (0.9, sim.power_cycle), (1.4, sim.unplug)):
            await asyncio.sleep(wait_s)
            act()
        report = await roll
        assert report.marble is Marble.RETURNED
        assert board.world.left["idol"] == 1 and board.world.empty["idol"] == 0
        assert board.states == ["gone", "back"] * 3

    on_board(play)


def test_a_key_turned_off_while_the_board_is_gone_keeps_it_disarmed() -> None:
    async def play(board: Board, sim: Sim) -> None:
        island = board.island
        panel = PanelIsland(island, island.link, Panel(has_fire=True), board.hands)
        island.permit = panel.permit
        island.stop_by_key = True
        panel.panel.heard(island.link.state)
        panel.key(True)
        roll = asyncio.ensure_future(panel.roll(RollOrder(1, "I_S", "red", STANDING)))
        await asyncio.sleep(0.1)
        panel.fire(True)
        while island.link.state != "armed":
            await asyncio.sleep(0.01)
        sim.unplug(1.0)
        await asyncio.sleep(0.2)
        panel.key(False)
        await asyncio.sleep(6.0)
        assert board.states == ["gone", "back"] and island.link.state in ("ready", "safe")
        assert board.world.left["idol"] == 0 and not roll.done()
        panel.key(True)
        await asyncio.sleep(3.0)
        assert island.link.state in ("ready", "safe")  # waits for the button
        panel.fire(True)
        assert (await roll).marble is Marble.RETURNED
        assert board.world.left["idol"] == 1

    on_board(play)


def test_a_port_that_answers_wrongly_is_given_up_with_its_error() -> None:
    async def play(board: Board, sim: Sim) -> None:
        tries = 0
        whole = board.island._make

        def deaf(transport: Transport, book: ReleaseBook) -> SerialIsland:
            nonlocal tries
            tries += 1
            made = whole(transport, book)
            assert board.lying is not None
            board.lying.rates = Rates(drop=1.0)
            return made

        board.island._make = deaf
        sim.unplug()
        with pytest.raises(VulkarError) as caught:
            await board.island.observe()
        assert caught.value.code == "link.not_vulkar" and tries == TRIES

    on_board(play)


def test_another_kind_of_port_error_reaches_whoever_asks() -> None:
    async def play(board: Board, sim: Sim) -> None:
        def refuse() -> Any:
            raise VulkarError("port.not_serial", port="/dev/x")

        board.island._finder.open = refuse  # type: ignore[method-assign]
        sim.unplug()
        await asyncio.sleep(1.0)
        for _ in range(2):
            with pytest.raises(VulkarError, match="not a serial port"):
                await board.island.marble_home("idol")

    on_board(play)


def test_on_a_real_pty_the_board_is_found_under_another_name_in_mid_roll(tmp_path: Path) -> None:
    async def main() -> None:
        world = Cradles(ISLAND)
        async with (
            asyncio.timeout(120),
            RealtimeBoard(wiring_of(BOARD, ISLAND), world, 1) as sim,
            PtyCable(sim.path, tmp_path / "port") as cable,
        ):
            board = Board(world, PortFinder(str(cable.link)))
            await board.island.open()
            roll = asyncio.ensure_future(board.island.roll(RollOrder(1, "I_S", "red", STANDING)))
            await asyncio.sleep(0.3)
            cable.pull()
            await asyncio.sleep(0.4)
            cable.plug()
            while not world.left["idol"]:
                await asyncio.sleep(0.01)
            cable.hangs = True  # nothing is closed, nothing is read
            while board.states.count("gone") < 2:
                await asyncio.sleep(0.05)
            cable.hangs = False
            assert (await roll).marble is Marble.RETURNED
            assert world.left["idol"] == 1 and world.empty["idol"] == 0
            assert len(set(cable.names)) >= 1 and sim.runs == 1
            await board.island.close()
            await board.hands.close()

    asyncio.run(main())


def test_decisions_about_a_release_row_by_row() -> None:
    """docs/reference/island.md, After a lost link."""
    never, closed = ReleaseStatus("never"), ReleaseStatus("closed", 5, home=True)
    left = ReleaseStatus("closed", 5, home=True, left=True)
    blind = ReleaseStatus("closed", 5)
    for seen, book, remembered, never_sent, home, wanted in (
        ([never, never], True, False, False, True, Went.YES),
        ([left, never], False, False, False, True, Went.YES),
        ([closed, never], False, True, False, True, Went.STAYED),
        ([closed, closed], False, True, False, True, Went.STAYED),
        ([closed, never], False, True, False, False, Went.UNKNOWN),
        ([blind, never], False, True, False, True, Went.UNKNOWN),
        ([never, never], False, True, False, False, Went.NO),
        ([never, never], False, False, True, True, Went.NO),
        ([never, never], False, False, False, True, Went.UNKNOWN),
        ([never, never], False, False, False, False, Went.UNKNOWN),
    ):
        got = decide(seen, left=book, remembered=remembered, never_sent=never_sent, home=home)
        assert got is wanted, (seen, book, remembered, never_sent, home)
