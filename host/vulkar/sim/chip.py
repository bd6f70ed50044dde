"""The chip's process: the firmware under MicroPython, or under CPython where none is built.

The process runs ``shims/boot.py`` with ``shims/`` first on its path. It inherits one end of a
socket pair (grants and yields, see ``shims/chipwire.py``) and one descriptor that is its stdin,
stdout and stderr: a Pico has one USB port for all three, tracebacks included.
"""

from __future__ import annotations

import platform
import socket
import subprocess
import sys
from contextlib import suppress
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from vulkar.errors import VulkarError

SHIMS: Final = Path(__file__).parent / "shims"
COSTS: Final = SHIMS / "costs.json"
HEAP_KIB: Final = 512  # words are twice as long as on a Pico, which has 239 kB free after boot
_RUN: Final = "import sys; from micropython_run import run_main; sys.exit(run_main(sys.argv))"
# In real time a chip may stand at MicroPython's own prompt, where nothing of ours runs and a port
# that nobody holds any more is read for ever. Linux ends it with the process that started it.
_END_WITH_PARENT: Final = "import ctypes; ctypes.CDLL(None).prctl(1, 9); "  # PR_SET_PDEATHSIG


class Interpreter(StrEnum):
    """What runs the firmware. Reports say which."""

    MICROPYTHON = "micropython"
    CPYTHON = "cpython"


class Mode(StrEnum):
    """Which clock the chip runs on."""

    LOCKSTEP = "lockstep"
    REALTIME = "realtime"


def has_micropython() -> bool:
    """Whether the real MicroPython is installed in this environment."""
    return find_spec("micropython_run") is not None


def pick_interpreter() -> Interpreter:
    """The real MicroPython; CPython only where no wheel of it exists for this machine.

    Raises ``VulkarError("chip.no_micropython")`` where a wheel exists but is not installed
    (Linux x86-64, CPython 3.11-3.14): a run there must not quietly prove less.
    """
    if has_micropython():
        return Interpreter.MICROPYTHON
    wheel_exists = (
        sys.platform == "linux"
        and platform.machine() == "x86_64"
        and (3, 11) <= sys.version_info[:2] <= (3, 14)
    )
    if wheel_exists:
        raise VulkarError("chip.no_micropython", python=sys.executable)
    return Interpreter.CPYTHON


class ChipProcess:
    """One run of the chip, from reset to reset. ``close`` kills and reaps it; always call it."""

    def __init__(
        self,
        mode: Mode,
        stdio: int,
        firmware: Path,
        *,
        cause: int = 1,
        costs: Path = COSTS,
        interpreter: Interpreter | None = None,
        heap_kib: int = HEAP_KIB,
    ) -> None:
        """``stdio`` is the descriptor that the chip has as stdin, stdout and stderr.

        ``cause`` is what ``machine.reset_cause()`` says (1 power on, 3 watchdog).
        """
        self.interpreter = interpreter or pick_interpreter()
        self.socket, theirs = socket.socketpair()
        if self.interpreter is Interpreter.MICROPYTHON:
            live = mode is Mode.REALTIME
            prompt = ["-i"] if live else []  # what is left when main.py ends
            end = _END_WITH_PARENT if live and sys.platform == "linux" else ""
            boot = [
                "-I",
                "-c",
                end + _RUN,
                "-X",
                f"heapsize={heap_kib}K",
                *prompt,
                str(SHIMS / "boot.py"),
            ]
        else:
            boot = ["-I", str(SHIMS / "boot_cpython.py")]
        environment = {
            "MICROPYPATH": ".frozen",
            "VULKAR_CHIP_FD": str(theirs.fileno()),
            "VULKAR_CHIP_MODE": mode.value,
            "VULKAR_CHIP_CAUSE": str(cause),
            "VULKAR_CHIP_COSTS": str(costs),
        }
        try:
            self._process = subprocess.Popen(
                [sys.executable, *boot, str(firmware.resolve())],
                stdin=stdio,
                stdout=stdio,
                stderr=stdio,
                cwd=firmware,
                pass_fds=(theirs.fileno(),),
                env=environment,
            )
        except BaseException:
            self.socket.close()
            raise
        finally:
            theirs.close()
        self.pid = self._process.pid

    def close(self) -> int:
        """Kills the process if it still runs, reaps it and returns its exit code."""
        self.socket.close()
        with suppress(ProcessLookupError):
            self._process.kill()
        return self._process.wait()

    def exit_code(self) -> int | None:
        """The exit code once the process has ended by itself, else None."""
        return self._process.poll()

    def __del__(self) -> None:
        if hasattr(self, "_process") and self._process.returncode is None:
            self.close()
