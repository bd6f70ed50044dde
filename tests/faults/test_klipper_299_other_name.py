"""Klipper3d/klipper#299 and jeelabs/folie#31: the device was back under another name while the old
handle was still open, and an unplugged one was noticed only by the next write."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from tests.faults.report import fault
from tests.faults.tap import Tap
from tests.island.chain import BOARD, ISLAND
from tests.island.test_lasting import STANDING, Board
from tests.link.chip import Still, on_chip
from tests.link.test_finder import Usb
from vulkar.errors import VulkarError
from vulkar.link import wire
from vulkar.link.controller import Controller
from vulkar.link.events import Event, EventKind
from vulkar.link.finder import PortFinder
from vulkar.sim.boardwire import wiring_of
from vulkar.sim.faults.cradles import Cradles
from vulkar.sim.faults.ptycable import PtyCable
from vulkar.sim.lockstep import Sim
from vulkar.sim.pty import RealtimeBoard


class Renamed(PtyCable):
    """A cable whose old ports stay open and silent when it comes back under another name."""

    olds: list[int]

    def rename(self) -> None:
        self._loop.remove_reader(self._master)
        self.olds = [*getattr(self, "olds", []), self._master, self._slave]
        self._master = self._slave = -1
        self.plug()

    async def __aexit__(self, *exc: object) -> None:
        await super().__aexit__(*exc)
        for fd in self.olds:
            os.close(fd)


@fault(
    "Klipper3d/klipper#299",
    holds="The old port stays open and silent, the controller's USB identity leads to another "
    "name: noticed after a second, found there; another controller is never taken for it.",
    sees="that the board is gone, and that it is back",
)
def test_it_is_found_under_its_new_name_while_the_old_port_is_open(tmp_path: Path) -> None:
    async def main() -> None:
        world = Cradles(ISLAND)
        async with (
            asyncio.timeout(60),
            RealtimeBoard(wiring_of(BOARD, ISLAND), world, 1) as sim,
            Renamed(sim.path, tmp_path / "port") as cable,
        ):
            stranger = Usb("/dev/null", serial_number="another")

            def plugged() -> list[Usb]:
                return [stranger, Usb(cable.names[-1])]

            board = Board(world, PortFinder(cable.names[-1], plugged))
            await board.island.open()
            await board.island.expect((), STANDING)
            for turn in (1, 2):
                cable.rename()
                while board.states.count("back") < turn:
                    await asyncio.sleep(0.02)
                assert board.lying is not None and board.lying.name == cable.names[-1]
                assert (await board.island.observe())["BR6"]
            assert len(set(cable.names)) == 3 and sim.runs == 1
            await board.island.close()
            await board.hands.close()

    asyncio.run(main())


@fault(
    "Klipper3d/klipper#299",
    holds="Reads bring nothing any more and no end is closed: noticed within 1 s, in rest and in "
    "the middle of a move, though the host writes nothing.",
    sees="`link.lost`",
)
@pytest.mark.parametrize("moving", [False, True])
def test_silence_is_noticed_within_a_second_without_a_write(moving: bool) -> None:
    async def main(sim: Sim, world: Still) -> None:
        loop = asyncio.get_running_loop()
        for phase in range(12):
            dead = False
            tap = Tap(
                sim.open_port(),
                there=lambda kind, line: () if dead else (line,),  # noqa: B023
                back=lambda kind, line: () if dead else (line,),  # noqa: B023
            )
            controller = Controller(tap, BOARD)
            lost: list[float] = []

            def heard(event: Event, lost: list[float] = lost) -> None:
                if event.kind is EventKind.LOST:
                    lost.append(loop.time())

            controller.subscribe(heard)
            await controller.connect()
            move = None
            if moving:
                await controller.arm()
                move = asyncio.ensure_future(controller.servo("turret", 900 + 1200 * (phase % 2)))
            await asyncio.sleep(0.02 * phase)
            dead, at_s = True, loop.time()
            await asyncio.sleep(1.5)
            assert len(lost) == 1 and lost[0] - at_s <= wire.SILENCE_MS / 1000
            if move is not None:
                with pytest.raises(VulkarError):
                    await move

    on_chip(main)
