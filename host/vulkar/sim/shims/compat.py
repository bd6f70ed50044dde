# mypy: ignore-errors
# ruff: noqa: PTH123, SIM115 (MicroPython has no pathlib)
"""The few places where MicroPython and CPython differ below the shims."""

import sys

MICROPYTHON = sys.implementation.name == "micropython"

if MICROPYTHON:
    # A hard callback may not allocate: the heap is locked while one runs, as on the chip.
    from micropython import heap_lock as lock
    from micropython import heap_unlock as unlock

    def open_host(fd):
        """The socket to the host; MicroPython's ``readinto`` waits until the buffer is full."""
        return open(fd, "r+b", 0)

else:

    def lock():
        pass

    def unlock():
        pass

    class open_host:
        def __init__(self, fd):
            self._file = open(fd, "r+b", 0)

        def fileno(self):
            return self._file.fileno()

        def readinto(self, buf):
            view = memoryview(buf).cast("B")
            got = 0
            while got < len(view):
                n = self._file.readinto(view[got:])
                if not n:
                    break
                got += n
            return got

        def write(self, data):
            return self._file.write(data)
