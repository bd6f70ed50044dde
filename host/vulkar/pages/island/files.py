"""The pictures of the island, under addresses that change with their content."""

from __future__ import annotations

import gzip
import hashlib
import re
from functools import cache
from typing import Any, Final

import nicegui
from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import Response
from nicegui.dependencies import esm_modules

from vulkar.errors import VulkarError
from vulkar.maps import IslandMap
from vulkar.pages.island.drawing import board_data, island_svg
from vulkar.pages.maps import map_of
from vulkar.texts.catalogue import LANGUAGES

THREE: Final = "nicegui-scene"
NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
LIGHTS: Final = ("day", "night")
FOR_EVER: Final = "public, max-age=31536000, immutable"

router = APIRouter(include_in_schema=False)


def add(app: FastAPI) -> None:
    """Gives the application these files."""
    app.include_router(router)


def begin(island: IslandMap, language: str) -> dict[str, Any]:
    """What the browser needs once: the places of everything, and the addresses of the pictures."""
    pictures = {light: picture_url(island.id, language, light) for light in LIGHTS}
    return {"board": board_data(island), "pictures": pictures, "three": three_url()}


def three_url() -> str:
    """The address of three.js as NiceGUI brings it along."""
    key = next(key for key, module in esm_modules.items() if module.name == THREE)
    return f"/_nicegui/{nicegui.__version__}/esm/{key}/index.js"


def picture_url(island: str, language: str, light: str) -> str:
    """The address of one picture."""
    return f"/island/{_picture(island, language, light)[0]}/{island}.{language}.{light}.svg"


@router.get("/island/{version}/{island}.{language}.{light}.svg")
async def picture(
    request: Request, version: str, island: str, language: str, light: str
) -> Response:
    """The board drawn from its map; it is the same for everybody, and holds nothing of a game."""
    if language not in LANGUAGES or light not in LIGHTS or not NAME.fullmatch(island):
        return Response(status_code=404)
    try:
        now, packed = _picture(island, language, light)
    except VulkarError:
        return Response(status_code=404)
    headers = {"vary": "accept-encoding"}
    headers["cache-control"] = FOR_EVER if version == now else "no-store"
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(gzip.decompress(packed), media_type="image/svg+xml", headers=headers)
    headers["content-encoding"] = "gzip"
    return Response(packed, media_type="image/svg+xml", headers=headers)


@cache
def _picture(island: str, language: str, light: str) -> tuple[str, bytes]:
    """A picture's version, and the picture itself, packed."""
    drawn = island_svg(map_of(island), language, light == "night").encode()
    return hashlib.sha256(drawn).hexdigest()[:12], gzip.compress(drawn, 9, mtime=0)
