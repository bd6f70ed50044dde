"""Unix sockets in folders that lie deeper than the system's own limit."""

from __future__ import annotations

import asyncio
import errno
import socket
from pathlib import Path

import pytest

from vulkar import unixsocket
from vulkar.errors import VulkarError


def deep_in(folder: Path) -> Path:
    deep = folder / ("d" * 200)
    deep.mkdir()
    return deep / "table.sock"


@pytest.mark.parametrize("deep", [False, True])
def test_whoever_serves_is_reached(tmp_path: Path, deep: bool) -> None:
    path = deep_in(tmp_path) if deep else tmp_path / "s"

    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(await reader.readline())
        writer.close()

    async def main() -> None:
        server = await unixsocket.listen(echo, path, limit=100)
        assert path.is_socket()
        reader, writer = await unixsocket.open_connection(path, limit=100)
        writer.write(b"hello\n")
        assert await reader.read() == b"hello\n"
        writer.close()
        with socket.socket(socket.AF_UNIX) as other:
            unixsocket.connect(other, path)
        with pytest.raises(OSError) as caught:
            await unixsocket.listen(echo, path, limit=100)
        assert caught.value.errno == errno.EADDRINUSE
        server.close()
        with pytest.raises(ConnectionRefusedError):
            await unixsocket.open_connection(path, limit=100)

    asyncio.run(main())


def test_a_folder_that_is_not_there_is_no_other_error_when_it_is_deep(tmp_path: Path) -> None:
    for path in (tmp_path / "none" / "s", tmp_path / ("d" * 200) / "s"):
        with pytest.raises(FileNotFoundError):
            asyncio.run(unixsocket.open_connection(path, limit=100))


def test_a_system_without_descriptors_as_folders_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unixsocket, "DESCRIPTORS", tmp_path / "proc")
    path = deep_in(tmp_path)
    with pytest.raises(VulkarError) as caught:
        unixsocket.check(path)
    assert caught.value.code == "socket.deep"
    assert str(path) in caught.value.what and "--data" in caught.value.todo
    unixsocket.check(Path("house") / "table.sock")


def test_a_name_that_is_too_long_itself_is_refused_everywhere(tmp_path: Path) -> None:
    with pytest.raises(VulkarError) as caught:
        unixsocket.check(tmp_path / ("s" * 108))
    assert caught.value.code == "socket.deep"
