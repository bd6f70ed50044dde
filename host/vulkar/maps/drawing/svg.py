"""A picture as SVG text."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from vulkar.maps.drawing.shapes import Disc, Picture, Polygon, Shape, Stroke, Text

FONT = "DejaVu Sans, Verdana, Arial, sans-serif"


def _n(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def render(picture: Picture) -> str:
    """One user unit is one millimetre; y is turned so that north is up."""
    wide, high = picture.right - picture.left, picture.top - picture.bottom
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(wide)} {_n(high)}" '
        f'width="{_n(wide)}mm" height="{_n(high)}mm" role="img" font-family={quoteattr(FONT)} '
        'stroke-linecap="round" stroke-linejoin="round" text-anchor="middle">'
    )
    lines = [
        head,
        f"<title>{escape(picture.title)}</title>",
        f'<rect width="{_n(wide)}" height="{_n(high)}" fill="{picture.background}"/>',
        *(_shape(picture, s) for s in picture.shapes),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _shape(picture: Picture, s: Shape) -> str:
    def xy(p: tuple[float, float]) -> tuple[str, str]:
        return _n(p[0] - picture.left), _n(picture.top - p[1])

    def points(ps: tuple[tuple[float, float], ...]) -> Iterator[str]:
        return (",".join(xy(p)) for p in ps)

    if isinstance(s, Disc):
        x, y = xy(s.at)
        return f'<circle cx="{x}" cy="{y}" r="{_n(s.radius)}"{_paint(s.fill, s.line, s.width)}/>'
    if isinstance(s, Polygon):
        return f'<polygon points="{" ".join(points(s.points))}"{_paint(s.fill, s.line, s.width)}/>'
    if isinstance(s, Stroke):
        extra = f' stroke-dasharray="{" ".join(_n(d) for d in s.dash)}"' if s.dash else ""
        extra += f' stroke-opacity="{_n(s.opacity)}"' if s.opacity < 1 else ""
        return (
            f'<polyline points="{" ".join(points(s.points))}" fill="none" stroke="{s.colour}" '
            f'stroke-width="{_n(s.width)}"{extra}/>'
        )
    return _text(xy(s.at), s)


def _text(at: tuple[str, str], s: Text) -> str:
    extra = ' font-weight="bold"' if s.bold else ""
    extra += ' text-anchor="start"' if s.left else ""
    if s.halo:
        extra += f' stroke="{s.halo}" stroke-width="{_n(s.size * 0.28)}" paint-order="stroke"'
    return (
        f'<text x="{at[0]}" y="{at[1]}" dy=".35em" font-size="{_n(s.size)}" '
        f'fill="{s.colour}"{extra}>{escape(s.text)}</text>'
    )


def _paint(fill: str | None, line: str | None, width: float) -> str:
    stroke = f' stroke="{line}" stroke-width="{_n(width)}"' if line else ""
    return f' fill="{fill or "none"}"{stroke}'
