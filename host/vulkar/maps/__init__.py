"""Boards as data: spaces, trails, caves, bridges, marble routes and geometry.

``load`` reads a map that can be played on; ``check_file`` says all that is wrong with one.
"""

from vulkar.maps.check import check, check_file, load
from vulkar.maps.drawing import draw_png, draw_svg
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
    Steps,
    Water,
)
from vulkar.maps.problem import Problem
from vulkar.maps.reader import names

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
    "Problem",
    "Route",
    "Slot",
    "Source",
    "Space",
    "Steps",
    "Water",
    "check",
    "check_file",
    "draw_png",
    "draw_svg",
    "load",
    "names",
]
