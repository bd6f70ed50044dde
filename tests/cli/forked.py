"""``python -m tests.cli.forked FD``: runs ``vulkar`` commands, each in a process by fork.

A start spends most of a short command's time on reading Python's modules. A process forked from
one that has read them has its own memory, files, folder and environment all the same.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import pkgutil
import socket
import sys
from collections.abc import Callable

import vulkar.cli
from vulkar.cli import main


def serve(asked: socket.socket) -> Callable[[], None] | None:
    """Forks for each request and tells its end; in the child it returns what the child is to do."""
    while True:
        message, streams, _, _ = socket.recv_fds(asked, 1 << 20, 3)
        if not message:
            return None
        pid = os.fork()
        if pid == 0:
            asked.close()
            args, cwd, environment = json.loads(message)
            for fd, stream in enumerate(streams):
                os.dup2(stream, fd)
                os.close(stream)
            os.chdir(cwd)
            os.environ.clear()
            os.environ.update(environment)
            sys.argv = ["vulkar", *args]
            return main
        for stream in streams:
            os.close(stream)
        asked.send(str(pid).encode())
        _, status = os.waitpid(pid, 0)
        asked.send(str(os.waitstatus_to_exitcode(status)).encode())


if __name__ == "__main__":
    names = [module.name for module in pkgutil.iter_modules(vulkar.cli.__path__, "vulkar.cli.")]
    for name in (*names, "vulkar.sim.lockstep", "vulkar.sim.people", "rich.table"):
        importlib.import_module(name)
    gc.collect()
    gc.freeze()  # what is here stays: a command's own collections need not walk it
    channel = socket.socket(fileno=int(sys.argv[1]))
    channel.send(b"ready")
    work = serve(channel)
    if work is not None:
        work()  # as the script does: it ends as any process of Python's ends
