"""``vulkar calibrate``: where do this board's servos and sensors truly stand?"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table as Grid

from vulkar.calibrate.flow import Calibrator
from vulkar.calibrate.person import Terminal
from vulkar.calibrate.steps import Step, changes, chosen
from vulkar.cli.files import check_output
from vulkar.cli.options import BoardName, PortToLookAt
from vulkar.cli.people import read_line
from vulkar.cli.seats import check_seed
from vulkar.devices.board import Board, load_board
from vulkar.devices.calibration import apply
from vulkar.devices.calibration_file import Calibration, calibration_path, restore
from vulkar.errors import VulkarError
from vulkar.link.controller import Controller
from vulkar.maps import IslandMap, load
from vulkar.maps.drawing import draw_field

if TYPE_CHECKING:
    from vulkar.sim.lockstep import Sim

TOLD_EVERY = 16  # sensors; a line for each of 128 would be too many


def calibrate(
    sim: Annotated[
        bool, typer.Option("--sim", help="Calibrate a simulated board that is built crooked.")
    ] = False,
    port: PortToLookAt = None,
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only",
            help="servos, halls, gates, or one: servo:turret, hall:WT1, gate:A. "
            "May be given again.",
        ),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Begin without asking first.")] = False,
    anew: Annotated[
        bool, typer.Option("--anew", help="Forget what was measured before, here or elsewhere.")
    ] = False,
    take_back: Annotated[
        bool, typer.Option("--restore", help="Take back the calibration before the last one.")
    ] = False,
    picture: Annotated[
        Path | None, typer.Option("--picture", help="The field as SVG. [beside the calibration]")
    ] = None,
    board_name: BoardName = "classic",
    seed: Annotated[int, typer.Option("--seed", help="How the simulated board is built.")] = 1,
) -> None:
    """Find a board's servo end stops and marks, measure its hall field, and time its gates.

    Guided, step by step. Ctrl-C stops it at any time: nothing that is done is lost, and the same
    command goes on. The new calibration replaces the old one only when all is done.
    """
    board = load_board(board_name)
    console = Console(highlight=False, soft_wrap=True)
    path = calibration_path(board.path, simulated=sim)
    if take_back:
        restore(path)
        console.print(f"Taken back: {path}")
        return
    if sim == (port is not None):
        raise VulkarError("play.where")
    check_seed(seed)
    check_output(picture)
    steps = chosen(board, only or ())
    island = load(board.map)
    work = _Work(console, board, island, path, steps, anew)
    if not yes and not typer.confirm(f"{len(steps)} steps. Servos will move. Are all hands away?"):
        raise typer.Exit(1)
    try:
        done = work.simulated(seed) if port is None else asyncio.run(work.on_port(port))
    except KeyboardInterrupt:
        console.print("Stopped. What is done is kept: give the same command again to go on.")
        raise typer.Exit(130) from None
    work.report(done, picture or path.with_suffix(".svg"))
    raise typer.Exit(1 if work.calibrator.dead else 0)


class _Work:
    """One calibration, simulated or real, and what is printed of it."""

    calibrator: Calibrator

    def __init__(
        self,
        console: Console,
        board: Board,
        island: IslandMap,
        path: Path,
        steps: tuple[Step, ...],
        anew: bool,
    ) -> None:
        self.console = console
        self.board = board
        self.island = island
        self.path = path
        self.steps = steps
        self.anew = anew

    def simulated(self, seed: int) -> Calibration:
        from vulkar.sim.fitter import Fitter, crooked

        async def main(sim: Sim) -> Calibration:
            person = Fitter(sim.rig, sim.world, self.board, self.island)
            self.calibrator = Calibrator(
                lambda board: Controller(sim.open_port(), board), self.board, self.island, person,
                self.path, self.steps, self.anew, self.told,
            )  # fmt: skip
            return await self.calibrator.run()

        with crooked(self.island, self.board, seed) as simulation:
            return simulation.run(main)

    async def on_port(self, port: str) -> Calibration:
        from vulkar.link.serialport import open_port

        person = Terminal(self.console.print, self._read)
        self.calibrator = Calibrator(
            lambda board: Controller(open_port(port), board), self.board, self.island, person,
            self.path, self.steps, self.anew, self.told,
        )  # fmt: skip
        return await self.calibrator.run()

    async def _read(self, prompt: str) -> str:
        try:
            return await read_line(self.console, self.path, prompt)
        except VulkarError as exc:
            if exc.code != "input.ended":
                raise
            raise VulkarError("calibration.input", path=self.path) from exc

    def told(self, what: str, done: int, of: int) -> None:
        kind = what.partition(" ")[0]
        if kind != "hall" or done % TOLD_EVERY == 0 or done == of:
            self.console.print(f"[{done}/{of}] {what}", markup=False)

    def report(self, done: Calibration, picture: Path) -> None:
        before = self.calibrator.old
        old = apply(self.board, before, self.path) if before else self.board
        new = apply(self.board, done, self.path)
        grid = Grid("part", "before", "now", title="What changed")
        for row in changes(old, new):
            grid.add_row(*row)
        self.console.print(grid if grid.row_count else "Nothing changed.")
        for source, gate in done.gate.items():
            if gate.leave_ms:
                times = ", ".join(map(str, gate.leave_ms))
                self.console.print(f"Gate {source}: its marble left after {times} ms.")
        if done.hall:
            self._draw(done, picture)
        for name in self.calibrator.dead:
            self.console.print(f"[red]{name} shows no pawn: look at its sensor.[/]")
        self.console.print(f"Calibration: {self.path}")

    def _draw(self, done: Calibration, picture: Path) -> None:
        halls = self.board.halls  # fields in the units of an uncalibrated sensor: the true spread
        standing = {}
        for name, slot in done.hall.items():
            space, _, number = name.partition(":")
            counts = slot.standing_counts - slot.zero_counts
            standing[space, int(number or 0)] = counts / halls.counts_per_mt
        try:
            picture.parent.mkdir(parents=True, exist_ok=True)
            picture.write_text(draw_field(self.island, standing, halls.standing_mt), "utf-8")
        except OSError as exc:
            raise VulkarError("file.unwritable", path=picture, reason=exc.strerror) from exc
        self.console.print(f"Picture: {picture}")
