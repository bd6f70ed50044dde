"""A controller's port is found again by its USB identity, under whatever name."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from link.test_serialport import Pty, run
from vulkar.errors import VulkarError
from vulkar.link.finder import PortFinder


@dataclass
class Usb:
    device: str
    vid: int | None = 0x2E8A
    pid: int | None = 5
    serial_number: str | None = "E66141"


@pytest.fixture
def ptys() -> Iterator[tuple[Pty, Pty]]:
    made = Pty(), Pty()
    yield made
    for pty in made:
        pty.close()


def test_it_comes_back_under_another_name_while_the_old_descriptor_is_open(
    ptys: tuple[Pty, Pty],
) -> None:
    async def main() -> None:
        old, new = ptys
        plugged = [Usb("/dev/ttyS9", None, None, None), Usb(old.path)]
        finder = PortFinder("auto", lambda: plugged)
        first = finder.open()
        assert first.name == old.path
        plugged[1] = Usb(new.path)
        second = finder.open()  # the old one is not closed
        assert second.name == new.path
        heard = asyncio.get_running_loop().create_future()
        second.start(heard.set_result, lambda why: None)
        os.write(new.master, b"here")
        assert await heard == b"here"
        first.close()
        second.close()

    run(main)


def test_while_it_is_gone_no_other_controller_is_taken_for_it(ptys: tuple[Pty, Pty]) -> None:
    async def main() -> None:
        old, new = ptys
        plugged = [Usb(old.path)]
        finder = PortFinder(old.path, lambda: plugged)
        finder.open().close()
        plugged[:] = [Usb(new.path, serial_number="another")]
        with pytest.raises(VulkarError) as caught:
            finder.open()
        assert caught.value.code == "port.missing" and old.path in str(caught.value)
        plugged[:] = [Usb(new.path), Usb(old.path)]
        with pytest.raises(VulkarError) as caught:
            finder.open()
        assert caught.value.code == "port.several"

    run(main)


def test_two_alike_without_numbers_the_one_that_it_was(ptys: tuple[Pty, Pty]) -> None:
    async def main() -> None:
        old, new = ptys
        plugged = [Usb(new.path, serial_number=None), Usb(old.path, serial_number=None)]
        finder = PortFinder(old.path, lambda: plugged)
        finder.open().close()
        again = finder.open()
        assert again.name == old.path
        again.close()

    run(main)


def test_a_link_to_a_port_is_followed_anew(ptys: tuple[Pty, Pty], tmp_path: Path) -> None:
    async def main() -> None:
        old, new = ptys
        link = tmp_path / "board"
        link.symlink_to(old.path)
        finder = PortFinder(str(link), list)
        first = finder.open()
        link.unlink()
        with pytest.raises(VulkarError, match="port"):
            finder.open()
        link.symlink_to(new.path)
        second = finder.open()
        heard = asyncio.get_running_loop().create_future()
        second.start(heard.set_result, lambda why: None)
        os.write(new.master, b"x")
        assert await heard == b"x"
        first.close()
        second.close()

    run(main)
