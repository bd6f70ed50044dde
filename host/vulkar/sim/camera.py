"""A camera above the simulated board: a drawing of the map, with pawns and marbles where they truly
are. Served on a Unix socket, one JPEG for each request, with the moment at which it was taken."""

from __future__ import annotations

import asyncio
import io
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from vulkar import unixsocket
from vulkar.maps import IslandMap
from vulkar.maps.drawing import board_picture, palette, png
from vulkar.maps.drawing.shapes import Disc, Picture, Polygon, Shape, Text
from vulkar.sim.world import World
from vulkar.sim.world.truth import TIPPED_DEG

if TYPE_CHECKING:
    from PIL.Image import Image

WIDTH_PX: Final = 960
PAWN_MM: Final = 10.0
REQUEST_BYTES: Final = 4096


class SimCamera:
    """Takes pictures of ``world``; :meth:`start` and :meth:`close` it on the world's event loop."""

    def __init__(self, world: World, map: IslandMap, path: Path) -> None:
        self._world, self._map, self._path = world, map, path
        self._whole = board_picture(map)
        self._base: Image | None = None
        self._one = asyncio.Lock()
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Opens the socket; an old one at the same path is replaced."""
        self._path.unlink(missing_ok=True)
        self._server = await unixsocket.listen(self._answer, self._path, REQUEST_BYTES)

    async def close(self) -> None:
        """Closes and removes the socket. Safe to call twice."""
        if self._server is not None:
            self._server.close()
            self._server = None
            self._path.unlink(missing_ok=True)

    async def picture(self) -> tuple[float, bytes]:
        """When it was taken, in seconds of the day's clock, and the JPEG.

        It is painted in a thread: the board goes on in real time.
        """
        async with self._one:
            if self._base is None:
                self._base = await asyncio.to_thread(png.painted, self._whole, WIDTH_PX)
            taken_s, shapes = time.time(), list(self._seen())
            return taken_s, await asyncio.to_thread(_jpeg, self._base, self._whole, shapes)

    def _seen(self) -> Iterator[Shape]:
        for number, pawn in enumerate(self._world.truth()):
            pose = self._world.pose(pawn)
            if pose is not None:
                yield from _pawn(pawn, number, pose[0], pose[1], pose[3])
        radius = self._map.geometry.marble_mm / 2
        for x, y, _ in self._world.marbles.values():
            yield Disc((x, y), radius + 1.5, palette.LAVA, "#ffffff", 1.0)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, ValueError, asyncio.IncompleteReadError):
            await reader.readuntil(b"\r\n\r\n")
            taken_s, data = await self.picture()
            writer.write(
                b"HTTP/1.0 200 OK\r\nContent-Type: image/jpeg\r\n"
                + f"Content-Length: {len(data)}\r\nX-Timestamp: {taken_s:.3f}\r\n\r\n".encode()
            )
            writer.write(data)
            await writer.drain()
        writer.close()


def _pawn(pawn: str, number: int, x: float, y: float, tilt_deg: float) -> Iterator[Shape]:
    """From above: a disc with its letter, or the side of one that has fallen."""
    colour = palette.pawn_colour(pawn, number)
    ink = palette.INK if palette.is_light(colour) else "#ffffff"
    r = PAWN_MM
    if tilt_deg > TIPPED_DEG:
        side = (
            (x - 2 * r, y - r / 2),
            (x + 2 * r, y - r),
            (x + 2 * r, y + r),
            (x - 2 * r, y + r / 2),
        )
        yield Polygon(side, colour, "#ffffff", 1.6)
    else:
        yield Disc((x, y), r, colour, "#ffffff", 1.6)
    yield Text((x, y), pawn[:1].upper(), 1.2 * r, ink, bold=True)


def _jpeg(base: Image, whole: Picture, shapes: list[Shape]) -> bytes:
    image = base.copy()
    png.paint(image, whole, shapes)
    out = io.BytesIO()
    image.save(out, format="JPEG", quality=80)
    return out.getvalue()
