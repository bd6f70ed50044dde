"""Carries out what the supervisor orders: real processes, signals, one lock on the data folder."""

from __future__ import annotations

import asyncio
import fcntl
import os
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from vulkar.cli.announce import Announcer
from vulkar.cli.children import Child, Program
from vulkar.cli.people import camera_socket
from vulkar.cli.supervisor import End, Order, Over, Part, Say, Start, Supervisor
from vulkar.errors import VulkarError

PARTS: Final = {"board": (), "table": ("board",), "web": ("table",)}
STOPS: Final = ("table", "web", "board")


def programs(
    data: Path,
    board: str,
    listen: str,
    sim: bool,
    port: str | None,
    public_host: str | None,
    proxies: Sequence[str],
    panel: str | None = None,
    camera: Path | None = None,
    map: str = "",
    cues: Path | None = None,
    ruleset: str = "",
    seats: Sequence[str] = (),
) -> list[Program]:
    """The processes, in the order in which they are started. No port: people do it all by hand.

    ``camera``: the file of one; a simulated board brings its own. ``map``: of the board.
    ``cues``: a file that changes the table of cues. ``ruleset``: of a new house's first table.
    ``seats``: the kinds of players at it, the usual ones where empty.
    """
    link, socket = data / "board", data / "table.sock"
    table = ["-m", "vulkar.cli.panelled", panel] if panel else ["-m", "vulkar.service"]
    table += ["--data", str(data), "--board", board]
    table += ["--ruleset", ruleset] if ruleset else []
    table += ["--seats", ",".join(seats)] if seats else []
    if sim:
        table += ["--port", str(link), "--people", f"{link}.people"]
    else:
        table += ["--port", port] if port is not None else ["--manual"]
    web = ["-m", "vulkar.pages", "--table", str(socket), "--listen", listen]
    web += ["--public-host", public_host] if public_host else []
    web += ["--map", map] if map else []
    for program in (table, web) if cues is not None else ():
        program += ["--cues", str(cues)]
    if camera is not None:
        web += ["--camera", str(camera)]
    elif sim:
        web += ["--camera-socket", str(camera_socket(str(link)))]
    for address in proxies:
        web += ["--proxy", address]
    found = [Program("table", tuple(table), "ready"), Program("web", tuple(web), "listening ")]
    if sim:
        run = "from vulkar.cli import main; main()"
        args = ("-c", run, "sim", "board", "--link", str(link), "--board", board)
        found.insert(0, Program("board", args, "Play:"))
    return found


class House:
    """The data folder, held by one ``vulkar serve`` at a time: a context."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._lock = -1

    def __enter__(self) -> None:
        """Raises ``VulkarError``: ``file.unwritable``, ``serve.running``."""
        os.umask(0o077)  # of every process below: journals hold seeds, sockets let in
        path = self._data / "serve.lock"
        try:
            (self._data / "log").mkdir(mode=0o700, parents=True, exist_ok=True)
            self._data.chmod(0o700)
            self._lock = os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        except OSError as exc:
            raise VulkarError("file.unwritable", path=path, reason=exc.strerror) from exc
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as exc:
            pid = os.read(self._lock, 20).decode(errors="replace").strip() or "?"
            os.close(self._lock)
            raise VulkarError("serve.running", data=self._data, pid=pid) from exc
        os.ftruncate(self._lock, 0)
        os.write(self._lock, f"{os.getpid()}\n".encode())

    def __exit__(self, *_: object) -> None:
        os.close(self._lock)


class Serving:
    """One run of ``vulkar serve``. ``show`` prints one line for the person at the terminal."""

    def __init__(
        self,
        what: Sequence[Program],
        data: Path,
        announcer: Announcer,
        show: Callable[[str], None],
    ) -> None:
        self._log = data / "log"
        self._announcer = announcer
        self._show = show
        self._programs = {program.name: program for program in what}
        names = self._programs.keys()
        self._supervisor = Supervisor(
            [Part(name, tuple(n for n in PARTS[name] if n in names)) for name in names],
            [name for name in STOPS if name in names],
        )
        self._children: dict[str, Child] = {}
        self._lives: set[asyncio.Task[None]] = set()

    async def run(self) -> str | None:
        """Runs until SIGINT or SIGTERM; returns the part that could not be started, if any."""
        self._loop = asyncio.get_running_loop()
        self._over: asyncio.Future[str | None] = self._loop.create_future()
        self._timer: asyncio.TimerHandle | None = None
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            self._loop.add_signal_handler(number, self._stop)
        self._tick()
        try:
            return await self._over
        finally:
            if self._timer is not None:
                self._timer.cancel()

    def pids(self) -> dict[str, int]:
        """The processes that run now, by part."""
        return {name: child.pid for name, child in self._children.items() if child.pid is not None}

    def _stop(self) -> None:
        self._do(self._supervisor.stop(self._loop.time()))

    def _tick(self) -> None:
        self._do(self._supervisor.tick(self._loop.time()))

    def _do(self, orders: Sequence[Order]) -> None:
        for order in orders:
            if isinstance(order, Start):
                child = Child(self._programs[order.part], self._log / f"{order.part}.log")
                self._children[order.part] = child
                task = self._loop.create_task(self._live(child))
                self._lives.add(task)
                task.add_done_callback(self._lives.discard)
            elif isinstance(order, End):
                self._children[order.part].end(order.hard)
            elif isinstance(order, Say):
                self._say(f"{order.part}: {order.what}.")
            elif isinstance(order, Over) and not self._over.done():
                self._over.set_result(order.failed)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due_s = self._supervisor.due_s()
        if due_s is not None and not self._over.done():
            self._timer = self._loop.call_at(due_s, self._tick)

    async def _live(self, child: Child) -> None:
        """One life of a process, from its start to its end, whatever its words lead to."""
        name = child.program.name
        try:
            why = await child.run(lambda line: self._heard(child, line))
        except OSError as exc:
            why = exc.strerror or str(exc)
        del self._children[name]
        self._do(self._supervisor.exited(name, why, self._loop.time()))

    def _heard(self, child: Child, line: str) -> None:
        name = child.program.name
        for text in self._told(name, line):
            self._say(text)
        if line.startswith(child.program.mark):
            self._do(self._supervisor.ready(name, self._loop.time()))

    def _say(self, text: str) -> None:
        """Shows a line, if anybody is left to read it: who closed the terminal ends no table."""
        with suppress(OSError):
            self._show(text)

    def _told(self, name: str, line: str) -> list[str]:
        """What a person is shown of it. A line that cannot be read is one more thing to show."""
        lines = {"table": self._announcer.table, "web": self._announcer.web}.get(name)
        try:
            return lines(line) if lines else []
        except Exception as exc:  # a bug here must not end the watch over the process
            return [f"{name}: a line of it cannot be read ({type(exc).__name__}: {exc})."]
