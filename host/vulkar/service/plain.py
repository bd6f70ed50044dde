"""Arguments that every part of the way can hold: text in UTF-8, finite numbers, few levels. Pure.

JSON in Python also reads NaN, halves of surrogate pairs and a thousand levels; what comes after the
reader (a file, a journal, another reader) fails on them, each in its own way and too late.
"""

from __future__ import annotations

import math
from typing import Any, Final

from vulkar.errors import VulkarError

MOST_LEVELS: Final = 16


def check_plain(op: str, args: dict[str, Any]) -> None:
    """Raises ``VulkarError("op.args")`` for arguments that hold anything else."""
    for name, value in args.items():
        if not _is_plain(name):
            raise VulkarError("op.args", op=op, arg=ascii(name), wanted="text")
        waiting = [(value, 1)]
        while waiting:
            part, level = waiting.pop()
            if level > MOST_LEVELS:
                wanted = f"of at most {MOST_LEVELS} levels"
                raise VulkarError("op.args", op=op, arg=name, wanted=wanted)
            if isinstance(part, dict):
                waiting += [(each, level + 1) for row in part.items() for each in row]
            elif isinstance(part, list):
                waiting += [(each, level + 1) for each in part]
            elif not _is_plain(part):
                wanted = "of finite numbers and text in UTF-8"
                raise VulkarError("op.args", op=op, arg=name, wanted=wanted)


def _is_plain(part: Any) -> bool:
    if isinstance(part, str):
        return not any("\ud800" <= char <= "\udfff" for char in part)
    return not isinstance(part, float) or math.isfinite(part)
