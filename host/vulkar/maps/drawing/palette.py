"""Colours, and the second sign that goes with each of them (a colour never stands alone)."""

from __future__ import annotations

from typing import Final

SEA: Final = "#bfe0ec"
SHALLOWS: Final = "#d8eff3"
PAPER: Final = "#fbf8f0"
INK: Final = "#1f2328"
CHANNEL: Final = "#8a5a44"
CHANNEL_RIM: Final = "#5f3d2e"
FOOTPATH: Final = "#f4ead2"
LIGHT: Final = "#fff6dc"
DARK: Final = "#3b4048"
SAFE: Final = "#1b7f5c"
CHIP: Final = "#e0a106"
PIT: Final = "#c8501e"
LAVA: Final = "#e4471b"
WOOD: Final = "#a9743d"
WATER: Final = "#2a7fb8"
TRACK: Final = "#ff3b14"

# height over the highest: low beach, grass, rock, ash
RELIEF: Final = ("#ecdcb0", "#d2cf98", "#a9bf86", "#8fa97a", "#a39a83", "#8d8580", "#77706f")

# source -> (colour, dash in mm)
SOURCES: Final[dict[str, tuple[str, tuple[float, ...]]]] = {
    "idol": ("#ffd23f", ()),
    "A": ("#9be7ff", (7.0, 3.5)),
    "B": ("#ffb3e6", (2.2, 3.2)),
    "C": ("#d9ff8a", (11.0, 3.0, 2.2, 3.0)),
    "D": ("#ffffff", (4.0, 4.0)),
}
OTHER_SOURCES: Final = (("#ffe0b0", (9.0, 2.0)), ("#d0c4ff", (3.0, 2.0)))

PAWNS: Final[dict[str, str]] = {
    "red": "#d3202a",
    "blue": "#1d5fd0",
    "green": "#1e9140",
    "yellow": "#f2c300",
    "orange": "#ef7d0b",
    "purple": "#7d3ac1",
    "white": "#f5f5f5",
    "black": "#2a2a2a",
}
OTHER_PAWNS: Final = ("#00a3a3", "#b5651d", "#ff66b3", "#7f7f7f")


def source_style(source: str, number: int) -> tuple[str, tuple[float, ...]]:
    """Colour and dash of a source's lines; ``number`` is its place among the map's sources."""
    return SOURCES.get(source) or OTHER_SOURCES[number % len(OTHER_SOURCES)]


def pawn_colour(pawn: str, number: int) -> str:
    """The colour that a pawn is named for, or one of some others."""
    return PAWNS.get(pawn.lower()) or OTHER_PAWNS[number % len(OTHER_PAWNS)]


def is_light(colour: str) -> bool:
    """Whether dark letters read better on a colour than light ones."""
    r, g, b = (int(colour[k : k + 2], 16) for k in (1, 3, 5))
    return 0.299 * r + 0.587 * g + 0.114 * b > 150
