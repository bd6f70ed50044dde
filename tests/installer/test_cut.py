"""An installation that is cut short at any point: the cable, or the power as well.

What starts afterwards is the old firmware or the whole new one, and the next attempt begins on
whatever the last one left.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import serial

from installer.bench import controller, other_version
from vulkar.errors import VulkarError
from vulkar.firmware import compiling, reach, slots
from vulkar.firmware.install import install, rollback
from vulkar.link import image

NAMES = [f"{name}.mpy" for name in compiling.sources("linux", bench=False)]
STEPS = [  # where, and how many bytes later: of the next command, or of the end of this one
    *((f"/{name}', 'wb'", 37 * number % 400) for number, name in enumerate(NAMES)),
    (f"/{slots.MANIFEST}', 'wb'", 20),
    (f"{slots.SWITCH_NEW}', 'wb'", 0),
    (f"_rename('{slots.SWITCH_NEW}'", 0),
    (f"_rename('{slots.SWITCH_NEW}'", 1),
    (f"{slots.LAUNCHER_NEW}', 'wb'", 150),
    (f"_rename('{slots.LAUNCHER_NEW}'", 0),
    (f"_rename('{slots.LAUNCHER_NEW}'", 1),
]


class Cable:
    """A serial port that is pulled ``after`` bytes behind the first write that holds ``mark``."""

    def __init__(self, port: Any, mark: str, after: int) -> None:
        self._port = port
        self._mark = mark.encode()
        self._after = after
        self._seen = b""
        self._left = -1

    def __getattr__(self, name: str) -> Any:
        return getattr(self._port, name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name.startswith("_"):
            object.__setattr__(self, name, value)
        else:
            setattr(self._port, name, value)

    def write(self, data: bytes) -> int:
        if self._left < 0:
            self._seen = (self._seen + data)[-600:]
            if self._mark in self._seen:
                self._left = self._after
        elif len(data) > self._left:
            self._port.write(data[: self._left])
            self._left = 0
            raise serial.SerialException("pulled")
        else:
            self._left -= len(data)
        return int(self._port.write(data) or 0)


@pytest.fixture
def pull(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    real = serial.serial_for_url
    made: dict[int, list[slots.Part]] = {}

    def compiled(platform: str, arch: str, *, bench: bool) -> list[slots.Part]:
        number = image.own_hash()
        if number not in made:  # each version once, not for each of the many attempts
            made[number] = compiling.compiled(platform, arch, bench=bench)
        return made[number]

    monkeypatch.setattr("vulkar.firmware.install.compiled", compiled)
    monkeypatch.setattr(reach, "LISTEN_S", 0.3)  # a chip amid half a command says nothing at all

    def plan(mark: str, after: int) -> None:
        def cabled(*args: Any, **more: Any) -> Cable:
            return Cable(real(*args, **more), mark, after)

        monkeypatch.setattr(serial, "serial_for_url", cabled)

    yield plan
    monkeypatch.setattr(serial, "serial_for_url", real)


def test_cut_at_each_file_and_each_step_a_whole_firmware_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pull: Any
) -> None:
    flash = tmp_path / "flash"
    flash.mkdir()
    back = other_version(monkeypatch, tmp_path)
    with controller(flash) as board:
        old = install(board.job())
        (flash / "main.py").write_text((flash / "main.py").read_text() + "# of last year\n")
        new = back()
        switched = False
        for number, (step, after) in enumerate(STEPS):
            pull(step, after)
            with pytest.raises(VulkarError) as caught:
                install(board.job())
            assert caught.value.code == "firmware.cut", (step, caught.value)
            switched = (flash / slots.SWITCH).read_text().startswith("vulkar_b")
            if number % 5 == 0 or number >= len(NAMES):  # else the chip waits for the rest
                assert board.starts() == (new if switched else old), step
        pull("nowhere at all", 0)
        assert switched
        assert install(board.job()) == new
        assert rollback(board.job()) == old


def test_cut_at_the_first_installation_it_can_be_given_again(tmp_path: Path, pull: Any) -> None:
    with controller(tmp_path) as board:
        for step, after in (STEPS[0], STEPS[-5], STEPS[-4], STEPS[-2]):
            pull(step, after)
            with pytest.raises(VulkarError, match="cut short"):
                install(board.job())
            assert board.starts() in (0, image.own_hash())
        pull("nowhere at all", 0)
        assert install(board.job()) == image.own_hash()
