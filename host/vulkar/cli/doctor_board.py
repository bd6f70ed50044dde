"""What ``vulkar doctor`` finds on a board: controller, link, sensors, servos."""

from __future__ import annotations

import asyncio
from typing import Final, NamedTuple

from rich.console import Console
from rich.table import Table as Grid

from vulkar.devices.board import Board
from vulkar.errors import VulkarError
from vulkar.island.people_text import latch_said
from vulkar.link import names
from vulkar.link.controller import Controller
from vulkar.link.transport import Transport
from vulkar.texts import render

BOARD_KINDS: Final = ("link", "servo", "hall", "marble")
ROUND_S: Final = 0.12  # the slow scan takes a new reading every 0.1 s
# A sensor's noise is a count or so: one in a thousand reads the same six times, none twenty times
ROUNDS: Final = 20
STALE: Final = 50  # rounds in a row without a new reading: none will come
RESET: Final = 3
TOLD_S: Final = 2.5  # the controller tells its supply once a second


class Only(NamedTuple):
    """What to look at: a kind, or one of that kind; empty for everything."""

    kind: str = ""
    name: str = ""

    def wants(self, kind: str, name: str = "") -> bool:
        """Whether this part is to be looked at."""
        if self.kind and self.kind != kind:
            return False
        return not (self.name and name) or self.name == name


async def examine(
    transport: Transport, board: Board, console: Console, only: Only, move: bool
) -> int:
    """Prints what it finds; returns the number of problems. The board ends disarmed."""
    controller = Controller(transport, board)
    problems = 0
    try:
        await controller.connect()
        if only.wants("link"):
            problems += await _link(controller, board, console)
        if only.wants("hall"):
            problems += await _sensors(controller, board, console, only)
        if only.wants("marble"):
            await _marbles(controller, console, only)
        if move and only.wants("servo") and await controller.latched() is None:
            problems += await _servos(controller, board, console, only)
    finally:
        await controller.close()
    return problems


async def _link(controller: Controller, board: Board, console: Console) -> int:
    hello = controller.hello
    assert hello is not None
    facts = Grid("fact", "value", title=f"Controller on {controller.port}")
    rows = {
        "protocol": f"{hello.major}.{hello.minor}",
        "firmware": f"{hello.firmware:08x}, as this Vulkar's own",  # or connecting had failed
        "platform": hello.platform,
        "controller": hello.board_id,
        "can": ", ".join(sorted(hello.caps)),
        "boot": f"{hello.boot:08x}",
        "free memory": f"{hello.free_bytes} bytes" if hello.free_bytes else "not told",
        "ping": f"{await controller.ping() / 1000:.1f} ms",
        "state": controller.state,
    }
    for name, value in rows.items():
        facts.add_row(name, value)
    cause = names.RESET_CAUSES.get(hello.reset_cause, "unknown")
    if hello.reset_cause == RESET:
        facts.add_row("last start", f"[yellow]{cause}: look for a fault before it[/]")
    else:
        facts.add_row("last start", cause)
    stats = controller.stats
    bad = sum((stats.discarded or {}).values()) + sum((stats.chip_discarded or {}).values())
    cable = f"[yellow]{bad}: try another cable, away from the servos[/]"
    facts.add_row("damaged frames", cable if bad else "none")
    supply, problems = supply_found(board, await _supply_mv(controller, board))
    facts.add_row("supply", supply)
    latched = await controller.latched()
    if latched is not None:
        problems += 1
        facts.add_row("latched", f"[red]{render(latch_said(latched))}[/]")
    console.print(facts)
    for line in controller.console:
        console.print(f"controller: {line}", style="magenta", highlight=False, markup=False)
    return problems


def supply_found(board: Board, mv: int) -> tuple[str, int]:
    """What to say of a supply of ``mv`` (0: not told), and how many problems it is."""
    levels = board.supply
    if levels is None:
        return "this board does not read it", 0
    if not mv:
        return "[yellow]the controller did not tell it[/]", 0
    text = f"{mv / 1000:.2f} V"
    for what, least_mv in (("sag_mv", levels.sag_mv), ("low_mv", levels.low_mv)):
        if mv < least_mv:
            mend = "use a stronger supply, or shorter and thicker wires"
            return f"[red]{text}, below {what} = {least_mv}: {mend}[/]", 1
    return text, 0


async def _supply_mv(controller: Controller, board: Board) -> int:
    """Waits for the controller's own report, where the board has one."""
    loop = asyncio.get_running_loop()
    until_s = loop.time() + TOLD_S
    while board.supply and not controller.stats.chip_supply_mv and loop.time() < until_s:
        await asyncio.sleep(0.05)
    return controller.stats.chip_supply_mv


async def _sensors(controller: Controller, board: Board, console: Console, only: Only) -> int:
    """Reads the hall field several times: a live sensor shows noise, a dead one a flat line."""
    rounds = await _readings(controller)
    snapshot = await controller.snapshot()
    grid = Grid("space", "sensor", "field mT", "reads", "", title="Hall sensors")
    problems = 0
    switches = board.controller == "pi"  # which have no noise to tell them alive by
    for index, (space, _slot) in enumerate(board.halls.sensors):
        if not only.wants("hall", space):
            continue
        counts = [reading[index] for reading in rounds]
        flat = len(set(counts)) == 1 and not (switches or board.halls.is_switch(index))
        problems += flat
        field_mt = board.halls.mt(sum(counts) / len(counts), index)
        reads = "present" if snapshot.halls[index] else "empty"
        grid.add_row(
            space,
            str(index),
            f"{field_mt:.1f}",
            reads,
            "[red]flat line: check its plug and its multiplexer[/]" if flat else "",
        )
    console.print(grid)
    return problems


async def _readings(controller: Controller) -> list[list[int]]:
    """New readings of the field, until each sensor has moved or all that still stand are dead.

    Rounds in which the controller had nothing new do not count: it may be slow.
    """
    rounds = [await controller.raw()]
    stale = 0
    while len(rounds) < ROUNDS and stale < STALE:
        await asyncio.sleep(ROUND_S)
        reading = await controller.raw()
        if reading == rounds[-1]:
            stale += 1
            continue
        stale = 0
        rounds.append(reading)
        if all(len(set(counts)) > 1 for counts in zip(*rounds, strict=True)):
            break
    return rounds


async def _marbles(controller: Controller, console: Console, only: Only) -> None:
    homes = ", ".join(
        f"{source} {'home' if home else 'away'}"
        for source, home in controller.marbles.items()
        if only.wants("marble", source)
    )
    console.print(f"Marbles: {homes}")


async def _servos(controller: Controller, board: Board, console: Console, only: Only) -> int:
    """Moves each servo that is not a gate's to its limits and back to its middle."""
    gates = {gate.servo.name for gate in board.gates.values()}
    grid = Grid("servo", "pin", "limits us", "", title="Servos")
    problems = 0
    await controller.arm()
    for servo in board.servos.values():
        if not only.wants("servo", servo.name):
            continue
        limits = f"{servo.min_us}-{servo.max_us}"
        if servo.name in gates:
            grid.add_row(servo.name, servo.where, limits, "gate, not moved")
            continue
        try:
            for pulse_us in (servo.min_us, servo.max_us, (servo.min_us + servo.max_us) // 2):
                await controller.servo(servo.name, pulse_us)
            grid.add_row(servo.name, servo.where, limits, "moved to both ends")
        except VulkarError as error:
            problems += 1
            grid.add_row(servo.name, servo.where, limits, f"[red]{error.what} {error.todo}[/]")
    await controller.disarm()
    console.print(grid)
    return problems
