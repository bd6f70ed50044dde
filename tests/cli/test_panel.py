"""``--panel``: pins, panel and island joined, on a real loop with gpiozero's mock pins."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from gpiozero.pins.mock import MockFactory

from tests.cli.run import error_code, vulkar
from vulkar.cli.panel import with_panel
from vulkar.devices.panel_file import Lamps, Line, Panel
from vulkar.island.port import RollOrder
from vulkar.pi import factory as factories
from vulkar.texts import Text, render

FILE = Panel(
    pins="mock",
    key=Line(pin=17, active=0),
    emergency_stop=Line(pin=27, active=0),
    fire=Line(pin=22, active=0),
    lamps=Lamps(fault=Line(pin=13, active=1), fireball=Line(pin=19, active=1)),
    buzzer=Line(pin=26, active=1),
)


class Board:
    """Island, controller and people in one, which remember what they were told."""

    def __init__(self) -> None:
        self.state = "ready"
        self.told: list[str] = []

    async def roll(self, order: RollOrder) -> str:
        self.told.append(f"roll {order.release_id}")
        return "report"

    async def estop(self) -> None:
        self.told.append("estop")

    async def disarm(self) -> None:
        self.told.append("disarm")

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    def say(self, saying: Text) -> None:
        self.told.append(render(saying))

    def subscribe(self, callback: Callable[[Any], None]) -> Callable[[], None]:
        return lambda: None


def test_buttons_and_lamps_on_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    made: MockFactory = factories.make_factory("mock")
    monkeypatch.setattr(factories, "make_factory", lambda kind: made)
    board = Board()

    async def until(done: Callable[[], bool]) -> None:
        for _ in range(500):
            if done():
                return
            await asyncio.sleep(0.01)
        raise AssertionError(board.told)

    async def play() -> None:
        with with_panel(FILE, cast(Any, board), cast(Any, board), cast(Any, board)) as island:
            await island.open()
            roll = asyncio.ensure_future(island.roll(RollOrder(1, "r", None, {})))
            await until(lambda: board.told == ["Turn the key on."])
            made.pin(17).drive_low()
            await until(lambda: board.told[-1] == "Press the fire button.")
            made.pin(22).drive_low()
            assert cast(object, await roll) == "report"
            made.pin(27).drive_low()
            await until(lambda: board.told[-1] == "estop")
            await until(lambda: any(s.state for s in made.pin(13).states))
            await island.close()

    asyncio.run(play())
    assert board.told == ["Turn the key on.", "Press the fire button.", "roll 1", "estop"]
    assert not made.pins  # closed: every pin is released


def test_a_panel_needs_real_time(tmp_path: Path) -> None:
    done = vulkar("play", "--sim", "--panel", "panel.toml", cwd=tmp_path)
    assert error_code(done) == "panel.lockstep"
