"""``python -m tests.service.kill_zygote FD``: starts the table and the web process by fork.

A start spends seconds on reading Python's modules, which is not what dies here; a process forked
from one that has read them is a process of its own all the same, and is killed as one.
"""

from __future__ import annotations

import ctypes
import importlib
import json
import os
import signal
import socket
import sys

PROGRAMS = ("vulkar.service", "vulkar.remote")


def main() -> None:
    asked = socket.socket(fileno=int(sys.argv[1]))
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them: their output ends
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
    programs = {name: importlib.import_module(f"{name}.__main__") for name in PROGRAMS}
    asked.send(b"ready")
    while True:
        message, fds, _, _ = socket.recv_fds(asked, 65536, 2)
        if not message:
            return
        out, log = fds
        name, *args = json.loads(message)
        pid = os.fork()
        if pid == 0:
            ctypes.CDLL(None).prctl(1, signal.SIGKILL)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            asked.close()
            os.dup2(out, 1)
            os.dup2(log, 2)
            for fd in (out, log):
                os.close(fd)
            sys.argv = [name, *args]
            os._exit(programs[name].main() or 0)
        os.close(out)
        os.close(log)
        asked.send(str(pid).encode())


main()
