"""The house on a Unix socket: lines in, lines out, for this user's processes only."""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import suppress
from pathlib import Path
from typing import Final

from vulkar import unixsocket
from vulkar.errors import VulkarError
from vulkar.service.channel import Channel
from vulkar.service.house import House
from vulkar.service.messages import (
    MAX_LINE_BYTES,
    Push,
    Reply,
    Request,
    decode_request,
    encode,
    fault_of,
)

AT_ONCE: Final = 32  # requests of one connection that are worked on, and as many replies that wait
MOST_CONNECTIONS: Final = 512


class SocketServer:
    """Call :meth:`start` on the loop, :meth:`close` at the end."""

    def __init__(self, house: House, path: Path) -> None:
        self._house = house
        self._path = path
        self._server: asyncio.Server | None = None
        self._connections: set[asyncio.Task[None]] = set()
        self._closing = asyncio.Event()

    async def start(self) -> None:
        """Listens. Raises ``VulkarError``: house.busy, house.unwritable, socket.deep."""
        if self._path.is_socket():
            if _answers(self._path):
                raise VulkarError("house.busy", path=self._path)
            self._path.unlink(missing_ok=True)  # of a process that was killed
        before = os.umask(0o177)
        try:
            self._server = await unixsocket.listen(self._connected, self._path, MAX_LINE_BYTES)
        except OSError as exc:
            raise VulkarError("house.unwritable", path=self._path, reason=exc) from exc
        finally:
            os.umask(before)

    async def close(self) -> None:
        """Hangs up on everybody. Safe to call twice."""
        if self._server is None:
            return
        self._server.close()
        self._closing.set()
        await asyncio.gather(*self._connections, return_exceptions=True)
        self._path.unlink(missing_ok=True)
        self._server = None

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """No coroutine: asyncio would report one that is cancelled at the end as an error."""
        if self._closing.is_set() or len(self._connections) >= MOST_CONNECTIONS:
            writer.close()
            return
        task = asyncio.get_running_loop().create_task(self._serve(reader, writer))
        self._connections.add(task)
        task.add_done_callback(self._connections.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        channel, work = Channel(), set[asyncio.Task[None]]()
        sending = asyncio.ensure_future(_send(channel, writer))
        reading = asyncio.ensure_future(self._read(reader, channel, work))
        closing = asyncio.ensure_future(self._closing.wait())
        ends = (sending, reading, closing)
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            if reading.done() and not sending.done() and reading.exception() is not None:
                channel.put(Reply(0, error=fault_of(_bad(reading.exception()))))
                with suppress(asyncio.TimeoutError):
                    await asyncio.wait_for(asyncio.shield(sending), 0.2)
        finally:
            self._house.gone(channel)
            for each in (*ends, *work):
                each.cancel()
            await asyncio.gather(*ends, *work, return_exceptions=True)
            writer.close()

    async def _read(
        self, reader: asyncio.StreamReader, channel: Channel, work: set[asyncio.Task[None]]
    ) -> None:
        free = asyncio.Semaphore(AT_ONCE)

        async def handle(request: Request) -> None:
            try:
                channel.put(await self._house.handle(request, channel))
            finally:
                free.release()

        while line := await reader.readline():
            await free.acquire()
            await channel.room(AT_ONCE)
            task = asyncio.ensure_future(handle(decode_request(line)))
            work.add(task)
            task.add_done_callback(work.discard)


async def _send(channel: Channel, writer: asyncio.StreamWriter) -> None:
    """Waits for whoever reads slowly; what piles up meanwhile is the channel's to limit."""
    with suppress(OSError):
        while True:
            writer.write(_line(await channel.get()))
            await writer.drain()


def _line(message: Reply | Push) -> bytes:
    line = encode(message)
    if len(line) <= MAX_LINE_BYTES:
        return line
    why = fault_of(VulkarError("message.bad", why=f"{len(line)} bytes are too many"))
    if isinstance(message, Push):
        return encode(Push(message.sub, closed=why))
    return encode(Reply(message.id, error=why))


def _bad(error: BaseException | None) -> VulkarError:
    if isinstance(error, VulkarError):
        return error
    return VulkarError("message.bad", why="the line is too long")


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as asking:
        try:
            unixsocket.connect(asking, path)
        except OSError:
            return False
    return True
