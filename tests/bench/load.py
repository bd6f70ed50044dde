"""Many people at one table, with the web process at a quarter of a core and 512 MB."""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from tests.bench.served import Served, play, tap
from tests.bench.slowly import Slowly
from vulkar.client import TableClient

SEATS: Final = 4
PHONES: Final = 8  # four at the seats, four that look on and tap all the same
SCREENS: Final = 2
SPECTATORS: Final = 20
SHARE: Final = 0.25
MEMORY_MB: Final = 512
AT_ONCE: Final = 8
TRIGGERS: Final = 300
SOCKETS: Final = 50
STORM_S: Final = 10.0


def measure(seconds: float = 60.0, reconnects: int = 1000) -> dict[str, Any]:
    """Times from tap to acknowledgement, memory over reconnects, events lost."""
    with (
        tempfile.TemporaryDirectory(prefix="vulkar-load-") as folder,
        Served(Path(folder)) as served,
    ):
        return asyncio.run(_measure(served, seconds, reconnects))


async def _measure(served: Served, seconds: float, reconnects: int) -> dict[str, Any]:
    marshal = await served.marshal()
    phones = await served.begin(marshal, SEATS, window_s=2.0, hold_s=0.0)
    idle = {name: served.rss_mb(name) for name in ("table", "web")}
    with Slowly(served.pid("web"), SHARE, MEMORY_MB) as slowly:
        crowd = _Crowd(served, phones)
        await crowd.come()
        await asyncio.sleep(seconds)
        busy = {name: served.rss_mb(name) for name in ("table", "web")}
        taps = crowd.taps()
        memory = await _reconnect(served, marshal.credential, reconnects)
    calm = await crowd.fresh_taps(STORM_S)
    triggers, storm = await asyncio.gather(_triggers(served, phones[0]), crowd.fresh_taps(STORM_S))
    lost = await crowd.go(marshal)
    for client in (marshal, *phones):
        await client.close()
    return {
        "web_held_back_by": slowly.how,
        "seats": SEATS,
        "phones": PHONES,
        "screens": SCREENS,
        "spectators": SPECTATORS,
        "seconds": seconds,
        "start_s": served.start_s,
        "rss_mb_idle": idle,
        "rss_mb_busy": busy,
        "tap_to_acknowledgement": taps,
        "reconnects": memory,
        "others_at_full_speed": {"calm": calm, "storm": storm, "triggers": triggers},
        "events": lost,
    }


