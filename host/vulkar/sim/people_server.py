"""The people's end of the people's socket: simulated hands served to one table at a time."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from pathlib import Path

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
from vulkar.island.port import People, TrackPoint


class PeopleServer:
    """Serves ``people`` on a Unix socket.

    A table that comes while another one is connected takes its place, as a table does that was
    started again before the old connection was noticed to be dead. ``met`` is called for each.
    """

    def __init__(self, people: People, path: Path, met: Callable[[], None] = lambda: None) -> None:
        self.people = people
        self._met = met
        self.path = path
        self._server: asyncio.Server | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._answers: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Opens the socket; an old one at the same path that nobody serves is replaced."""
        if self.path.is_socket():
            self.path.unlink()
        self._server = await unixsocket.listen(self._serve, self.path, MAX_LINE_BYTES)

    def rolled(self, track: Sequence[TrackPoint]) -> None:
        """Tells the table, if there is one, the way of a marble that has rolled."""
        if self._writer and not self._writer.is_closing():
            self._writer.write(encode(Rolled(tuple(track))))

    async def close(self) -> None:
        """Closes and removes the socket. Safe to call twice."""
        for task in tuple(self._answers):
            task.cancel()
        if self._writer:
            self._writer.close()
        if self._server:
            self._server.close()
            self._server = None
            self.path.unlink(missing_ok=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._writer:
            self._writer.close()
        self._writer = writer
        self._met()
        try:
            while line := await reader.readline():
                message = decode(line)
                if isinstance(message, Tell):
                    self.people.tell(message.task)
                elif isinstance(message, Say):
                    self.people.say(message.saying)
                elif isinstance(message, Asked):
                    task = asyncio.get_running_loop().create_task(self._answer(message, writer))
                    self._answers.add(task)
                    task.add_done_callback(self._answers.discard)
        except (VulkarError, ValueError, OSError):
            pass  # a far end that speaks nonsense or vanished is let go; the next one is welcome
        finally:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    async def _answer(self, asked: Asked, writer: asyncio.StreamWriter) -> None:
        yes = await self.people.ask(asked.question)
        if not writer.is_closing():
            writer.write(encode(Answered(asked.number, yes)))
