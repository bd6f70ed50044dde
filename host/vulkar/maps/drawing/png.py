"""A picture as PNG, painted with Pillow alone: no display and no GL. Needs the ``sim`` extra."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from vulkar.maps.drawing.shapes import Disc, Picture, Polygon, Shape, Stroke, Text, Xy, dashed

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

SMOOTH = 2  # painted this much larger, then scaled down, so that edges are even


def write(picture: Picture, path: str | Path, width_px: int) -> None:
    """Writes ``path``; the height follows from the picture's proportions. ``OSError`` as usual."""
    painted(picture, width_px).save(path, format="PNG", optimize=True)


def painted(picture: Picture, width_px: int) -> Image:
    """The picture, painted."""
    from PIL import Image

    wide, high = picture.right - picture.left, picture.top - picture.bottom
    scale = width_px * SMOOTH / wide
    image = Image.new("RGB", (width_px * SMOOTH, round(high * scale)), picture.background)
    paint(image, picture, picture.shapes)
    return image.resize((width_px, round(high * width_px / wide)), Image.Resampling.LANCZOS)


def paint(image: Image, picture: Picture, shapes: Iterable[Shape]) -> None:
    """Paints shapes onto an image that shows as much of the plane as ``picture``."""
    from PIL import ImageDraw

    scale = image.width / (picture.right - picture.left)
    brush = _Brush(picture, scale, ImageDraw.Draw(image, "RGBA"))
    for shape in shapes:
        brush.paint(shape)


class _Brush:
    """Paints shapes at a scale (pixels per mm), y turned so that north is up."""

    def __init__(self, picture: Picture, scale: float, draw: ImageDraw) -> None:
        self.picture, self.scale, self.draw = picture, scale, draw

    def at(self, p: Xy) -> Xy:
        return (p[0] - self.picture.left) * self.scale, (self.picture.top - p[1]) * self.scale

    def paint(self, s: Shape) -> None:
        if isinstance(s, Disc):
            self._disc(s)
        elif isinstance(s, Polygon):
            points = [self.at(p) for p in s.points]
            if s.fill:
                self.draw.polygon(points, fill=s.fill)
            if s.line:
                self._line([*points, points[0]], s.line, s.width * self.scale)
        elif isinstance(s, Stroke):
            alpha = f"{round(s.opacity * 255):02x}" if s.opacity < 1 else ""
            for piece in dashed(s.points, s.dash):
                self._line([self.at(p) for p in piece], s.colour + alpha, s.width * self.scale)
        else:
            self._text(s)

    def _disc(self, s: Disc) -> None:
        x, y = self.at(s.at)
        half = s.width * self.scale / 2 if s.line else 0.0
        r = s.radius * self.scale + half
        box = (x - r, y - r, x + r, y + r)
        self.draw.ellipse(box, fill=s.fill, outline=s.line, width=max(1, round(2 * half)))

    def _line(self, points: list[Xy], colour: str, width: float) -> None:
        self.draw.line(points, fill=colour, width=max(1, round(width)), joint="curve")
        if width > 3 and len(colour) == 7:  # round ends; on a see-through line they would show
            r = width / 2
            for x, y in points if width > 40 else (points[0], points[-1]):
                self.draw.ellipse((x - r, y - r, x + r, y + r), fill=colour)

    def _text(self, s: Text) -> None:
        from PIL import ImageFont

        font = ImageFont.load_default(size=s.size * self.scale)
        stroke = s.size * self.scale * (0.14 if s.halo else 0.012 if s.bold else 0.0)
        self.draw.text(
            self.at(s.at),
            s.text,
            font=font,
            fill=s.colour,
            anchor="lm" if s.left else "mm",
            stroke_width=stroke,
            stroke_fill=s.halo or s.colour,
        )
        if s.halo and s.bold:
            self.draw.text(
                self.at(s.at),
                s.text,
                font=font,
                fill=s.colour,
                anchor="lm" if s.left else "mm",
                stroke_width=s.size * self.scale * 0.012,
                stroke_fill=s.colour,
            )
