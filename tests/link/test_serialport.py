"""The serial port on real PTYs: every way to fail is one named error, nothing blocks."""

from __future__ import annotations

import asyncio
import os
import tty
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from serial.tools.list_ports_common import ListPortInfo

from vulkar.devices.board import load_board
from vulkar.errors import VulkarError
from vulkar.link import connect, serialport
from vulkar.link.controller import Controller
from vulkar.link.serialport import SerialTransport, open_port

BOARD = load_board("classic")
PATIENCE_S = 20


class Pty:
    """A PTY in raw mode; ``master`` is the device's side."""

    def __init__(self) -> None:
        self.master, self.slave = os.openpty()
        tty.setraw(self.slave)
        self.path = os.ttyname(self.slave)

    def close(self) -> None:
        for name in ("master", "slave"):
            fd = getattr(self, name)
            if fd >= 0:
                os.close(fd)
                setattr(self, name, -1)


@pytest.fixture
def pty() -> Iterator[Pty]:
    made = Pty()
    yield made
    made.close()


def run(main: Callable[[], Awaitable[None]]) -> None:
    async def within() -> None:
        async with asyncio.timeout(PATIENCE_S):
            await main()

    asyncio.run(within())


def code_of(path: str) -> str:
    async def main() -> str:
        try:
            open_port(path).close()
        except VulkarError as exc:
            assert path in str(exc) or path == "auto"
            return exc.code
        return "opened"

    return asyncio.run(main())


def test_a_missing_port_a_file_and_a_folder(tmp_path: Path) -> None:
    plain = tmp_path / "file"
    plain.write_text("no port")
    assert code_of(str(tmp_path / "none")) == "port.missing"
    assert code_of(str(plain)) == "port.not_serial"
    assert code_of(str(tmp_path)) == "port.not_serial"
    assert code_of("/dev/null") == "port.not_serial"


def test_auto_names_what_it_found(monkeypatch: pytest.MonkeyPatch) -> None:
    pico, other, serial = (ListPortInfo(f"/dev/{name}") for name in ("ttyACM0", "ttyACM1", "ttyS0"))
    pico.vid = other.vid = serialport.USB_VENDORS[0]
    with pytest.raises(VulkarError, match="/dev/ttyACM0, /dev/ttyACM1"):
        serialport.find_port(lambda: [other, pico, serial])
    assert serialport.find_port(lambda: [pico, serial]) == "/dev/ttyACM0"
    monkeypatch.setattr(serialport.list_ports, "comports", lambda: [serial])
    assert code_of("auto") == "port.none"


def test_a_port_is_opened_by_one_program_only(pty: Pty) -> None:
    async def main() -> None:
        first = open_port(pty.path)
        with pytest.raises(VulkarError) as caught:
            open_port(pty.path)
        assert caught.value.code == "port.busy"
        first.close()
        first.close()
        open_port(pty.path).close()

    run(main)


def started(port: SerialTransport) -> tuple[list[bytes], asyncio.Future[Exception | None]]:
    got: list[bytes] = []
    lost: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
    port.start(got.append, lost.set_result)
    return got, lost


def test_bytes_go_both_ways(pty: Pty) -> None:
    async def main() -> None:
        port = open_port(pty.path)
        got, _ = started(port)
        every = bytes(range(256))
        port.write(every)
        os.write(pty.master, every)
        while sum(map(len, got)) < 256:
            await asyncio.sleep(0.001)
        assert b"".join(got) == every
        assert os.read(pty.master, 1000) == every
        port.close()

    run(main)


def test_a_far_end_that_goes_away_is_told_once(pty: Pty) -> None:
    async def main() -> None:
        port = open_port(pty.path)
        _, lost = started(port)
        os.close(pty.slave)
        os.close(pty.master)
        pty.slave = pty.master = -1
        assert isinstance(await lost, OSError)
        port.write(b"into nothing")
        port.close()

    run(main)


@pytest.mark.parametrize("kind", ["nothing", "would block", "error"])
def test_readable_with_nothing_to_read_is_one_fault_and_no_busy_loop(
    pty: Pty, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    async def main() -> None:
        lost: list[Exception | None] = []
        reads = 0
        port = open_port(pty.path)
        port.start(lambda data: None, lost.append)

        def read(fd: int, size: int) -> bytes:
            nonlocal reads
            reads += 1
            if kind == "would block":
                raise BlockingIOError
            if kind == "error":
                raise OSError(5, "Input/output error")
            return b""

        monkeypatch.setattr(serialport.os, "read", read)
        os.write(pty.master, b"x")  # readable from now on
        await asyncio.sleep(0.2)
        monkeypatch.undo()
        assert len(lost) == 1 and reads <= serialport.EMPTY_MOST
        port.close()

    run(main)


def test_a_far_end_that_never_reads_is_lost_after_a_deadline(
    pty: Pty, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serialport, "WRITE_DEADLINE_S", 0.1)

    async def main() -> None:
        port = open_port(pty.path)
        _, lost = started(port)
        port.write(bytes(1_000_000))
        assert isinstance(await lost, TimeoutError)

    run(main)


def test_what_a_slow_far_end_takes_in_pieces_arrives_whole(pty: Pty) -> None:
    async def main() -> None:
        port = open_port(pty.path)
        _, lost = started(port)
        sent = os.urandom(200_000).replace(b"\n", b"x")
        port.write(sent[:150_000])
        port.write(sent[150_000:])
        os.set_blocking(pty.master, False)
        got = b""
        while len(got) < len(sent):
            try:
                got += os.read(pty.master, 3000)
            except BlockingIOError:
                await asyncio.sleep(0.001)
        assert got == sent and not lost.done()
        port.close()

    run(main)


@pytest.mark.parametrize(
    ("says", "wanted"),
    [(b"", "says nothing"), (b"login: \n", "login: "), (b"\x02\xff\xfe\x00rubbish\n", "nothing")],
)
def test_what_is_no_controller_is_named(
    pty: Pty, monkeypatch: pytest.MonkeyPatch, says: bytes, wanted: str
) -> None:
    monkeypatch.setattr(connect, "GREETING_S", 0.3)

    async def main() -> None:
        os.write(pty.master, says)
        port = open_port(pty.path)
        if says:
            asyncio.get_running_loop().call_later(0.05, os.write, pty.master, says)
        with pytest.raises(VulkarError) as caught:
            await Controller(port, BOARD).connect()
        assert caught.value.code == "link.not_vulkar"
        assert wanted in str(caught.value) and "vulkar firmware install" in str(caught.value)
        open_port(pty.path).close()  # the failed connection has let go of the port

    run(main)


def test_a_lost_port_ends_every_command_with_its_name(pty: Pty) -> None:
    async def main() -> None:
        port = open_port(pty.path)
        controller = Controller(port, BOARD)
        connecting = asyncio.ensure_future(controller.connect())
        await asyncio.sleep(0.05)
        pty.close()
        with pytest.raises(VulkarError) as caught:
            await connecting
        assert caught.value.code == "link.lost" and pty.path in str(caught.value)

    run(main)
