# mypy: ignore-errors
# ruff: noqa: PTH123 (MicroPython has no pathlib)
"""The simulated chip below machine, time and select: which clock it runs on, and its costs.

Runs under MicroPython and CPython. The host starts it and says by environment variables:
VULKAR_CHIP_FD (descriptor of the socket to the host), VULKAR_CHIP_MODE (lockstep or realtime),
VULKAR_CHIP_CAUSE (1 power on, 3 watchdog), VULKAR_CHIP_COSTS (path of costs.json).
"""

import json
import os

MODE = os.getenv("VULKAR_CHIP_MODE")
RESET_CAUSE = int(os.getenv("VULKAR_CHIP_CAUSE") or 1)

with open(os.getenv("VULKAR_CHIP_COSTS")) as _file:
    _COSTS = {k: v["us"] for k, v in json.load(_file).items() if k != "about"}


def cost(name):
    """The cost of one call in microseconds; 0 in real time, where calls take what they take."""
    return _COSTS[name] if MODE == "lockstep" else 0


def open_core():
    """The module that keeps this chip's clock."""
    if MODE == "lockstep":
        import core_lockstep as core
    else:
        import core_realtime as core
    core.irq_cost_us = cost("irq")
    return core


core = open_core()
