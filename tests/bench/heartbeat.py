"""How long the controller hears nothing from the table, whatever happens to the web process.

Measured on the wire, between the table's port and the board's; after 1 s of silence the controller
goes safe. The measuring process shares the cores with all others, so its own delays are in it.
The simulated board falls behind real time on a busy machine, and a roll may then take minutes: a
part that waited in vain for a marble is measured all the same, and says so.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from tests.bench.served import Served, play
from vulkar.link.wire import BEAT_MS, SILENCE_MS
from vulkar.sim.faults.ptycable import PtyCable

FLOODERS: Final = 2
WAIT_S: Final = 60.0  # for a marble to be on its way
ROLLS: Final = ("trigger_pulled", "trigger_withdrawn", "fireball_rolled")
LATER_S: Final = 3.0
FLOOD: Final = """
import http.client, socket, sys, time
host, port, until = sys.argv[1], int(sys.argv[2]), time.monotonic() + float(sys.argv[3])
held = []
while time.monotonic() < until:
    try:
        if len(held) < 100:
            held.append(socket.create_connection((host, port), 2))
            held[-1].send(b"GET /api/events HTTP/1.1\\r\\n")
        one = http.client.HTTPConnection(host, port, timeout=2)
        for path in ("/", "/api/health", "/api/table/state", "/nothing", "/join/x"):
            one.request("GET", path, headers={"host": sys.argv[4]})
            one.getresponse().read()
        one.request("POST", "/api/answer", b"x" * 200_000)
        one.getresponse().read()
    except OSError:
        pass
    except http.client.HTTPException:
        pass
"""


class _Listening(PtyCable):
    """Notes when anything goes from the table to the board."""

    times: list[float]

    def _from_host(self) -> None:
        self.times.append(self._loop.time())
        super()._from_host()


def measure(seconds: float = 20.0) -> dict[str, Any]:
    """The longest silence with web at rest, stopped, killed, flooded; fireballs go meanwhile."""
    with tempfile.TemporaryDirectory(prefix="vulkar-beat-") as folder:
        return asyncio.run(_measure(Path(folder), seconds))


async def _measure(folder: Path, seconds: float) -> dict[str, Any]:
    served = Served(folder)
    board = [sys.executable, "-c", "from vulkar.cli import main; main()", "sim", "board"]
    served.start("board", [*board, "--link", str(served.port)], "Play:")
    cable = _Listening(str(served.port), folder / "cable")
    cable.times = []
    found: dict[str, Any] = {}
    async with cable:
        try:
            await asyncio.to_thread(served.table, cable.link)
            await asyncio.to_thread(served.web)
            marshal = await served.marshal()
            phones = await served.begin(marshal, 2, window_s=0.5, hold_s=0.0)
            events: list[str] = []
            watching = asyncio.ensure_future(_watch(marshal, events))
            playing = [
                asyncio.ensure_future(play(phone, seat, lambda *_: None, 0.3))
                for seat, phone in enumerate(phones)
            ]
            for how in ("at rest", "stopped", "flooded", "killed"):
                rolling = await _marble(events)
                before = events.count("fireball_rolled")
                gap_ms = await _gap(served, cable, how, seconds)
                load = os.getloadavg()[0]
                await asyncio.sleep(LATER_S)  # what was said while nobody could hear it
                found[how] = {
                    "longest_silence_ms": gap_ms,
                    "beyond_the_beat_ms": round(gap_ms - BEAT_MS, 1),
                    "marble_under_way": rolling,
                    "fireballs_over": events.count("fireball_rolled") - before,
                    "load_average": round(load, 1),
                }
                print(f"  {how}: {json.dumps(found[how])}", file=sys.stderr, flush=True)
            found["fireballs_over"] = events.count("fireball_rolled")
            found["link_lost"] = events.count("link_gone")
            found["stopped_playing"] = [
                repr(task.exception()) for task in (watching, *playing) if task.done()
            ]
            for task in (watching, *playing):
                task.cancel()
            await asyncio.gather(watching, *playing, return_exceptions=True)
            for client in (marshal, *phones):
                await client.close()
        finally:
            for name in ("web", "table", "board"):
                await asyncio.to_thread(served.stop, name)
    return {"seconds_each": seconds, "beat_ms": BEAT_MS, "safe_after_ms": SILENCE_MS, "web": found}


async def _marble(events: list[str]) -> bool:
    """Whether a marble is on its way, once it is or ``WAIT_S`` are over."""
    until = asyncio.get_running_loop().time() + WAIT_S
    while True:
        last = next((kind for kind in reversed(events) if kind in ROLLS), None)
        if last == "trigger_pulled":
            return True
        if asyncio.get_running_loop().time() >= until:
            return False
        await asyncio.sleep(0.1)


async def _gap(served: Served, cable: _Listening, how: str, seconds: float) -> float:
    begins = asyncio.get_running_loop().time()
    if how == "stopped":
        os.kill(served.pid("web"), signal.SIGSTOP)
    elif how == "killed":
        served.stop("web", kill=True)
    elif how == "flooded":
        host, port = served.url.removeprefix("http://").split(":")
        args = [sys.executable, "-c", FLOOD, host, port, str(seconds), f"{host}:{port}"]
        flood = [subprocess.Popen(args) for _ in range(FLOODERS)]
    await asyncio.sleep(seconds)
    if how == "stopped":
        os.kill(served.pid("web"), signal.SIGCONT)
    elif how == "killed":
        await asyncio.to_thread(served.web)
    elif how == "flooded":
        for process in flood:
            await asyncio.to_thread(process.wait)
    times = [begins, *(at for at in cable.times if at >= begins)]
    return round(1000 * max(after - before for before, after in pairwise(times)), 1)


async def _watch(marshal: Any, events: list[str]) -> None:
    async for event in marshal.events("public"):
        events.append(event.kind)
