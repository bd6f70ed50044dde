"""A whole house for benchmarks: simulated board, table and web, each in a process of its own."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Self

from vulkar.client import TableClient, TableError
from vulkar.errors import VulkarError


class Served:
    """A context manager. ``start_s``: from the start of a process to its first service."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = data / "board"
        self.pin = ""
        self.url = ""
        self.start_s: dict[str, float] = {}
        self._running: dict[str, subprocess.Popen[str]] = {}

    def __enter__(self) -> Self:
        vulkar = [sys.executable, "-c", "from vulkar.cli import main; main()"]
        self.start("board", [*vulkar, "sim", "board", "--link", str(self.port)], "Play:")
        self.table(self.port)
        self.web()
        return self

    def __exit__(self, *_: object) -> None:
        for name in ("web", "table", "board"):
            self.stop(name)

    def table(self, port: Path) -> None:
        """Starts the table on a port."""
        people = f"{self.port}.people"
        where = ["--data", str(self.data), "--port", str(port), "--people", people]
        for line in self.start("table", [sys.executable, "-m", "vulkar.service", *where], "ready"):
            if line.startswith("pin "):
                self.pin = line.split()[1]

    def web(self) -> None:
        """Starts the web process, at the address that it had before if any."""
        listen = self.url.removeprefix("http://") or "127.0.0.1:0"
        # All phones of a benchmark have one address: its rates are those of many.
        where = ["--table", str(self.data / "table.sock"), "--listen", listen]
        args = [sys.executable, "-m", "vulkar.remote", *where, "--rate-factor", "1000"]
        said = self.start("web", args, "listening")
        self.url = f"http://{said[-1].split()[1]}"

    def start(self, name: str, args: list[str], ready: str) -> list[str]:
        """Starts a process; its lines up to the one that begins with ``ready``."""
        began = time.perf_counter()
        with (self.data / f"{name}.log").open("ab") as log:
            process = subprocess.Popen(args, stdout=subprocess.PIPE, stderr=log, text=True)
        self._running[name] = process
        lines: list[str] = []
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line)
            if line.startswith(ready):
                self.start_s[name] = round(time.perf_counter() - began, 2)
                return lines
        raise RuntimeError(f"{name} did not start: {self.data / name}.log")

    def stop(self, name: str, kill: bool = False) -> None:
        """Ends a process, if it runs."""
        process = self._running.pop(name, None)
        if process is not None:
            (process.kill if kill else process.terminate)()
            process.wait(30)

    def pid(self, name: str) -> int:
        return self._running[name].pid

    def rss_mb(self, name: str) -> float:
        """Resident memory of a process."""
        status = Path(f"/proc/{self.pid(name)}/status").read_text("ascii")
        return round(int(status.split("VmRSS:")[1].split()[0]) / 1024, 1)

    async def marshal(self) -> TableClient:
        """A marshal's session."""
        client = TableClient(self.url)
        await client.enter(self.pin)
        return client

    async def begin(self, marshal: TableClient, seats: int, **terms: Any) -> list[TableClient]:
        """A table of that many people, started and armed; a phone for each."""
        await marshal.do("table.abandon")
        rows = [{"kind": "open"}] * seats
        made = await marshal.do("table.create", seats=rows, **terms)
        phones = []
        for key in (made.model_extra or {})["keys"]:
            phone = TableClient(self.url)
            await phone.sit(key["key"])
            phones.append(phone)
        await marshal.do("table.start")
        await marshal.do("arm")
        return phones


async def play(phone: TableClient, seat: int, say: Any, every_s: float = 1.0) -> None:
    """A person who looks once a second and taps: answers and fires as soon as it can be done,
    else taps a question that is long over. ``say(kind, began_s)`` hears each tap's end."""
    now = asyncio.get_running_loop().time
    while True:
        try:
            seen = await phone.view(seat)
        except VulkarError:  # no web process for a while
            continue
        trigger, question = seen.trigger, seen.question
        began = now()
        if trigger is not None and trigger.state == "live":
            assert trigger.question and trigger.nonce
            done = await tap(phone.fire(seat, trigger.question, trigger.nonce))
            say("fire" if done else "refused", now() - began)
        elif question is not None:
            await tap(phone.answer(seat, question.question, question.choices[0].value))
            say("answer", now() - began)
        else:
            await tap(phone.answer(seat, "0", "roll"))
            say("refused", now() - began)
        await asyncio.sleep(max(0.0, every_s - (now() - began)))


async def tap(doing: Any) -> bool:
    """Whether it was done; a refusal is an acknowledgement as well."""
    try:
        await doing
    except (TableError, VulkarError):
        return False
    return True
