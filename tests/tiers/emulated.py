"""An emulated RP2040 (rp2040py) that boots a MicroPython image, and a host on the chip's clock.

The emulator runs in the main thread, at a few per cent of real time; the host's loop runs in
another one and takes its time from the chip, so that every deadline means what it means on a desk.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from rp2040py.boards import BOARDS
from rp2040py.cli.pty_repl import PtyInteractiveRepl
from rp2040py.device import MicroPythonDevice

from vulkar.sim.bench import pulse_of

PWM = 0x40050000
STRIDE = 0x14
BOOT_S = 600.0  # of real time, to USB enumeration
LOOK_S = 0.005


def pulse_on(mcu: Any, pin: int) -> float | None:
    """The pulse in us on a pin, from the emulated chip's PWM registers; None without pulses."""
    base = PWM + STRIDE * (pin >> 1 & 7)
    csr, div, cc = (mcu.read_uint32(base + offset) for offset in (0x00, 0x04, 0x0C))
    return pulse_of(pin, csr, div, cc)


class _Short(selectors.DefaultSelector):  # type: ignore[misc, valid-type]
    """Comes back every few real milliseconds to look at the other clock."""

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        return list(super().select(LOOK_S if timeout is None else min(timeout, LOOK_S)))


class ChipTimeLoop(asyncio.SelectorEventLoop):
    """A loop whose seconds are the chip's. ``nanos`` reads the chip's clock."""

    def __init__(self, nanos: Callable[[], float]) -> None:
        self._nanos = nanos
        super().__init__(_Short())

    def time(self) -> float:
        return self._nanos() / 1e9


@asynccontextmanager
async def emulated_pico(image: Path) -> AsyncIterator[tuple[MicroPythonDevice, str]]:
    """The device and the path of its port, once it has enumerated. The main thread's loop."""
    device = MicroPythonDevice(board=replace(BOARDS["pico"], image=str(image)))
    await device.astart(BOOT_S)
    bridge = PtyInteractiveRepl(device.cdc, device.simulator, on_quit=lambda _: None)
    await bridge.start()
    assert bridge.slave_path is not None
    try:
        yield device, bridge.slave_path
    finally:
        await bridge.stop()
        device.stop()
