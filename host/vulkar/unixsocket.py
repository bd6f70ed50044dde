"""Unix sockets at paths of any length: the system itself takes 107 bytes (macOS: 103).

On Linux a folder that lies deeper is opened, and its socket named by way of the descriptor.
"""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from vulkar.errors import VulkarError

MOST_BYTES: Final = 103 if sys.platform == "darwin" else 107
DESCRIPTORS: Final = Path("/proc/self/fd")

Connected = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None] | None]


async def listen(connected: Connected, path: Path, limit: int) -> asyncio.Server:
    """Serves at ``path``, lines of at most ``limit`` bytes. Whoever closes it unlinks the path.

    Raises ``OSError``, also where a socket lies there, and ``VulkarError("socket.deep")``.
    """
    bound = socket.socket(socket.AF_UNIX)
    try:
        bind(bound, path)
        # not start_unix_server: from Python 3.13 on it looks for the name again at its end
        return await asyncio.start_server(connected, sock=bound, limit=limit)
    except BaseException:
        bound.close()
        raise


async def open_connection(
    path: Path, limit: int
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connects to the server at ``path``. Raises ``OSError``, ``VulkarError("socket.deep")``."""
    with _name(path) as name:
        return await asyncio.open_unix_connection(name, limit=limit)


def bind(binding: socket.socket, path: Path) -> None:
    """Binds a socket as its ``bind`` does. Raises as :func:`listen`."""
    with _name(path) as name:
        binding.bind(name)


def connect(connecting: socket.socket, path: Path) -> None:
    """Connects a socket as its ``connect`` does. Raises as :func:`open_connection`."""
    with _name(path) as name:
        connecting.connect(name)


def check(path: Path) -> None:
    """Raises ``VulkarError("socket.deep")`` if this system can have no socket at ``path``."""
    deep = len(os.fsencode(path)) > MOST_BYTES
    short = DESCRIPTORS / "1234567" / path.name
    if deep and not (DESCRIPTORS.is_dir() and len(os.fsencode(short)) <= MOST_BYTES):
        raise VulkarError("socket.deep", path=path, most=MOST_BYTES)


@contextmanager
def _name(path: Path) -> Iterator[str]:
    """A name of ``path`` that the system takes, valid within the context."""
    check(path)
    if len(os.fsencode(path)) <= MOST_BYTES:
        yield str(path)
        return
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield str(DESCRIPTORS / str(folder) / path.name)
    finally:
        os.close(folder)
