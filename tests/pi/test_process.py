"""The firmware's process by itself, with this test in the place of the one that keeps the rail."""

from __future__ import annotations

import json
import os
import pty
import select
import socket
import subprocess
import sys
import tty

RAIL = 18


def test_an_orphan_takes_the_rail_s_pin_and_drives_it_off() -> None:
    guard, theirs = socket.socketpair()
    bench, bench_end = socket.socketpair()
    master, slave = pty.openpty()
    tty.setraw(slave)
    arguments = [
        "--pins=mock",
        f"--rail={RAIL}",
        "--rail-off=1",  # a rail that is on while its pin is low
        "--cause=1",
        f"--guard={theirs.fileno()}",
        f"--bench={bench_end.fileno()}",
    ]
    child = subprocess.Popen(
        [sys.executable, "-m", "vulkar.pi.process", *arguments],
        stdin=master,
        stdout=master,
        pass_fds=(theirs.fileno(), bench_end.fileno()),
    )
    try:
        theirs.close()
        bench_end.close()
        bench.settimeout(20)
        bench.sendall(b"{}\n")
        assert select.select([slave], [], [], 20)[0]
        os.read(slave, 100)  # its hello: it is at work
        guard.close()  # as when the keeper is killed; the port stays
        told = [json.loads(line) for line in bench.makefile("rb")]
        assert told[-1] == {"pin": RAIL, "value": 1.0}
        assert child.wait(10) == 1
    finally:
        child.kill()
        child.wait()
        for fd in (master, slave):
            os.close(fd)
        bench.close()
