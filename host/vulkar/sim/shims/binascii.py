# mypy: ignore-errors
"""``binascii`` of the simulated chip: crc32 is where a frame's coding is charged."""

from chipcore import core, cost
from ubinascii import *  # noqa: F403
from ubinascii import crc32 as _crc32

_COST = cost("crc")


def crc32(data, value=0):
    core.charge(_COST)
    return _crc32(data, value)
