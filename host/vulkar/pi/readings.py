"""Reads what :mod:`vulkar.pi.health` judges; what is missing here is None, never an error."""

from __future__ import annotations

import grp
import os
import re
import shutil
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from vulkar.pi.health import Readings

THROTTLED: Final = "devices/platform/soc*/**/get_throttled"
CONFIGS: Final = ("boot/firmware/config.txt", "boot/config.txt")


def read(port: str = "", journal_s: float | None = None, root: Path = Path("/")) -> Readings:
    """The readings of now. ``root`` is where /proc, /sys and /boot lie."""
    mode = _port(port)
    return Readings(
        throttled=_throttled(root),
        modem_manager=_runs("ModemManager", root / "proc"),
        port=port,
        port_open=mode[0],
        port_group=mode[1],
        groups=frozenset(map(_group, {os.getegid(), *os.getgroups()})),
        free_mb=shutil.disk_usage(_there(Path(".vulkar"))).free // 1_000_000,
        now_s=time.time(),
        journal_s=journal_s,
        strict_gpiod=_strict(root),
    )


def parse_throttled(text: str) -> int | None:
    """The bits in ``50005``, ``0x50005`` or ``throttled=0x50005``."""
    found = re.fullmatch(r"(?:throttled=)?(?:0x)?([0-9a-fA-F]+)", text.strip())
    return int(found[1], 16) if found else None


def _throttled(root: Path) -> int | None:
    with suppress(OSError):
        for path in (root / "sys").glob(THROTTLED):
            return parse_throttled(path.read_text())
    if root != Path("/") or shutil.which("vcgencmd") is None:
        return None
    with suppress(OSError, subprocess.SubprocessError):
        done = subprocess.run(
            ["vcgencmd", "get_throttled"], capture_output=True, text=True, timeout=5, check=True
        )
        return parse_throttled(done.stdout)
    return None


def _runs(name: str, proc: Path) -> bool:
    for comm in proc.glob("[0-9]*/comm"):
        with suppress(OSError):
            if comm.read_text().strip() == name:
                return True
    return False


def _port(port: str) -> tuple[bool | None, str]:
    path = Path(port)
    if not port or not path.exists():
        return None, ""
    return os.access(path, os.R_OK | os.W_OK), _group(path.stat().st_gid)


def _group(number: int) -> str:
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return str(number)


def _there(path: Path) -> Path:
    """The path, or the nearest folder above it that exists."""
    whole = path.absolute()
    return next(place for place in (whole, *whole.parents) if place.exists())


def _strict(root: Path) -> bool | None:
    model = root / "proc" / "device-tree" / "model"
    with suppress(OSError):
        if "Raspberry Pi" not in model.read_text():
            return None
        for name in CONFIGS:
            config = root / name
            if config.is_file():
                lines = [line.split("#")[0].strip() for line in config.read_text().splitlines()]
                return any(
                    re.fullmatch(r"dtparam=(.*,)?strict_gpiod(=on)?(,.*)?", line) for line in lines
                )
    return None
