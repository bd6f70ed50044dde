"""The panel's pins through gpiozero: levels in, lamps and buzzer out. A thin shell.

gpiozero calls back from threads of its own. A call only wakes the event loop, which then reads the
levels itself; so no edge is believed and none can be lost: a slow look catches what no call told.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from vulkar.devices.contact import Contact
from vulkar.devices.panel import Lamp, Sound, View
from vulkar.devices.panel_file import Line, Panel

LOOK_S: Final = 0.25
LAMPS: Final = ("idle", "armed", "fault", "fireball")


class PanelPins:
    """Tells each settled change on the loop that ``start`` was called on."""

    def __init__(self, panel: Panel, factory: Any) -> None:
        from gpiozero import LED, Buzzer, DigitalInputDevice

        self._inputs: list[tuple[Any, Line, Contact, Callable[[bool], None]]] = []
        self._timer: asyncio.TimerHandle | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._contacts: dict[str, tuple[Any, Line, Contact]] = {}
        settle_s = panel.settle_ms / 1000
        for name in ("key", "emergency_stop", "fire"):
            line: Line | None = getattr(panel, name)
            if line is not None:
                device = DigitalInputDevice(line.pin, pull_up=True, pin_factory=factory)
                contact = Contact(settle_s, at_once=name == "emergency_stop")
                self._contacts[name] = (device, line, contact)
        lamps = {name: getattr(panel.lamps, name) for name in LAMPS}
        self._lamps = {
            name: LED(line.pin, active_high=line.active == 1, pin_factory=factory)
            for name, line in lamps.items()
            if line is not None
        }
        sound = panel.buzzer
        self._buzzer = (
            None
            if sound is None
            else Buzzer(sound.pin, active_high=sound.active == 1, pin_factory=factory)
        )

    def start(
        self,
        key: Callable[[bool], None],
        stop: Callable[[bool], None],
        fire: Callable[[bool], None],
    ) -> None:
        """Begins to look: what is pressed or turned on already is told as well."""
        self._loop = asyncio.get_running_loop()
        told = {"key": key, "emergency_stop": stop, "fire": fire}
        for name, (device, line, contact) in self._contacts.items():
            self._inputs.append((device, line, contact, told[name]))
            device.when_activated = device.when_deactivated = self._edge
        self._look()

    def show(self, view: View) -> None:
        """Lamps and buzzer as ``view`` says."""
        for name, led in self._lamps.items():
            lamp = getattr(view, name)
            if lamp is Lamp.BLINK:
                led.blink(0.3, 0.3)
            else:
                led.value = lamp is Lamp.ON
        if self._buzzer is not None:
            if view.sound is Sound.ALARM:
                self._buzzer.beep(0.5, 0.5, n=3)
            elif view.sound is Sound.READY:
                self._buzzer.beep(0.1, 0.1, n=1)
            elif view.sound is Sound.ANNOUNCED:
                self._buzzer.beep(0.2, 0.3, n=6)
            else:
                self._buzzer.off()

    def close(self) -> None:
        """Lamps and buzzer off, pins released. Safe to call twice."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._loop = None
        for device, _, _ in self._contacts.values():
            device.close()
        for device in (*self._lamps.values(), self._buzzer):
            if device is not None:
                device.close()

    def _edge(self) -> None:
        """From a thread of gpiozero's."""
        loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):  # the loop has been closed meanwhile
                loop.call_soon_threadsafe(self._look)

    def _look(self) -> None:
        if self._loop is None:
            return
        now_s = self._loop.time()
        again_s = now_s + LOOK_S
        for device, line, contact, tell in self._inputs:
            if contact.look(_is_active(device, line), now_s):
                tell(contact.active)
            due_s = contact.due_s()
            if due_s is not None:
                again_s = min(again_s, max(due_s, now_s + 0.001))
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_at(again_s, self._look)


def _is_active(device: Any, line: Line) -> bool:
    """Whether the pin has its active level now."""
    return int(device.pin.state) == line.active
