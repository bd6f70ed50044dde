"""Looks at a board through its controller, again and again, while a game goes on or none does."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import fields
from typing import Any, Final

from vulkar.devices.board_model import Board
from vulkar.island.moment import Moment, Sensor, place
from vulkar.link import names
from vulkar.link.controller import Controller
from vulkar.link.events import Event, EventKind

LOOKS: Final = 10  # a sensor that reads the same in so many looks, without any noise, is flat
RECENT: Final = 20


class Onlooker:
    """For one connection. It only asks, and one thing at a time: what is ordered meanwhile does not
    wait for it."""

    def __init__(self, controller: Controller, board: Board) -> None:
        self._controller = controller
        self.board = board
        self._gates: dict[str, str] = {}
        self._changed_s: dict[int, float] = {}
        self._recent: deque[str] = deque(maxlen=RECENT)
        self._warning = ""
        self._readings: deque[list[int]] = deque(maxlen=LOOKS)
        controller.subscribe(self._heard)

    async def look(self) -> Moment:
        """Asks for every reading and every servo. Raises the link's errors."""
        link = self._controller
        self._readings.append(await link.raw())
        servos: dict[str, tuple[int | None, bool]] = {}
        for name in self.board.servos:
            pulse, driven = await link.servo_state(name)
            servos[name] = (pulse or None, driven)
        hello = link.hello
        assert hello is not None
        return Moment(
            port=link.port,
            firmware=f"{hello.firmware:08x}",
            board_id=hello.board_id,
            reset_cause=hello.reset_cause,
            state=link.state,
            sensors=self._sensors(),
            marbles=dict(link.marbles),
            servos=servos,
            gates=dict(self._gates),
            stats=_plain(link.stats),
            console=tuple(link.console),
            warning=self._warning,
            recent=tuple(self._recent),
        )

    def _sensors(self) -> tuple[Sensor, ...]:
        halls, now_s = self.board.halls, asyncio.get_running_loop().time()
        return tuple(
            Sensor(
                present=self._controller.halls.get(number, False),
                field_mt=halls.mt(reading, number),
                flat=len(self._readings) == LOOKS
                and not halls.is_switch(number)
                and len({look[number] for look in self._readings}) == 1,
                changed_s=now_s - self._changed_s[number] if number in self._changed_s else None,
            )
            for number, reading in enumerate(self._readings[-1])
        )

    def _heard(self, event: Event) -> None:
        if event.kind is EventKind.GATE:
            self._gates[event.name] = names.word(names.PHASES, event.value)
        elif event.kind is EventKind.STRAINED:
            self._warning = event.text
        if event.kind is EventKind.HALL:
            self._changed_s[event.index] = asyncio.get_running_loop().time()
            word = "present" if event.value else "gone"
            self._recent.append(f"{place(self.board, event.index)} {word}")
        elif event.kind not in (EventKind.CONSOLE, EventKind.DIP):
            words = (event.kind, event.name, event.text or event.value)
            self._recent.append(" ".join(str(word) for word in words if word != ""))


def _plain(stats: Any) -> dict[str, Any]:
    """The counters by name, without what they keep for themselves."""
    shown = [f.name for f in fields(stats) if not f.name.startswith("_")]
    return {name: getattr(stats, name) for name in shown}
