"""The table's end of the people's socket: ``People`` that live behind a Unix socket.

``vulkar play --port`` uses it to reach the simulated people of ``vulkar sim board``.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

from vulkar import unixsocket
from vulkar.errors import VulkarError
from vulkar.island.people_wire import (
    MAX_LINE_BYTES,
    Answered,
    Asked,
    Rolled,
    Say,
    Tell,
    decode,
    encode,
)
from vulkar.island.port import Question, Task, TrackPoint
from vulkar.texts import Text


async def while_there(people: SocketPeople, work: Coroutine[Any, Any, None]) -> None:
    """Runs ``work``, and ends it with their error if these people go away meanwhile: they and
    their board are one program, which nobody need wait for."""
    game, gone = asyncio.ensure_future(work), asyncio.ensure_future(people.gone())
    try:
        await asyncio.wait((game, gone), return_when=asyncio.FIRST_COMPLETED)
        if not game.done():
            raise gone.result()
        game.result()
    finally:
        for task in (game, gone):
            task.cancel()
        await asyncio.wait((game, gone))


class SocketPeople:
    """People behind a Unix socket; make it with :meth:`connect`, end it with :meth:`close`.

    When the far end goes away every open and every later question raises
    ``VulkarError("people.lost")``. ``on_track`` hears the way of each marble that has rolled.
    """

    def __init__(
        self, path: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self.on_track: Callable[[Sequence[TrackPoint]], None] = lambda track: None
        self._path = path
        self._reader = reader
        self._writer = writer
        self._number = 0
        self._open: dict[int, asyncio.Future[bool]] = {}
        self._lost: VulkarError | None = None
        self._task = asyncio.get_running_loop().create_task(self._read())

    @classmethod
    async def connect(cls, path: str) -> SocketPeople:
        """Opens the socket at ``path``. Raises ``VulkarError``: people.connect, socket.deep."""
        try:
            reader, writer = await unixsocket.open_connection(Path(path), MAX_LINE_BYTES)
        except OSError as exc:
            reason = exc.strerror or str(exc)
            raise VulkarError("people.connect", path=path, reason=reason) from exc
        return cls(path, reader, writer)

    def tell(self, task: Task) -> None:
        """Sends the task; a lost socket shows at the next question."""
        self._send(encode(Tell(task)))

    def say(self, saying: Text) -> None:
        """Sends a sentence for people to read."""
        self._send(encode(Say(saying)))

    async def ask(self, question: Question) -> bool:
        """Sends the question and waits for its answer, as long as people need."""
        if self._lost:
            raise self._lost
        self._number += 1
        number = self._number
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._open[number] = answer
        try:
            self._send(encode(Asked(number, question)))
            return await answer
        finally:
            self._open.pop(number, None)

    async def gone(self) -> VulkarError:
        """Waits until the far end goes away, and returns why."""
        await asyncio.wait((self._task,))
        return self._lost or VulkarError("people.lost", path=self._path)

    async def close(self) -> None:
        """Lets go of the socket. Safe to call twice."""
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task
        self._writer.close()
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()

    def _send(self, line: bytes) -> None:
        if not self._lost:
            self._writer.write(line)

    async def _read(self) -> None:
        lost = VulkarError("people.lost", path=self._path)
        try:
            while line := await self._reader.readline():
                message = decode(line)
                if isinstance(message, Rolled):
                    self.on_track(message.track)
                    continue
                if not isinstance(message, Answered):
                    raise VulkarError("people.bad", line=line[:120])
                answer = self._open.get(message.number)
                if answer and not answer.done():
                    answer.set_result(message.yes)
        except VulkarError as exc:
            lost = exc
        except (OSError, ValueError):  # ValueError: a line beyond the limit
            pass
        finally:
            self._lost = lost
            for answer in self._open.values():
                if not answer.done():
                    answer.set_exception(lost)
