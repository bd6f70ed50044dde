"""The sign of each seat."""

from __future__ import annotations

from html import escape

from vulkar.maps.drawing.palette import INK, is_light, pawn_colour

SHAPES = ("circle", "square", "triangle", "diamond")


PATHS = {
    "circle": "M0-10a10 10 0 1 0 .01 0z",
    "square": "M-9-9H9V9H-9z",
    "triangle": "M0-11.5 12 9H-12z",
    "diamond": "M0-12 12 0 0 12-12 0z",
}


def sign_svg(seat: int, pawn: str, size: int = 40) -> str:
    """A seat's sign as an SVG element, as ``seat-dom.js`` draws it, beside words that say it."""
    who = sign(seat, pawn)
    low = "3.5" if who["shape"] == "triangle" else "0"
    return (
        f'<svg class="sign" viewBox="-12 -12 24 24" width="{size}" height="{size}" '
        f'aria-hidden="true"><path class="sign-shape" d="{PATHS[who["shape"]]}" '
        f'fill="{who["colour"]}"/><text class="sign-letter" y="{low}" fill="{who["ink"]}">'
        f"{escape(who['letter'])}</text></svg>"
    )


def sign(seat: int, pawn: str) -> dict[str, str]:
    """A seat's letter, shape and colour."""
    colour = pawn_colour(pawn, seat)
    ink = INK if is_light(colour) else "#ffffff"
    return {"letter": pawn[:1].upper(), "shape": SHAPES[seat % 4], "colour": colour, "ink": ink}
