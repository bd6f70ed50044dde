"""A process at a share of one core and with so much memory and no more, as on a small machine."""

from __future__ import annotations

import os
import signal
import threading
from contextlib import suppress
from pathlib import Path
from typing import Final, Self

PERIOD_S: Final = 0.1
V1: Final = Path("/sys/fs/cgroup/cpu"), Path("/sys/fs/cgroup/memory")
V2: Final = Path("/sys/fs/cgroup")


class Slowly:
    """A context manager. ``how`` says what holds the process back: a control group of its own
    where one can be made, else signals that stop and continue it; without a group its memory is
    not limited."""

    def __init__(self, pid: int, share: float, memory_mb: int) -> None:
        self.how: list[str] = []
        self._pid = pid
        self._share = share
        self._memory = memory_mb * 1024 * 1024
        self._groups: list[Path] = []
        self._end = threading.Event()
        self._stopper: threading.Thread | None = None

    def __enter__(self) -> Self:
        period_us = round(PERIOD_S * 1e6)
        quota_us = str(round(period_us * self._share))
        cpu = [("cpu.cfs_period_us", str(period_us)), ("cpu.cfs_quota_us", quota_us)]
        two = f"{quota_us} {period_us}"
        held = self._group(V1[0], cpu) or self._group(V2, [("cpu.max", two)])
        self.how.append(f"cpu: {held}" if held else "cpu: stopped and continued by signals")
        if not held:
            self._stopper = threading.Thread(target=self._stop_and_go, daemon=True)
            self._stopper.start()
        memory = [("memory.limit_in_bytes", str(self._memory))]
        held = self._group(V1[1], memory) or self._group(V2, [("memory.max", str(self._memory))])
        self.how.append(f"memory: {held or 'measured, not limited'}")
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        if self._stopper is not None:
            self._stopper.join()
        for group in self._groups:
            with suppress(OSError):
                (group.parent / "cgroup.procs").write_text(str(self._pid))
                group.rmdir()

    def _group(self, root: Path, limits: list[tuple[str, str]]) -> str:
        group = root / f"vulkar-bench-{os.getpid()}"
        try:
            group.mkdir(exist_ok=True)
            self._groups.append(group)
            for name, value in limits:
                (group / name).write_text(value)
            (group / "cgroup.procs").write_text(str(self._pid))
        except OSError:
            return ""
        return "control group, " + ", ".join(f"{name} = {value}" for name, value in limits)

    def _stop_and_go(self) -> None:
        with suppress(ProcessLookupError):
            while not self._end.is_set():
                os.kill(self._pid, signal.SIGCONT)
                self._end.wait(PERIOD_S * self._share)
                os.kill(self._pid, signal.SIGSTOP)
                self._end.wait(PERIOD_S * (1 - self._share))
            os.kill(self._pid, signal.SIGCONT)
