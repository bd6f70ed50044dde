# mypy: ignore-errors
"""Starts the same firmware under CPython, where no MicroPython is built for this machine.

Lays the shims over the standard modules that the firmware uses, and adds what CPython lacks.
"""

import binascii
import gc
import io
import select
import struct
import sys
import time
import traceback
import types
from pathlib import Path

_HERE = str(Path(__file__).parent)


def _module(name, **names):
    module = types.ModuleType(name)
    module.__dict__.update(names)
    sys.modules[name] = module
    return module


def _plain(module):
    return {k: v for k, v in vars(module).items() if not k.startswith("__")}


class _Poll:
    """``poll`` that gives back the registered objects, as MicroPython's does."""

    def __init__(self):
        self._poll = select.poll()
        self._objects = {}

    def register(self, obj, mask):
        self._objects[obj.fileno()] = obj
        self._poll.register(obj.fileno(), mask)

    def poll(self, timeout=-1):
        return [(self._objects[fd], bits) for fd, bits in self._poll.poll(timeout)]


class _Stream:
    """stdin or stdout without a buffer in between, so that ``poll`` tells the truth."""

    def __init__(self, fd, mode):
        self.buffer = io.FileIO(fd, mode)

    def fileno(self):
        return self.buffer.fileno()

    def write(self, text):
        return self.buffer.write(text.encode())

    def flush(self):
        pass


sys.stdin = _Stream(0, "rb")
sys.stdout = sys.stderr = _Stream(1, "wb")
sys.print_exception = lambda exc, file=None: sys.stdout.write(
    "".join(traceback.format_exception(exc))
)
gc.mem_free = lambda: 0
gc.mem_alloc = lambda: 0
_now_us = lambda: time.monotonic_ns() // 1000  # noqa: E731
_module("utime", **{**_plain(time), "ticks_us": _now_us})
_module("uselect", **{**_plain(select), "poll": _Poll})
_module("ustruct", **_plain(struct))
_module("ubinascii", **_plain(binascii))
# no ``micropython``: the firmware knows itself what CPython lacks
# the shims take the place of modules that CPython has loaded already
sys.path[:] = [_HERE] + [p for p in sys.path if p != _HERE]
for _name in ("time", "select", "binascii", "struct"):
    del sys.modules[_name]
for _name in ("time", "select", "binascii", "struct"):
    _source = Path(_HERE, _name + ".py").read_text()
    exec(compile(_source, _name + ".py", "exec"), _module(_name).__dict__)
_boot = Path(_HERE, "boot.py").read_text()
exec(compile(_boot, "boot.py", "exec"), {"__name__": "__main__"})
