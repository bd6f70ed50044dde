"""Boards as data: spaces, trails, caves, bridges, marble routes and geometry.

``load`` reads a map that can be played on; ``check_file`` says all that is wrong with one.
"""

from vulkar.maps.model import (
    IDOL,
    Cave,
    Diverter,
    Facing,
    Geometry,
    Idol,
    IslandMap,
    Kind,
    Pit,
    Point,
    Route,
    Slot,
    Source,
    Space,
    Water,
)
from vulkar.maps.reader import names, parse

__all__ = [
    "IDOL",
    "Cave",
    "Diverter",
    "Facing",
    "Geometry",
    "Idol",
    "IslandMap",
    "Kind",
    "Pit",
    "Point",
    "Route",
    "Slot",
    "Source",
    "Space",
    "Water",
    "load",
    "names",
]


def load(path_or_name: "str") -> IslandMap:
    return parse(path_or_name)[0]
