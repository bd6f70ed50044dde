"""``vulkar doctor``: is this board what it should be?"""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table as Grid

from vulkar.devices.board import Board, load_board
from vulkar.errors import VulkarError
from vulkar.link.controller import Controller
from vulkar.link.transport import Transport


def doctor(
    sim: Annotated[bool, typer.Option("--sim", help="Examine the simulated board.")] = False,
    port: Annotated[
        str | None, typer.Option("--port", help="The board's serial port, or auto.")
    ] = None,
    yes: Annotated[
        bool, typer.Option("--yes", help="Move the servos without asking first.")
    ] = False,
    board_name: Annotated[
        str, typer.Option("--board", help="The board: a name, or a file that describes it.")
    ] = "classic",
) -> None:
    """Say hello to a board, read every sensor and move every servo that lets no marble go.

    The servos of turret and diverters go to each end of their limits and back. Gates are only
    looked at: moving them would let marbles go.
    """
    if sim == (port is not None):
        raise VulkarError("play.where")
    board = load_board(board_name)
    console = Console()
    if port is not None:
        asyncio.run(_on_port(port, board, console, yes))
    else:
        from vulkar.maps import load
        from vulkar.sim.lockstep import Sim, run

        async def main(sim: Sim) -> int:
            return await examine(sim.transport, board, console, move=True)

        problems = run(main, load(board.map), board, 1)
        raise typer.Exit(1 if problems else 0)


async def _on_port(port: str, board: Board, console: Console, yes: bool) -> None:
    from vulkar.link.serialport import open_port

    move = yes or typer.confirm("The idol and the diverters will move. Are all hands away?")
    problems = await examine(open_port(port), board, console, move)
    raise typer.Exit(1 if problems else 0)


async def examine(transport: Transport, board: Board, console: Console, move: bool) -> int:
    """Prints what it finds; returns the number of problems. The board ends disarmed."""
    controller = Controller(transport, board)
    problems = 0
    try:
        hello = await controller.connect()
        facts = Grid("fact", "value", title=f"Controller on {transport.name}")
        for name in hello.__slots__:
            facts.add_row(name.replace("_", " "), str(getattr(hello, name)))
        facts.add_row("ping", f"{await controller.ping() / 1000:.1f} ms")
        console.print(facts)
        problems += await _sensors(controller, board, console)
        if move:
            problems += await _servos(controller, board, console)
    finally:
        await controller.close()
    console.print(f"{problems} problem(s) found." if problems else "All is well.")
    return problems


async def _sensors(controller: Controller, board: Board, console: Console) -> int:
    """Reads the hall field several times: a live sensor shows noise, a dead one a flat line."""
    rounds = []
    for _ in range(6):
        rounds.append(await controller.raw())
        await asyncio.sleep(0.12)  # the slow scan takes a new reading every 0.1 s
    snapshot = await controller.snapshot()
    grid = Grid("space", "sensor", "field mT", "reads", "", title="Hall sensors")
    problems = 0
    for index, (space, _slot) in enumerate(board.halls.sensors):
        counts = [reading[index] for reading in rounds]
        flat = len(set(counts)) == 1
        problems += flat
        field_mt = board.halls.mt(sum(counts) / len(counts), index)
        reads = "present" if snapshot.halls[index] else "empty"
        grid.add_row(
            space, str(index), f"{field_mt:.1f}", reads, "[red]flat line[/]" if flat else ""
        )
    console.print(grid)
    homes = ", ".join(
        f"{source} {'home' if home else 'away'}" for source, home in snapshot.marbles.items()
    )
    console.print(f"Marbles: {homes}")
    return problems


async def _servos(controller: Controller, board: Board, console: Console) -> int:
    """Moves each servo that is not a gate's to its limits and back to its middle."""
    gates = {gate.servo.name for gate in board.gates.values()}
    grid = Grid("servo", "pin", "limits us", "", title="Servos")
    problems = 0
    await controller.arm()
    for servo in board.servos.values():
        limits = f"{servo.min_us}-{servo.max_us}"
        if servo.name in gates:
            grid.add_row(servo.name, str(servo.pin), limits, "gate, not moved")
            continue
        try:
            for pulse_us in (servo.min_us, servo.max_us, (servo.min_us + servo.max_us) // 2):
                await controller.servo(servo.name, pulse_us)
            grid.add_row(servo.name, str(servo.pin), limits, "moved to both ends")
        except VulkarError as error:
            problems += 1
            grid.add_row(servo.name, str(servo.pin), limits, f"[red]{error.what}[/]")
    await controller.disarm()
    console.print(grid)
    return problems
