"""Many tables at once in one process, by the API without sockets, on a clock that jumps.

Each is a whole house with its own journal on disk; its board answers at once. What is measured is
the processor's time of one operation among many, with the write that makes an answer safe.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from tests.bench.load import quantiles
from tests.service.quickhouse import Evening, Phone, evening, plays, run

TABLES: Final = 50
OPS: Final = ("view", "answer", "intend", "table.state")


def measure(tables: int = TABLES, game_s: float = 600.0) -> dict[str, Any]:
    """Plays ``game_s`` seconds of each table's own time; each seat hears every event in order."""
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory(prefix="vulkar-tables-") as folder:
        began = time.perf_counter()
        run(_all(Path(folder), tables, game_s, found))
        found["wall_s"] = round(time.perf_counter() - began, 1)
    return found


async def _all(folder: Path, tables: int, game_s: float, found: dict[str, Any]) -> None:
    spent: dict[str, list[float]] = {op: [] for op in OPS}
    evenings = []
    for number in range(tables):
        one = await evening(folder / str(number), "oo", window_s=2.0, hold_s=0.0)
        one.house.new_seed = lambda number=number: number + 1
        _timed(one, spent)
        evenings.append(one)
    ends = await asyncio.gather(*(_play(one, game_s) for one in evenings))
    for one in evenings:
        await one.house.close()
    found |= {
        "tables": tables,
        "turns": sum(end["turns"] for end in ends),
        "events": sum(end["events"] for end in ends),
        "events_missing": sum(end["missing"] for end in ends),
        "operations": {op: quantiles(times) for op, times in spent.items() if times},
    }


async def _play(one: Evening, game_s: float) -> dict[str, Any]:
    await one.marshal.ask("table.start")
    people = [
        asyncio.ensure_future(plays(phone, seat))
        for phone, seat in zip(one.phones, one.keys, strict=True)
    ]
    _, still = await asyncio.wait(people, timeout=game_s)
    for task in still:
        task.cancel()
    await asyncio.gather(*people, return_exceptions=True)
    return {
        "turns": sum(event["kind"] == "turn" for event in one.phones[0].events()),
        "events": sum(len(phone.events()) for phone in one.phones),
        "missing": sum(_missing(phone) for phone in one.phones),
    }


def _missing(phone: Phone) -> int:
    numbers = [event["n"] for event in phone.events()]
    return sum(a != b for a, b in zip(numbers, range(1, len(numbers) + 1), strict=True))


def _timed(one: Evening, spent: dict[str, list[float]]) -> None:
    """Counts the time of operations that return without waiting for others on this loop."""
    handle = one.house.handle

    async def timed(request: Any, channel: Any = None) -> Any:
        began = time.perf_counter()
        reply = await handle(request, channel)
        if request.op in spent:
            spent[request.op].append(time.perf_counter() - began)
        return reply

    one.house.handle = timed  # type: ignore[method-assign]
