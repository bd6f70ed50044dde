"""``python -m tests.cli.small_parts DATA [NAME=SCRIPT...]``: serves three small real processes.

Prints each line that a person would see. A part is a Python script; by default it says its mark,
waits for SIGTERM, writes its name to DATA/ended and ends.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from vulkar.cli.announce import Announcer
from vulkar.cli.children import Program
from vulkar.cli.serving import House, Serving
from vulkar.remote.reach import Reach

MARKS = {"board": "Play:", "table": "ready", "web": "listening 127.0.0.1:80"}
SCRIPT = """
import os, signal, sys
name, mark, data = sys.argv[1:]
def end(*_):
    open(f"{data}/ended", "a").write(name + "\\n")
    sys.exit(0)
signal.signal(signal.SIGTERM, end)
open(f"{data}/{name}.pids", "a").write(f"{os.getpid()}\\n")
print(mark, flush=True)
while True:
    signal.pause()
"""


def main() -> None:
    data = Path(sys.argv[1])
    other = dict(arg.split("=", 1) for arg in sys.argv[2:])
    what = [
        Program(name, ("-c", other.get(name, SCRIPT), name, mark, str(data)), mark.split()[0])
        for name, mark in MARKS.items()
    ]
    with House(data):
        announcer = Announcer(lambda port: Reach(("here",), port))
        serving = Serving(what, data, announcer, lambda line: print(line, flush=True))
        print("failed", asyncio.run(serving.run()), flush=True)


if __name__ == "__main__":
    main()
