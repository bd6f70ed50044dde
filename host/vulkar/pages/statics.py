"""The pages' own scripts and styles, under an address that changes with their content."""

from __future__ import annotations

import gzip
import hashlib
from pathlib import Path
from typing import Final

from fastapi import Request
from fastapi.responses import Response

FOLDER: Final = Path(__file__).with_name("static")
TYPES: Final = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}
_FILES: Final = {p.name: p.read_bytes() for p in sorted(FOLDER.iterdir()) if p.suffix in TYPES}
_PACKED: Final = {name: gzip.compress(data, 9, mtime=0) for name, data in _FILES.items()}
# One for all of them: modules import each other by name.
VERSION: Final = hashlib.sha256(b"".join(n.encode() + d for n, d in _FILES.items())).hexdigest()[
    :12
]
PREFIX: Final = "/static/"
FOR_EVER: Final = "public, max-age=31536000, immutable"


def url(name: str) -> str:
    """The address of one file. Raises ``KeyError`` if there is none of that name."""
    _FILES[name]
    return f"{PREFIX}{VERSION}/{name}"


def answer(path: str, request: Request) -> Response:
    """The file of an address; of another version than this it is not kept by the browser."""
    version, _, name = path.removeprefix(PREFIX).partition("/")
    if name not in _FILES:
        return Response(status_code=404)
    headers = {"cache-control": FOR_EVER if version == VERSION else "no-store"}
    data = _FILES[name]
    if "gzip" in request.headers.get("accept-encoding", "") and name.endswith((".js", ".css")):
        data, headers = _PACKED[name], headers | {"content-encoding": "gzip"}
    headers["vary"] = "accept-encoding"
    return Response(data, media_type=TYPES[Path(name).suffix], headers=headers)
