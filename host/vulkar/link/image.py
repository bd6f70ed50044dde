"""The hash of the firmware's sources, by which host and controller know that they belong together.

``python -m vulkar.link.image --write`` puts it into firmware/island/build.py; a test says when
that is due.
"""

from __future__ import annotations

import sys
import zlib
from pathlib import Path
from typing import Final

from vulkar.resources import firmware_dir

BUILD: Final = Path("island") / "build.py"


def source_hash(folder: Path) -> int:
    """CRC-32 over names and contents of all sources but build.py; never 0."""
    crc = 0
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.py"))
    for name in names:
        if name != BUILD.as_posix():
            crc = zlib.crc32(name.encode() + b"\0", crc)
            crc = zlib.crc32((folder / name).read_bytes(), crc)
    return crc or 1


def own_hash() -> int:
    """The hash of the firmware that came with this Vulkar."""
    return source_hash(firmware_dir())


def build_text(number: int) -> str:
    """The contents of build.py."""
    return (
        '"""Written by ``python -m vulkar.link.image --write``: the hash of these sources."""\n\n'
        f"SOURCES = 0x{number:08X}\n"
    )


def main() -> int:
    """Prints the hash; with ``--write`` also writes build.py."""
    folder = firmware_dir()
    number = source_hash(folder)
    if "--write" in sys.argv[1:]:
        (folder / BUILD).write_text(build_text(number))
    sys.stdout.write(f"{number:08X}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
