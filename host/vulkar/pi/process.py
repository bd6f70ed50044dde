"""The firmware's process: ``python -m vulkar.pi.process``, started by :mod:`vulkar.pi.board`.

Runs the unmodified main.py with standard input and output as its serial port.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import socket
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from vulkar.pi import hallscan, machine, streams
from vulkar.pi.factory import MOCK, make_factory
from vulkar.pi.guard import Guard
from vulkar.pi.wires import Wires
from vulkar.resources import firmware_dir

RESCUES: Final = 50
RESCUE_S: Final = 0.02


def main() -> None:
    """Parses the arguments, wires everything, and runs the firmware until it ends."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--pins", required=True)
    parser.add_argument("--rail", type=int, required=True)
    parser.add_argument("--rail-off", type=int, required=True)
    parser.add_argument("--cause", type=int, required=True)
    parser.add_argument("--guard", type=int, required=True)
    parser.add_argument("--bench", type=int, default=-1)
    args = parser.parse_args()
    factory = make_factory(args.pins)
    guard = Guard(args.guard)
    wires = Wires(factory, args.rail, guard.ask_rail)
    if args.pins == MOCK and args.bench >= 0:
        _Bench(factory, args.bench)
    guard.on_end(lambda: _orphaned(wires, args.rail_off))
    machine.use(wires, guard, args.cause)
    hallscan.use(wires)
    run(firmware_dir())


def run(folder: Path) -> None:
    """Runs ``folder``/main.py with this package's modules in place of MicroPython's."""
    sys.modules["machine"] = machine
    sys.modules["hallscan"] = hallscan
    sys.path.insert(0, str(folder))
    sys.stdin = streams.Stream(0, "rb")
    sys.stdout = sys.stderr = streams.Stream(1, "wb")
    from island import app  # type: ignore[import-not-found]

    app.select = streams
    gc.freeze()  # the loop collects once a second: what is here already need not be looked at again
    path = folder / "main.py"
    exec(compile(path.read_text("utf-8"), str(path), "exec"), {"__name__": "__main__"})


def _orphaned(wires: Wires, off_level: int) -> None:
    """The process that kept the rail is gone: no pulses, the rail off, then the end."""
    with suppress(Exception):
        wires.silence()
    for _ in range(RESCUES):  # the kernel may still be taking the pin from the dead process
        try:
            wires.rescue_rail(off_level)
            break
        except Exception:
            time.sleep(RESCUE_S)
    os._exit(1)  # without gpiozero's clean-up, which would make the rail's pin an input again


class _Bench:
    """Mock pins seen and driven from outside, by JSON lines: ``{"pin": 4, "value": 0.075}`` tells
    a change, ``{"27": 0}`` drives a pin."""

    def __init__(self, factory: Any, fd: int) -> None:
        self._factory = factory
        self._socket = socket.socket(fileno=fd)
        self._levels: dict[int, int] = {}
        make = factory.pin_class
        bench = self

        class Watched(make):  # type: ignore[misc,valid-type]
            """A mock pin that tells each of its changes."""

            def _change_state(self, value: float) -> bool:
                changed = bool(super()._change_state(value))
                if changed:
                    bench.tell(self.info.name, value)
                return changed

            def _set_pull(self, value: str) -> None:
                super()._set_pull(value)
                bench.hold(self)

        factory.pin_class = Watched
        first = self._socket.makefile("r")
        self._drive(json.loads(first.readline()))
        threading.Thread(target=self._listen, args=(first,), daemon=True).start()

    def tell(self, name: str, value: float) -> None:
        line = {"pin": _number(name), "value": float(value)}
        with suppress(OSError):
            self._socket.sendall((json.dumps(line) + "\n").encode())

    def _listen(self, lines: Any) -> None:
        for line in lines:
            self._drive(json.loads(line))

    def _drive(self, levels: dict[str, int]) -> None:
        for name, level in levels.items():
            self._levels[int(name)] = level
            self.hold(self._factory.pin(int(name)))

    def hold(self, pin: Any) -> None:
        """Whatever drives a pin from outside is stronger than its pull-up."""
        level = self._levels.get(_number(pin.info.name))
        if level is not None and pin.function == "input":
            pin.drive_high() if level else pin.drive_low()


def _number(name: str) -> int:
    return int(name.removeprefix("GPIO"))


if __name__ == "__main__":
    main()