class _Crowd:
    """All who are there, each on a task of its own."""

    def __init__(self, served: Served, phones: list[TableClient]) -> None:
        self._served = served
        self._phones = phones
        self._said: dict[str, list[float]] = {}
        self._heard: dict[str, list[tuple[str, int]]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._clients: list[TableClient] = []

    async def come(self) -> None:
        for seat, phone in enumerate(self._phones):
            self._spawn(play(phone, seat, self._tapped))
            self._spawn(self._hear(f"seat {seat}", phone, seat))
        for number in range(PHONES - SEATS):
            self._spawn(self._look_on_and_tap(number))
        for number in range(SCREENS + SPECTATORS):
            self._spawn(self._watch(number, number < SCREENS))

    def taps(self) -> dict[str, Any]:
        """Milliseconds by what became of the taps."""
        return {kind: quantiles(times) for kind, times in sorted(self._said.items())}

    async def fresh_taps(self, seconds: float) -> dict[str, Any]:
        """Of the next seconds alone, all kinds in one."""
        self._said.clear()
        await asyncio.sleep(seconds)
        return quantiles([took for times in self._said.values() for took in times])

    async def go(self, marshal: TableClient) -> dict[str, Any]:
        """Ends the game; then every listener must have heard every event of its audience."""
        for task in self._tasks[: 2 * SEATS : 2]:
            task.cancel()  # who plays
        await marshal.do("table.abandon")
        spectator = await self._spectator()
        last = (await spectator.events_so_far()).n
        until = asyncio.get_running_loop().time() + 30
        public = [name for name in self._heard if name.startswith("watch")]
        while asyncio.get_running_loop().time() < until:
            if all(self._heard[name] and self._heard[name][-1][1] >= last for name in public):
                break
            await asyncio.sleep(0.2)
        for task in self._tasks:
            task.cancel()
        ended = await asyncio.gather(*self._tasks, return_exceptions=True)
        for client in self._clients:
            await client.close()
        gaps = sum(_gaps([n for _, n in heard]) for heard in self._heard.values())
        behind = sum(not self._heard[name] or self._heard[name][-1][1] < last for name in public)
        broken = [repr(end) for end in ended if isinstance(end, Exception)]
        return {
            "listeners": len(self._heard),
            "public_events": last,
            "heard": sum(map(len, self._heard.values())),
            "missing": gaps,
            "listeners_behind_at_the_end": behind,
            "listeners_broken": broken,
        }

    def _spawn(self, work: Any) -> None:
        self._tasks.append(asyncio.ensure_future(work))

    def _tapped(self, kind: str, took_s: float) -> None:
        self._said.setdefault(kind, []).append(took_s)

    async def _spectator(self) -> TableClient:
        client = TableClient(self._served.url)
        self._clients.append(client)
        await client.watch()
        return client

    async def _hear(self, name: str, client: TableClient, audience: str | int) -> None:
        heard = self._heard.setdefault(name, [])
        async for event in client.events(audience):
            if event.kind == "reset":
                heard.clear()
            else:
                heard.append((event.kind, event.n))

    async def _look_on_and_tap(self, number: int) -> None:
        client = await self._spectator()
        now = asyncio.get_running_loop().time
        while True:
            began = now()
            await tap(client.answer(number, "1", "roll"))
            self._tapped("looking on", now() - began)
            await asyncio.sleep(1.0)

    async def _watch(self, number: int, screen: bool) -> None:
        client = await self._spectator()
        hearing = asyncio.ensure_future(self._hear(f"watch {number}", client, "public"))
        try:
            while screen:
                await client.state()
                await asyncio.sleep(2.0)
            await hearing
        finally:
            hearing.cancel()
            with suppress(asyncio.CancelledError):
                await hearing


async def _triggers(served: Served, phone: TableClient) -> dict[str, Any]:
    """300 triggers in a second from one seat, and one each from 50 who look on."""
    lookers = [TableClient(served.url) for _ in range(SOCKETS)]
    rows = [[phone.credential, TRIGGERS]]
    for one in lookers:
        await one.watch()
        await one.close()
        rows.append([one.credential, 1])
    storm = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.bench.storm"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    said, _ = await storm.communicate(json.dumps([served.url[7:], rows]).encode())
    found = json.loads(said)
    assert isinstance(found, dict)
    return found


async def _reconnect(served: Served, credential: str | None, times: int) -> dict[str, Any]:
    """The web process's memory while sockets come and go, some at a time."""
    marks: list[float] = []

    async def once() -> None:
        client = TableClient(served.url, credential)
        async for _ in client.events("public"):
            break
        await client.close()

    done = 0
    while done < times:
        await asyncio.gather(*(once() for _ in range(min(AT_ONCE, times - done))))
        done += AT_ONCE
        if len(marks) < 10 * done // times:
            marks.append(served.rss_mb("web"))
            print(f"  {done} of {times} reconnects", file=sys.stderr, flush=True)
    return {"times": times, "web_rss_mb": marks, "table_rss_mb": served.rss_mb("table")}


def quantiles(times_s: list[float]) -> dict[str, float]:
    """Milliseconds: the median, the 99th of a hundred, the worst; and how many there are."""
    row = sorted(times_s)
    at = {"p50_ms": 0.5, "p99_ms": 0.99, "worst_ms": 1.0}
    found = {
        name: round(1000 * row[min(len(row) - 1, int(q * len(row)))], 1) for name, q in at.items()
    }
    return found | {"count": len(row)}


def _gaps(numbers: list[int]) -> int:
    return sum(after - before - 1 for before, after in pairwise(numbers))
