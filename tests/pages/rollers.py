"""People at a board without electronics, who do at once what they are told and see every marble:
the far end of a real people's socket, in a thread of its own."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

from vulkar.island.port import Question, Task, TaskKind, TrackPoint
from vulkar.maps import load
from vulkar.sim.people_server import PeopleServer
from vulkar.texts import Text

MAP = load("classic")


def way_of(route: str) -> list[TrackPoint]:
    """A marble that goes down the middle of a route: 20 ms from point to point."""
    return [(20 * k, x, y, z) for k, (x, y, z) in enumerate(MAP.routes[route].polyline)]


class Rollers:
    """Every marble of theirs touches whoever stands first in its way."""

    def __init__(self, path: Path) -> None:
        self.hold = threading.Event()  # while it is set, they do not tell what a marble did
        self._asked = 0  # about pawns, since the last roll
        self._loop = asyncio.new_event_loop()
        self._server = PeopleServer(self, path)
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._server.start(), self._loop).result(5)

    def tell(self, task: Task) -> None:
        if task.kind is TaskKind.ROLL:
            self._asked = 0
            self._loop.call_later(0.3, self._server.rolled, way_of(task.route))

    def say(self, saying: Text) -> None: ...

    async def ask(self, question: Question) -> bool:
        if question.kind == "rolled":
            await asyncio.sleep(0.6)
            while self.hold.is_set():
                await asyncio.sleep(0.05)
        if question.kind == "touched":
            self._asked += 1
            return self._asked == 1
        return question.kind not in ("stuck", "marble_left")

    def close(self) -> None:
        asyncio.run_coroutine_threadsafe(self._server.close(), self._loop).result(5)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)
