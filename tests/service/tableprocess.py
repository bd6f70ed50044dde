"""The table process as ``vulkar serve`` starts it, and a client of its Unix socket."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from vulkar import unixsocket
from vulkar.service.messages import MAX_LINE_BYTES, Client, Request, decode_answer, encode

HOME = Client("127.0.0.1", True)
START_S = 60.0  # on a machine that is busy with other tests


@dataclass
class TableProcess:
    """One start of ``python -m vulkar.service``; ``said`` is what it wrote on standard output."""

    process: asyncio.subprocess.Process
    data: Path
    said: list[str] = field(default_factory=list)
    complained: str = ""  # on standard error, known once it has ended

    @classmethod
    async def start(
        cls, data: Path, *where: str, program: tuple[str, ...] = ("vulkar.service",)
    ) -> TableProcess:
        """Starts it and waits until it is ready. ``program``: its module and first arguments."""
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", *program, "--data", str(data), *where,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        self = cls(process, data)
        await self.hears("ready")
        return self

    async def hears(self, word: str) -> str:
        """The rest of the first line that begins with ``word``."""

        async def read() -> str:
            assert self.process.stdout is not None
            while True:
                for line in self.said:
                    if line.split()[0] == word:
                        return line.partition(" ")[2]
                line = (await self.process.stdout.readline()).decode().rstrip("\n")
                assert line, f"it ended before it said {word}: {self.said}"
                self.said.append(line)

        return await asyncio.wait_for(read(), START_S)

    async def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Ends it; its exit code."""
        if self.process.returncode is None:
            self.process.send_signal(how)
        code = await asyncio.wait_for(self.process.wait(), 20.0)
        assert self.process.stderr is not None
        self.complained = (await self.process.stderr.read()).decode()
        return code


class Line:
    """One connection to its socket."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.client = HOME  # where its requests come from
        self.pushed: list[Any] = []
        self._last = 0

    async def ask(self, op: str, credential: str | None = None, **args: Any) -> dict[str, Any]:
        """The result; an error's code in place of it."""
        self._last += 1
        self.writer.write(encode(Request(self._last, op, credential, self.client, args)))
        while True:
            answer = decode_answer(await asyncio.wait_for(self.reader.readline(), 20.0))
            if getattr(answer, "id", None) == self._last:
                return answer.ok if answer.ok is not None else {"error": answer.error.code}
            self.pushed.append(answer)

    async def raw(self, line: bytes) -> dict[str, Any]:
        """What comes back for bytes that are no request."""
        self.writer.write(line)
        return json.loads(await asyncio.wait_for(self.reader.readline(), 20.0))  # type: ignore


@asynccontextmanager
async def line_to(data: Path) -> AsyncIterator[Line]:
    """A connection to the table of a data folder."""
    reader, writer = await unixsocket.open_connection(data / "table.sock", 2 * MAX_LINE_BYTES)
    try:
        yield Line(reader, writer)
    finally:
        writer.close()
