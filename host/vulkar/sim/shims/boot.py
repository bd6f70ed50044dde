# mypy: ignore-errors
# ruff: noqa: PTH123 (MicroPython has no pathlib)
"""Starts main.py as the chip does: run it, print what it raises, then sit at the prompt.

Arguments: the firmware folder. This folder comes first on the path, so ``machine``, ``time``,
``select``, ``binascii`` and ``hallscan`` are the simulated chip's; the firmware folder comes next.
"""

import sys

import chipgc
import chipwire as w
from chipcore import core

sys.modules["gc"] = chipgc


def run(folder):
    """Runs ``folder``/main.py; returns why the chip hands over for good."""
    sys.path.insert(1, folder)
    name = folder + "/main.py"
    try:
        with open(name) as file:
            text = file.read()
    except OSError:
        return w.Y_ENDED  # nothing is installed
    try:
        exec(compile(text, name, "exec"), {"__name__": "__main__", "__file__": name})
    except SystemExit:
        return w.Y_SOFT
    except BaseException as exc:
        sys.print_exception(exc)
    return w.Y_ENDED


if run(sys.argv[1]) == w.Y_SOFT:
    core.reset(w.Y_SOFT)
core.ended()
