"""The sign of each seat."""

from __future__ import annotations

from vulkar.maps.drawing.palette import INK, is_light, pawn_colour

SHAPES = ("circle", "square", "triangle", "diamond")


def sign(seat: int, pawn: str) -> dict[str, str]:
    """A seat's letter, shape and colour."""
    colour = pawn_colour(pawn, seat)
    ink = INK if is_light(colour) else "#ffffff"
    return {"letter": pawn[:1].upper(), "shape": SHAPES[seat % 4], "colour": colour, "ink": ink}
