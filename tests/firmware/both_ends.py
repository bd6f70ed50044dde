"""The firmware's session inside this process, for tests that join both ends without a cable."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

from firmware.kit import FIRMWARE, HERE

_OURS = ("island", "bench")


@contextmanager
def alone() -> Iterator[None]:
    """tests/ has a folder of the same name: what was imported under it is put back."""

    def take() -> dict[str, ModuleType]:
        names = [name for name in sys.modules if name.split(".")[0] in _OURS]
        return {name: sys.modules.pop(name) for name in names}

    before = take()
    paths = [str(FIRMWARE), str(HERE / "cases")]
    sys.path[:0] = paths
    try:
        yield
    finally:
        take()
        sys.modules.update(before)
        del sys.path[: len(paths)]


def load_bench() -> ModuleType:
    """tests/firmware/cases/bench.py and with it the firmware, under CPython."""
    with alone():
        return importlib.import_module("bench")
