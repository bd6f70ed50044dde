"""One connection to the table's Unix socket: many requests at once, and what is pushed back."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from typing import Any, Final

from vulkar import unixsocket
from vulkar.errors import VulkarError
from vulkar.remote.refusal import Refused
from vulkar.service.messages import (
    MAX_LINE_BYTES,
    Client,
    Push,
    Reply,
    Request,
    decode_answer,
    encode,
)

MOST_OPEN: Final = 256  # requests without a reply on one connection
REPLY_WITHIN_S: Final = 20.0
MOST_WAITING: Final = 256  # pushes not yet taken; a follower with more has fallen behind


class Line:
    """Make it with :meth:`open`, end it with :meth:`close`. A lost one stays lost.

    A table that is gone, or speaks otherwise than ``messages.py``, ends the line: every open
    request raises ``VulkarError("table.lost")``, every later one ``VulkarError("table.away")``.
    """

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._number = 0
        self._open: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._pushes: dict[int, asyncio.Queue[Push | None]] = {}
        self.lost = asyncio.Event()
        self._task = asyncio.get_running_loop().create_task(self._read())

    @classmethod
    async def open(cls, path: Path) -> Line:
        """Connects. Raises ``VulkarError``: ``table.away``, ``socket.deep``."""
        try:
            # Room for the longest line and its newline.
            reader, writer = await unixsocket.open_connection(path, MAX_LINE_BYTES + 1)
        except OSError as exc:
            raise VulkarError("table.away") from exc
        return cls(reader, writer)

    async def ask(
        self, op: str, args: dict[str, Any], credential: str | None, client: Client
    ) -> dict[str, Any]:
        """The table's ``ok`` to one operation.

        Raises :class:`Refused` with the table's own refusal, and ``VulkarError``: ``table.away``
        and ``table.busy`` (too many open requests) if the table was not asked, ``table.lost`` and
        ``table.late`` if it was and nobody knows what it did.
        """
        self._number += 1
        return await self._ask(Request(self._number, op, credential, client, args))

    async def subscribe(
        self, args: dict[str, Any], credential: str | None, client: Client
    ) -> tuple[dict[str, Any], asyncio.Queue[Push | None]]:
        """The reply to ``subscribe``, and what it brings.

        None among the pushes: the line is lost, or the follower has fallen behind; it asks again
        from the last event that it has seen. A push that closes overtakes all others.
        Raises as :meth:`ask` does.
        """
        self._number += 1
        number = self._number
        queue: asyncio.Queue[Push | None] = asyncio.Queue()
        self._pushes[number] = queue
        try:
            return await self._ask(Request(number, "subscribe", credential, client, args)), queue
        except BaseException:
            self._pushes.pop(number, None)
            raise

    async def close(self) -> None:
        """Ends the connection, and with it its subscriptions. Safe to call twice."""
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task
        self._writer.close()
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()

    async def _ask(self, request: Request) -> dict[str, Any]:
        if self.lost.is_set():
            raise VulkarError("table.away")
        if len(self._open) >= MOST_OPEN:
            raise VulkarError("table.busy")
        line = encode(request)
        if len(line) > MAX_LINE_BYTES:
            raise VulkarError("web.size", limit=MAX_LINE_BYTES)
        reply: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._open[request.id] = reply
        try:
            self._writer.write(line)
            async with asyncio.timeout(REPLY_WITHIN_S):
                return await reply
        except TimeoutError as exc:
            raise VulkarError("table.late", seconds=int(REPLY_WITHIN_S)) from exc
        finally:
            del self._open[request.id]

    async def _read(self) -> None:
        try:
            while line := await self._reader.readline():
                message = decode_answer(line)
                if isinstance(message, Reply):
                    self._settle(message)
                else:
                    self._deliver(message.sub, message)
        except (OSError, ValueError, VulkarError):  # ValueError: a line beyond the limit
            pass
        finally:
            self._lose()

    def _settle(self, reply: Reply) -> None:
        waiting = self._open.get(reply.id)
        if waiting is None or waiting.done():
            return  # it came too late
        if reply.error is not None:
            waiting.set_exception(Refused(reply.error.code, reply.error.params))
        else:
            waiting.set_result(reply.ok or {})

    def _deliver(self, sub: int, push: Push | None) -> None:
        queue = self._pushes.get(sub)
        if queue is None:
            return
        if push is not None and push.closed is not None:
            while not queue.empty():
                queue.get_nowait()
        elif queue.qsize() == MOST_WAITING:
            push = None  # what waits is still good, so the follower gets on each time
        queue.put_nowait(push)
        if push is None or push.closed is not None:
            del self._pushes[sub]

    def _lose(self) -> None:
        self.lost.set()
        self._writer.close()
        for waiting in self._open.values():
            if not waiting.done():
                waiting.set_exception(VulkarError("table.lost"))
        for sub in tuple(self._pushes):
            self._deliver(sub, None)
