"""A game step by step: only once it is over, only what everybody knew, and as it was."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from tests.service.quickhouse import Phone, evening, plays, run
from vulkar.service.messages import MAX_LINE_BYTES
from vulkar.table.steps import open_island


async def replayed(phone: Phone, game: int) -> list[dict[str, Any]]:
    steps: list[dict[str, Any]] = []
    since: int | None = 0
    while since is not None:
        page = await phone.ask("steps", game=game, since=since)
        assert len(json.dumps(page)) < MAX_LINE_BYTES - 1024
        steps += page["steps"]
        since = page["next"]
    assert len(steps) == page["total"]
    return steps


def heard(rows: list[dict[str, Any]]) -> list[Any]:
    return json.loads(json.dumps([[row["kind"], row["data"]] for row in rows]))


def test_a_game_that_is_over_is_told_step_by_step(tmp_path: Path) -> None:
    async def main() -> None:
        e = await evening(tmp_path, "oo", window_s=0.5)
        await e.marshal.ask("table.start")
        assert await e.marshal.refused("steps", game=1) == "table.state"
        people = [plays(p, s, think_s=0.1) for p, s in zip(e.phones, e.keys, strict=True)]
        await asyncio.gather(*people)
        running = e.house.sitting.running if e.house.sitting else None
        assert running is not None and running.shown is not None
        end = running.shown
        steps = await replayed(e.phones[0], 1)
        lines, since = [], 0
        while since is not None:
            page = await e.phones[0].ask("export", since=since)
            lines, since = lines + page["lines"], page["next"]
        told = [line for line in lines if line["type"] == "event"]
        assert heard([row for step in steps for row in step["events"]]) == heard(told)
        assert steps[0]["island"] is not None
        last = [step["island"] for step in steps if step["island"]][-1]
        assert json.loads(json.dumps(open_island(end))) == json.loads(json.dumps(last))
        for seat in range(2):  # what is shown is no seat's own
            view = end.view(seat).visible
            assert {key: view[key] for key in last} == open_island(end)
        assert len({json.dumps(step["island"]) for step in steps}) > 50
        await e.house.close()

    run(main())


def test_a_game_that_was_broken_off_is_told_no_further_than_it_was_heard(tmp_path: Path) -> None:
    async def main() -> None:
        e = await evening(tmp_path, "oo", window_s=2.0)
        watcher = Phone(e.house)
        await watcher.ask("join.watch")
        await watcher.ask("subscribe", **{"as": "public"})
        await e.marshal.ask("table.start")
        people = asyncio.gather(
            *(plays(p, s) for p, s in zip(e.phones, e.keys, strict=True)), return_exceptions=True
        )
        await asyncio.sleep(400.3)
        people.cancel()
        await e.marshal.ask("table.abandon")
        told = heard([row for step in await replayed(watcher, 1) for row in step["events"]])
        rows = [row for row in watcher.events() if row["kind"] not in ("seat", "table")]
        known = [pair for pair in heard(rows) if pair in told]
        assert len(told) > 50 and told[: len(known)] == known[: len(told)]
        await e.house.close()

    run(main())
