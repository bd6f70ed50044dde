"""The way to the table: requests on one line that is opened again whenever the table comes back."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from vulkar.errors import VulkarError
from vulkar.remote.line import Line
from vulkar.service.messages import Client

FIRST_WAIT_S: Final = 0.05
LONGEST_WAIT_S: Final = 1.0
TOO_SLOW: Final = "stream.slow"  # the table stopped a follower that fell behind; it may ask again


@dataclass(frozen=True, slots=True)
class Audience:
    """What somebody wants to hear: ``as_`` is "public" or a seat, from event ``since`` on.

    ``stream`` names the numbering that ``since`` belongs to, None if it is not known.
    """

    as_: str | int
    since: int = 0
    stream: str | None = None


class TableLink:
    """Call :meth:`start` inside the loop, :meth:`close` at the end."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._line: Line | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def here(self) -> bool:
        """Whether the table is connected."""
        return self._line is not None

    def start(self) -> None:
        """Connects, and goes on doing so for as long as the process lives."""
        self._task = asyncio.get_running_loop().create_task(self._hold())

    async def close(self) -> None:
        """Lets go of the table. Safe to call twice."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def ask(
        self, op: str, args: dict[str, Any], credential: str | None, client: Client
    ) -> dict[str, Any]:
        """One operation; raises as ``Line.ask`` does, ``table.away`` at once without a table."""
        if self._line is None:
            raise VulkarError("table.away")
        return await self._line.ask(op, args, credential, client)

    async def follow(
        self, audience: Audience, credential: str | None, client: Client
    ) -> AsyncGenerator[dict[str, Any], None]:
        """Everything that an audience hears, across restarts of the table, without gap or repeat.

        Yields ``{"subscribed": {"stream", "n"}}`` first and after each gap,
        ``{"event": {"n", "kind", "data", ...}}`` (``reset``: numbers are void, look at the table),
        ``{"away": True}`` when the table goes, and at the end ``{"closed": {"code", "params"}}``.
        Raises :class:`Refused` if the table does not let this session hear. Each follower has a
        connection of its own, so that a slow one keeps up nobody.
        """
        since, stream, wait_s = audience.since, audience.stream, FIRST_WAIT_S
        while True:
            try:
                line = await Line.open(self._path)
            except VulkarError:
                await asyncio.sleep(wait_s)
                wait_s = min(2 * wait_s, LONGEST_WAIT_S)
                continue
            try:
                args = {"as": audience.as_, "since": since, "stream": stream}
                try:
                    reply, pushes = await line.subscribe(args, credential, client)
                except VulkarError:  # it went away, or answers nobody: try again
                    await asyncio.sleep(wait_s)
                    wait_s = min(2 * wait_s, LONGEST_WAIT_S)
                    continue
                wait_s = FIRST_WAIT_S
                if stream is None:
                    stream = reply["stream"]
                yield {"subscribed": reply}
                while (push := await pushes.get()) is not None:
                    if push.closed is not None:
                        if push.closed.code == TOO_SLOW:
                            break
                        yield {"closed": push.closed.to_json()}
                        return
                    event = push.event or {}
                    since = event["n"]
                    if event["kind"] == "reset":
                        stream = event["data"]["stream"]
                    yield {"event": event}
                if line.lost.is_set():
                    yield {"away": True}
            finally:
                await line.close()

    async def _hold(self) -> None:
        wait_s = FIRST_WAIT_S
        while True:
            try:
                line = await Line.open(self._path)
            except VulkarError:
                await asyncio.sleep(wait_s)
                wait_s = min(2 * wait_s, LONGEST_WAIT_S)
                continue
            wait_s = FIRST_WAIT_S
            self._line = line
            try:
                await line.lost.wait()
            finally:
                self._line = None
                await line.close()
            await asyncio.sleep(FIRST_WAIT_S)  # a table that hangs up at once is not hammered
