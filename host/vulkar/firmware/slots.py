"""What an installation looks like on a board's file system. Pure: texts in, texts out.

Two folders take turns. ``vulkar_now`` names the one that starts and, in its second line, the one
to go back to; it is only ever replaced by a rename, which littlefs does whole or not at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

FOLDERS: Final = ("vulkar_a", "vulkar_b")
SWITCH: Final = "vulkar_now"
SWITCH_NEW: Final = "vulkar_new"
MANIFEST: Final = "manifest"
LAUNCHER: Final = "main.py"
LAUNCHER_NEW: Final = "main_new.py"
LAUNCHER_OLD: Final = "main_old.py"  # what was there before the first installation
LOOSE: Final = (
    "hallscan.py",
    "lampline.py",
    "island",
)  # of a firmware that was copied without an installer


@dataclass(frozen=True, slots=True)
class Part:
    """One file of the firmware as it lies on the board; ``name`` is relative to its folder."""

    name: str
    data: bytes
    crc: int


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a folder holds, written after everything else in it."""

    firmware: int  # hash of the sources, link/image.py
    island: str  # id of the board description that it was installed for
    arch: str
    crcs: dict[str, int]

    def text(self) -> str:
        lines = [f"vulkar {self.firmware:08x} {self.island} {self.arch}"]
        lines += [f"{name} {crc:08x}" for name, crc in sorted(self.crcs.items())]
        return "\n".join(lines) + "\nend\n"


def manifest_of(text: str) -> Manifest | None:
    """The manifest that a text holds; None if it is missing, cut short or not ours."""
    lines = text.splitlines()
    if len(lines) < 3 or lines[-1] != "end":
        return None
    try:
        mark, firmware, island, arch = lines[0].split(" ")
        crcs = {name: int(crc, 16) for name, crc in (line.split(" ") for line in lines[1:-1])}
        return Manifest(int(firmware, 16), island, arch, crcs) if mark == "vulkar" else None
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class Switch:
    """The contents of ``vulkar_now``: folders, empty where there is none."""

    now: str = ""
    before: str = ""

    def text(self) -> str:
        return f"{self.now}\n{self.before}\n"

    @property
    def free(self) -> str:
        """The folder that may be written to: never the one that starts."""
        return FOLDERS[1] if self.now == FOLDERS[0] else FOLDERS[0]


def switch_of(text: str) -> Switch:
    """Folders that are not ours count as none."""
    lines = [line.strip() for line in text.splitlines()[:2]] + ["", ""]
    now, before = (name if name in FOLDERS else "" for name in lines[:2])
    return Switch(now, before if now and before != now else "")
