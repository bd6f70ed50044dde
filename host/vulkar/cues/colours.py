"""Colours of lamps, by name or as ``#rrggbb``."""

from __future__ import annotations

import re
from typing import Final, TypeAlias

Colour: TypeAlias = tuple[int, int, int]  # red, green, blue, 0 to 255 each

OFF: Final[Colour] = (0, 0, 0)
NAMED: Final[dict[str, Colour]] = {
    "off": OFF,
    "white": (255, 255, 255),
    "red": (255, 0, 0),
    "orange": (255, 110, 0),
    "gold": (255, 180, 0),
    "yellow": (255, 230, 0),
    "green": (0, 200, 0),
    "cyan": (0, 200, 220),
    "blue": (0, 60, 255),
    "purple": (150, 0, 255),
    "pink": (255, 60, 150),
}
PAWN: Final = "pawn"  # the colour of the pawn that the event is about
_HEX: Final = re.compile(r"#[0-9a-fA-F]{6}")


def colour_of(name: str) -> Colour | None:
    """The colour; None if nothing is called so. ``pawn`` is none before there is an event."""
    if _HEX.fullmatch(name):
        return int(name[1:3], 16), int(name[3:5], 16), int(name[5:7], 16)
    return NAMED.get(name)


def hex_of(colour: Colour) -> str:
    """As a page writes it."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def dimmed(colour: Colour, percent: int) -> Colour:
    """A part of its brightness."""
    red, green, blue = (round(part * percent / 100) for part in colour)
    return red, green, blue
