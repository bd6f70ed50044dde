"""The pages' own scripts and styles, under an address that changes with their content.

A page's scripts are one file, and so are its styles: on a phone's network each further request
costs more than its bytes. What is loaded later, on demand, is asked for by its own name.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from fastapi import Request
from fastapi.responses import Response

from vulkar.pages.bundling import modules

FOLDER: Final = Path(__file__).with_name("static")
TYPES: Final = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}
_FILES: Final = {p.name: p.read_bytes() for p in sorted(FOLDER.iterdir()) if p.suffix in TYPES}
_BUNDLES: Final[dict[str, tuple[str, ...]]] = {}
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


def bundle(names: Sequence[str]) -> str:
    """The address of several scripts, with all that they import, or of several styles, as one.

    Raises ``KeyError`` as :func:`url` does.
    """
    kind = Path(names[0]).suffix
    name = "+".join(Path(each).stem for each in names) + kind
    if len(names) > 1 and name not in _BUNDLES:
        for each in names:
            _FILES[each]
        _BUNDLES[name] = tuple(names)
    return f"{PREFIX}{VERSION}/{name}"


def answer(path: str, request: Request) -> Response:
    """The file of an address; of another version than this it is not kept by the browser."""
    version, _, name = path.removeprefix(PREFIX).partition("/")
    if name not in _FILES and name not in _BUNDLES:
        return Response(status_code=404)
    headers = {"cache-control": FOR_EVER if version == VERSION else "no-store"}
    data, packed = _content(name)
    if "gzip" in request.headers.get("accept-encoding", "") and name.endswith((".js", ".css")):
        data, headers = packed, headers | {"content-encoding": "gzip"}
    headers["vary"] = "accept-encoding"
    return Response(data, media_type=TYPES[Path(name).suffix], headers=headers)


@cache
def _content(name: str) -> tuple[bytes, bytes]:
    """A file or bundle, plain and packed."""
    data = _FILES[name] if name in _FILES else _bundled(_BUNDLES[name])
    return data, gzip.compress(data, 9, mtime=0)


def _bundled(names: Sequence[str]) -> bytes:
    if names[0].endswith(".css"):
        return b"\n".join(_FILES[name] for name in names)
    sources = {name: data.decode() for name, data in _FILES.items() if name.endswith(".js")}
    return modules(names, sources).encode()
