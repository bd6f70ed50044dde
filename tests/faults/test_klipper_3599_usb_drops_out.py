"""Klipper3d/klipper#3599: USB dropped out, was back within 0.4 s, and the job was lost."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from pathlib import Path

from tests.faults.report import fault
from tests.island.chain import BOARD, ISLAND
from tests.island.test_lasting import STANDING, Board, on_board
from vulkar.errors import VulkarError
from vulkar.island.port import Marble, RollOrder
from vulkar.link import wire
from vulkar.link.finder import PortFinder
from vulkar.sim.boardwire import wiring_of
from vulkar.sim.faults.cradles import Cradles
from vulkar.sim.faults.ptycable import PtyCable
from vulkar.sim.lockstep import Sim
from vulkar.sim.pty import RealtimeBoard

DROPS = 200
AWAY_S = 0.4
ROUTES = ("I_S", "A_E")


@fault(
    "Klipper3d/klipper#3599",
    holds="200 drops of 0.4 s at random moments of rolls: each roll goes on where it was, each "
    "marble is let go once, nobody is asked.",
    sees="that the board is gone, and that it is back",
)
def test_200_drops_at_random_moments_let_each_marble_go_once() -> None:
    async def play(board: Board, sim: Sim) -> None:
        rng = random.Random(3599)

        async def drop() -> None:
            for _ in range(DROPS):
                await asyncio.sleep(rng.uniform(0.05, 0.9))
                sim.unplug(AWAY_S)
                await asyncio.sleep(AWAY_S)

        dropping = asyncio.ensure_future(drop())
        ordered = dict.fromkeys(board.world.left, 0)
        number = 0
        while not dropping.done():
            number += 1
            route = ROUTES[number % 2]
            ordered[ISLAND.routes[route].source] += 1
            report = await board.island.roll(RollOrder(number, route, "red", STANDING))
            assert report.marble is Marble.RETURNED
            assert board.world.left == ordered, number
        assert number > 5 and board.states.count("back") > DROPS // 2
        assert board.island.book.unknown == [] and not any(board.world.empty.values())
        assert sim.chip.runs == 1

    on_board(play)


@fault(
    "Klipper3d/klipper#3599",
    holds="The cable is pulled in the middle of a move and does not come back: within a second and "
    "the gate's own time no servo has a pulse.",
    sees="`link.lost`",
)
def test_a_move_that_nobody_watches_any_more_ends_safe() -> None:
    async def play(board: Board, sim: Sim) -> None:
        for number in range(8):
            link = board.island._island.parts.link  # type: ignore[union-attr]
            await link.arm()
            move = asyncio.ensure_future(link.servo("turret", 1000 + 900 * (number % 2)))
            release = asyncio.ensure_future(link.release("A", "east", number + 1))
            await asyncio.sleep(0.01 + 0.03 * number)
            sim.unplug(4.0)
            done = await asyncio.gather(move, release, return_exceptions=True)
            assert isinstance(done[0], VulkarError)
            gate = BOARD.gates["A"]
            own_s = (gate.open_ms + gate.servo.settle_ms) / 1000
            await asyncio.sleep(wire.SILENCE_MS / 1000 + own_s + 0.1)
            pins = [servo.pin for servo in BOARD.servos.values()]
            assert [sim.rig.pwm.pulse_us(pin) for pin in pins] == [None] * len(pins)
            board.world.load_marble("A")
            await board.island.marble_home("A")

    on_board(play)


@fault(
    "Klipper3d/klipper#3599",
    holds="On a real serial port, which is back under another path: the roll goes on.",
    sees="that the board is gone, and that it is back",
)
def test_on_a_real_port_the_roll_goes_on_under_another_path(tmp_path: Path) -> None:
    async def main() -> None:
        world = Cradles(ISLAND)
        async with (
            asyncio.timeout(120),
            RealtimeBoard(wiring_of(BOARD, ISLAND), world, 1) as sim,
            PtyCable(sim.path, tmp_path / "port") as cable,
        ):
            board = Board(world, PortFinder(str(cable.link)))
            while board.island.memory is None:  # a loaded machine may be silent for a second
                with suppress(VulkarError):
                    await board.island.open()
            roll = asyncio.ensure_future(board.island.roll(RollOrder(1, "I_S", "red", STANDING)))
            for wait_s in (0.35, 0.9):
                await asyncio.sleep(wait_s)
                cable.pull()
                await asyncio.sleep(AWAY_S)
                cable.plug()
            report = await roll
            assert report.marble is Marble.RETURNED
            assert world.left["idol"] == 1 and world.empty["idol"] == 0
            assert board.states.count("back") >= 1 and sim.runs == 1
            await board.island.close()
            await board.hands.close()

    asyncio.run(main())
