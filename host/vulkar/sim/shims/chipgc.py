# mypy: ignore-errors
"""``gc`` of the simulated chip: a collection costs its time.

No file can shadow a built-in module, so boot.py puts this one in its place.
"""

import gc as _gc

from chipcore import core, cost

_COST = cost("gc")
mem_free = _gc.mem_free
mem_alloc = _gc.mem_alloc
if hasattr(_gc, "threshold"):
    threshold = _gc.threshold


def collect():
    core.charge(_COST)
    _gc.collect()
