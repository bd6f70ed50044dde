"""A board that goes away in mid-game: the game waits in sight and goes on in the same turn."""

from __future__ import annotations

import asyncio
import io
import random
from pathlib import Path

from rich.console import Console

from tests.table.test_crash import BOARD, MAP, SEED, SETUP, World
from vulkar.cli.session import Session
from vulkar.sim.lockstep import Sim, session
from vulkar.sim.people import Hands
from vulkar.table.journal import Journal
from vulkar.table.keeper import InlineKeeper


def test_a_game_waits_for_its_board_and_keeps_the_frames_of_each_loss(tmp_path: Path) -> None:
    screen = io.StringIO()
    journal = Journal.create(tmp_path / "a.journal", SETUP)

    async def main(sim: Sim) -> None:
        world.append(World(sim))
        people = Hands(sim.world, MAP, random.Random(1))
        game = Session(journal, MAP, BOARD, Console(file=screen, width=200), json_lines=False)
        clock_us = lambda: sim.clock.now_us  # noqa: E731
        playing = asyncio.ensure_future(
            game.play(sim.finder(), 99, people, InlineKeeper(), clock_us, None)
        )
        while journal.pending_roll() is None:
            await asyncio.sleep(0.05)
        for wait_s in (0.2, 2.0, 3.0):  # at rest, while it aims, while it rolls
            await asyncio.sleep(wait_s)
            sim.unplug(0.4)
        ordered = len(journal.answers())
        while len(journal.answers()) < ordered + 3:
            await asyncio.sleep(0.05)
            if playing.done():
                playing.result()
        playing.cancel()

    world: list[World] = []
    with session(MAP, BOARD, SEED) as simulation:
        simulation.run(main)
    text = screen.getvalue()
    assert text.count("The board is gone.") == 3
    assert text.count("Waiting for it; the game goes on in the same turn.") == 3
    assert text.count("The board is back after") == 3
    kept = sorted(path.name for path in tmp_path.glob("*.frames-*.txt"))
    assert kept == [f"a.journal.frames-{number}.txt" for number in (1, 2, 3)]
    assert "from controller" in (tmp_path / kept[0]).read_text()
    rolls = journal.rolls()
    assert len({row.number for row in rolls}) == len(rolls), "one question, one order"
    source = MAP.routes[str(rolls[0].order["route"])].source
    ordered = [row for row in rolls if MAP.routes[str(row.order["route"])].source == source]
    assert world[0].left[source] == len(ordered)
