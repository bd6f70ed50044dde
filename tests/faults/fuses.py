"""A copy of the firmware in which any function can be made to raise, by its number, over the link.

A PING whose payload begins with ``FUSE`` arms one; the next call of that function raises. The rest
is the firmware as it is.
"""

from __future__ import annotations

import ast
import shutil
import struct
from pathlib import Path
from typing import Final

from vulkar.resources import firmware_dir

FUSE: Final = b"fuse"
ONCE: Final = 0
ALWAYS: Final = 1
# not in the loop, or before anything moves: what is read at the seal, the pins of the chip itself;
# ``sweep`` is machine code, which calls nothing
LEFT_OUT: Final = (
    "__init__",
    "build",
    "assemble",
    "check",
    "chip",
    "config",
    "cpython",
    "silence",
    "sweep",
    "inject",
)
ONCE_ONLY: Final = ("__init__", "main", "run")
MODULE: Final = """
at = -1
ever = 0


def blow(number):
    global at
    if number == at:
        if not ever:
            at = -1
        raise ValueError("planted")


def arm(payload):
    global at, ever
    at = payload[4] | payload[5] << 8
    ever = payload[6]
"""
ASKED: Final = "        if kind == wire.PING:\n"


def order(number: int, how: int = ONCE) -> bytes:
    """The payload that arms a fuse; a number that no function has disarms."""
    return FUSE + struct.pack("<HB", number, how)


def fused(folder: Path) -> tuple[Path, list[str]]:
    """The copy, and the names ``file.function`` of its fuses in the order of their numbers."""
    copy = folder / "firmware"
    shutil.copytree(firmware_dir(), copy, ignore=shutil.ignore_patterns("__pycache__"))
    names: list[str] = []
    for path in sorted((copy / "island").glob("*.py")):
        if path.stem not in LEFT_OUT:
            _wire(path, names)
    (copy / "island" / "fuse.py").write_text(MODULE)
    session = copy / "island" / "session.py"
    text = session.read_text()
    assert text.count(ASKED) == 1
    arm = f"{ASKED}            if payload[:4] == {FUSE!r}:\n                fuse.arm(payload)\n"
    session.write_text(text.replace(ASKED, arm))
    return copy, names


def _wire(path: Path, names: list[str]) -> None:
    text = path.read_text()
    lines = text.splitlines(keepends=True)
    tree = ast.parse(text)
    places = []  # (line, text to go before it)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            doc = ast.get_docstring(node) is not None and len(node.body) > 1
            first = node.body[1 if doc else 0]
            if first.lineno == node.lineno or node.name in ONCE_ONLY:
                continue
            places.append((first.lineno, " " * first.col_offset, f"{path.stem}.{node.name}"))
    if not places:
        return
    for line, indent, name in sorted(places, reverse=True):
        lines.insert(line - 1, f"{indent}fuse.blow({len(names)})\n")
        names.append(name)
    head = next(node for node in tree.body if not isinstance(node, ast.Expr))
    lines.insert(head.lineno - 1, "from island import fuse\n")
    path.write_text("".join(lines))
