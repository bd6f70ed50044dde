# mypy: ignore-errors
"""``struct`` of the simulated chip: packing and unpacking cost their time."""

from chipcore import core, cost
from ustruct import *  # noqa: F403
from ustruct import pack as _pack
from ustruct import unpack as _unpack

_COST = cost("struct")


def pack(*fields):
    core.charge(_COST)
    return _pack(*fields)


def unpack(layout, data):
    core.charge(_COST)
    return _unpack(layout, data)
