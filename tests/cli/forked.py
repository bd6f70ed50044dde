"""``python -m tests.cli.forked FD KIND``: starts programs of ours, each in a process by fork.

A start spends most of a short program's time on reading Python's modules. A process forked from
one that has read them has its own memory, files, folder and environment all the same.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import pkgutil
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress

Program = Callable[[], object]


def command_line() -> dict[str, Program]:
    """``vulkar``, with every command's modules, and the ground of the island that it simulates."""
    import vulkar.cli
    from vulkar.maps import load
    from vulkar.sim.world.model import built_for
    from vulkar.sim.world.physics import DEFAULT

    names = [module.name for module in pkgutil.iter_modules(vulkar.cli.__path__, "vulkar.cli.")]
    for name in (*names, "vulkar.sim.lockstep", "vulkar.sim.people", "rich.table"):
        importlib.import_module(name)
    built_for(load("classic"), DEFAULT)
    return {"vulkar": vulkar.cli.main}


def modules(*names: str) -> dict[str, Program]:
    """Programs that are started as ``python -m NAME``."""
    return {name: importlib.import_module(f"{name}.__main__").main for name in names}


KINDS: dict[str, Callable[[], dict[str, Program]]] = {
    "cli": command_line,
    "table": lambda: modules("vulkar.service"),
    "web": lambda: modules("vulkar.remote", "vulkar.pages"),
}


def reap(*_: object) -> None:
    """Nobody else waits for what starts the programs; their time is counted as this process's."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def serve(asked: socket.socket, programs: dict[str, Program]) -> Program | None:
    """Forks for each request; in the program's process it returns what that is to do."""
    signal.signal(signal.SIGCHLD, reap)
    while True:
        message, fds, _, _ = socket.recv_fds(asked, 1 << 20, 4)
        if not message:
            return None
        if os.fork() == 0:
            asked.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            return start(json.loads(message), fds, programs)
        for fd in fds:
            os.close(fd)


def start(message: list[object], fds: list[int], programs: dict[str, Program]) -> Program:
    """Forks once more: this process tells the program's id and its end on the last of ``fds``."""
    program, args, cwd, environment = message
    *streams, told = fds
    pid = os.fork()
    if pid:
        for stream in streams:
            os.close(stream)
        os.write(told, b"%d" % pid)
        _, status = os.waitpid(pid, 0)
        os.write(told, b"%d" % os.waitstatus_to_exitcode(status))
        os._exit(0)
    os.close(told)
    for fd, stream in enumerate(streams):
        os.dup2(stream, fd)
    for stream in streams:
        os.close(stream)
    os.chdir(str(cwd))
    os.environ.clear()
    os.environ.update(environment)  # type: ignore[call-overload]
    sys.argv = [str(program), *args]  # type: ignore[misc]
    return programs[str(program)]


if __name__ == "__main__":
    found = KINDS[sys.argv[2]]()
    gc.collect()
    gc.freeze()  # what is here stays: a program's own collections need not walk it
    channel = socket.socket(fileno=int(sys.argv[1]))
    channel.send(b"ready")
    work = serve(channel, found)
    if work is not None:
        sys.exit(work())  # as the script does: it ends as any process of Python's ends
