"""The table process and the web process, to be killed; and a connection to the table."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

from vulkar import unixsocket

PATIENCE_S = 60.0
ROOT = Path(__file__).resolve().parents[2]


class Gone(Exception):
    """The process at the far end has been killed."""


class Refusal(Exception):
    """The table said no."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Zygote:
    """Starts processes by fork: see ``kill_zygote.py``. Call :meth:`close` at the end."""

    def __init__(self) -> None:
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.service.kill_zygote", str(theirs.fileno())],
            cwd=ROOT, pass_fds=(theirs.fileno(),),
        )  # fmt: skip
        theirs.close()
        assert self._socket.recv(16) == b"ready"

    def start(self, args: Sequence[str], out: int, log: int) -> int:
        """The new process's id; its standard output is ``out``, its errors go to ``log``."""
        socket.send_fds(self._socket, [json.dumps(args).encode()], [out, log])
        return int(self._socket.recv(16))

    def close(self) -> None:
        self._socket.close()
        self._process.kill()
        self._process.wait()


class Process:
    """One of them: started, killed, started again. ``mark`` begins the line that says ready."""

    def __init__(self, zygote: Zygote, args: Sequence[str], mark: str, log: Path) -> None:
        self._zygote = zygote
        self._args = args
        self._mark = mark
        self._log = log
        self._pid = 0
        self._out: asyncio.StreamReader | None = None

    async def start(self) -> list[str]:
        """Starts it; returns the lines that it printed up to the one that says ready."""
        reading, writing = os.pipe()
        with self._log.open("ab") as log:
            self._pid = self._zygote.start(self._args, writing, log.fileno())
        os.close(writing)
        self._out = asyncio.StreamReader()
        out = self._out
        await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(out), os.fdopen(reading, "rb", 0)
        )
        return await self.until(self._mark)

    async def until(self, mark: str) -> list[str]:
        """Its lines up to the next one that begins with ``mark``."""
        lines: list[str] = []
        assert self._out is not None
        async with asyncio.timeout(PATIENCE_S):
            while not lines or not lines[-1].startswith(mark):
                line = await self._out.readline()
                if not line:
                    raise AssertionError(self._log.read_text()[-2000:])
                lines.append(line.decode().rstrip())
        return lines

    async def kill(self) -> None:
        """As kill -9 does; returns once it is gone."""
        if self._out is None:
            return
        with suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGKILL)
        await self._out.read()
        self._out = None

    def lives(self) -> bool:
        with suppress(ProcessLookupError):
            os.kill(self._pid, 0)
            return self._out is not None
        return False


class Line:
    """One connection to the table's socket. ``heard`` are the events of its subscriptions."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._numbers = count(1)
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def open(self) -> None:
        reader, self._writer = await unixsocket.open_connection(self._path, 1 << 17)
        self._reading = asyncio.ensure_future(self._read(reader))

    async def close(self) -> None:
        self._reading.cancel()
        self._writer.close()
        for waiting in self._waiting.values():
            waiting.cancel()

    async def ask(self, op: str, credential: str | None = None, **args: Any) -> dict[str, Any]:
        """The result of an operation. Raises ``Refusal`` or ``Gone``."""
        number = next(self._numbers)
        reply = self._waiting[number] = asyncio.get_running_loop().create_future()
        client = {"address": "127.0.0.1", "local": True}
        row = {"id": number, "op": op, "credential": credential, "client": client, "args": args}
        self._writer.write(json.dumps(row).encode() + b"\n")
        said = await reply
        if said.get("error") is not None:
            raise Refusal(said["error"]["code"])
        return said["ok"]  # type: ignore[no-any-return]

    async def _read(self, reader: asyncio.StreamReader) -> None:
        with suppress(OSError):
            while line := await reader.readline():
                row = json.loads(line)
                if "event" in row:
                    self.heard.put_nowait(row["event"])
                elif row.get("id") in self._waiting:
                    waiting = self._waiting.pop(row["id"])
                    if not waiting.done():
                        waiting.set_result(row)
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(Gone())
