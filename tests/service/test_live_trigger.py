"""A recorded trigger at a real table process: it lets nothing go but in its own moment."""

import asyncio
import signal

from tests.service.manualplay import Players
from tests.service.played import write_played
from tests.service.tableprocess import TableProcess, line_to
from vulkar.table.journal import Journal

MANUAL = "--manual"
SEED = 16  # of a game with a fireball in each of its first turns, if its people play what they hold


def test_a_recorded_trigger_is_stale_after_its_roll_in_the_next_turn_and_after_a_restart(
    begun, tmp_path
):
    path = begun.copy(tmp_path)
    write_played(path, SEED, ())

    async def main():
        table = await TableProcess.start(tmp_path, MANUAL)
        async with line_to(tmp_path) as line:
            players = Players(line, begun.marshal, begun.people)
            first = await players.live()
            assert await line.ask("fire", **first, id="first") == {"state": "rolling"}
            rolled = await players.until("fireball_rolled")
            assert await again(line, first) == ["trigger.stale"] * 2
            players.fires = True
            await players.until("turn", rolled["n"])
            assert await again(line, first) == ["trigger.stale"] * 2
            second = await players.live()
            assert second["question"] != first["question"]
            assert await again(line, first) == ["trigger.stale"] * 2
            second = await players.live()  # recorded, and never sent to this process
        assert await table.end(signal.SIGKILL) == -signal.SIGKILL
        table = await TableProcess.start(tmp_path, MANUAL)
        async with line_to(tmp_path) as line:
            players.line = line
            fresh = await players.live()
            assert fresh["question"] == second["question"]
            for old in (first, second):
                assert await again(line, old) == ["trigger.stale"] * 2
            assert (await players.live())["question"] == fresh["question"]  # nothing was let go
            fresh = await players.live()
            assert await line.ask("fire", **fresh, id="fresh") == {"state": "rolling"}
            await players.until("fireball_rolled", len(await players.hear()))
        assert await table.end() == 0
        journal = Journal.read(path)
        assert [roll.release_id for roll in journal.rolls()] == [1, 2]
        journal.close()

    asyncio.run(main())


async def again(line, trigger):
    """What becomes of it when it is sent as it was, and under another name."""
    return [(await line.ask("fire", **trigger, id=name)).get("error") for name in ("first", "new")]
