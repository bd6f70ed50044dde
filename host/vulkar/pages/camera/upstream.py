"""Asks a camera for its pictures, one after the other, for as long as somebody looks on."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx

from vulkar import unixsocket
from vulkar.errors import VulkarError
from vulkar.pages.camera.file import LOCAL, Camera
from vulkar.pages.camera.multipart import MOST_BYTES, Parts, boundary_of

EVERY_S: Final = 0.5  # from one still picture to the next request
PATIENCE_S: Final = 5.0
TAKEN: Final = "x-timestamp"  # seconds of the day's clock, as uStreamer and mjpg-streamer tell them
TYPES: Final = ((b"\xff\xd8\xff", "image/jpeg"), (b"\x89PNG\r\n\x1a\n", "image/png"))


@dataclass(frozen=True, slots=True)
class Picture:
    """``taken_s``: when the camera took it, else when it came, of the day's clock."""

    data: bytes
    type: str
    taken_s: float
    is_sure: bool  # the camera itself said when


async def pictures(camera: Camera) -> AsyncGenerator[Picture, None]:
    """Its pictures, without end. Raises ``VulkarError``: camera.away, .answer, .large."""
    try:
        if camera.url.startswith(LOCAL):
            while True:
                yield await _local(Path(camera.url.removeprefix(LOCAL)))
                await asyncio.sleep(EVERY_S)
        async with httpx.AsyncClient(timeout=PATIENCE_S, trust_env=False) as client:
            found = (
                _still(client, camera.url)
                if camera.kind == "snapshot"
                else _moving(client, camera.url)
            )
            async with aclosing(found):
                async for picture in found:
                    yield picture
    except (OSError, TimeoutError, httpx.HTTPError, httpx.InvalidURL) as exc:
        raise VulkarError("camera.away", reason=str(exc) or type(exc).__name__) from exc
    raise VulkarError("camera.away", reason="the stream ended")


async def _still(client: httpx.AsyncClient, url: str) -> AsyncGenerator[Picture, None]:
    while True:
        async with client.stream("GET", url) as answer:
            _check(answer)
            data = bytearray()
            async for piece in answer.aiter_bytes():
                data += piece
                if len(data) > MOST_BYTES:
                    raise VulkarError("camera.large", most_mb=MOST_BYTES // 2**20)
        yield picture(bytes(data), answer.headers)
        await asyncio.sleep(EVERY_S)


async def _moving(client: httpx.AsyncClient, url: str) -> AsyncGenerator[Picture, None]:
    async with client.stream("GET", url) as answer:
        _check(answer)
        parts = Parts(boundary_of(answer.headers.get("content-type", "")))
        async for piece in answer.aiter_bytes():
            for part in parts.feed(piece):
                yield picture(part.body, part.headers)


def _check(answer: httpx.Response) -> None:
    if answer.status_code != 200:
        raise VulkarError("camera.answer", got=f"status {answer.status_code}", wanted="a picture")


async def _local(path: Path) -> Picture:
    async with asyncio.timeout(PATIENCE_S):
        reader, writer = await unixsocket.open_connection(path, limit=MOST_BYTES)
        try:
            writer.write(b"GET / HTTP/1.0\r\n\r\n")
            head = await reader.readuntil(b"\r\n\r\n")
            data = await reader.read(-1)
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError) as exc:
            raise VulkarError("camera.answer", got="no answer", wanted="a picture") from exc
        finally:
            writer.close()
    lines = (line.partition(":") for line in head.decode("latin-1").split("\r\n"))
    return picture(data, {name.strip().lower(): value.strip() for name, _, value in lines})


def picture(data: bytes, headers: Mapping[str, str]) -> Picture:
    """A picture by its first bytes, whatever its headers call it: nothing else is passed on.

    Raises ``VulkarError("camera.answer")``.
    """
    kind = next((kind for first, kind in TYPES if data.startswith(first)), None)
    if kind is None:
        raise VulkarError("camera.answer", got=repr(data[:12]), wanted="a JPEG or PNG picture")
    came_s = time.time()
    try:
        taken_s = float(headers.get(TAKEN, ""))
        is_sure = abs(came_s - taken_s) < 3600  # else its clock is of another day
    except ValueError:
        is_sure = False
    return Picture(data, kind, taken_s if is_sure else came_s, is_sure)
