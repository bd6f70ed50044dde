"""What the firmware imports as ``machine`` on a Pi: the few names of it that it uses.

``use`` is called once, before the firmware is imported. A timer is a thread: its callback comes
even while the loop hangs in Python code, and none comes after ``deinit`` has returned.
"""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

from vulkar.pi.wires import Wires

PLATFORM: Final = "pi"
RELEASE: Final = 0xD0000028  # on an RP2040: makes pins inputs
MACHINE_ID: Final = Path("/etc/machine-id")
Callback = Callable[[object], None]


class Keeper(Protocol):
    """The process above, which keeps rail and watchdog."""

    def watch(self, timeout_ms: int) -> None: ...

    def feed(self) -> None: ...

    def reset(self) -> None: ...


class _Context:
    wires: Wires
    keeper: Keeper
    cause: int


_here = _Context()
_interrupts = threading.RLock()


def use(wires: Wires, keeper: Keeper, cause: int) -> None:
    """``cause`` is what ``reset_cause`` says: 1 power on, 3 watchdog or reset."""
    _here.wires, _here.keeper, _here.cause = wires, keeper, cause


def reset_cause() -> int:
    return _here.cause


def unique_id() -> bytes:
    """Eight bytes that name this computer without giving its machine-id away."""
    name = MACHINE_ID.read_bytes() if MACHINE_ID.is_file() else b"a Pi without a machine-id"
    return hashlib.sha256(b"vulkar" + name).digest()[:8]


def reset() -> None:
    """Ends this process; the one above starts the next."""
    _here.keeper.reset()


class Pin:
    IN = 0
    OUT = 1
    PULL_UP = 1

    def __init__(self, id: int, mode: int = -1, pull: int = -1, value: int | None = None) -> None:
        self.gpio = id
        if mode == Pin.OUT:
            _here.wires.drive(id, value or 0)
        elif mode == Pin.IN:
            _here.wires.read(id)

    def value(self, level: int | None = None) -> int:
        if level is not None:
            _here.wires.drive(self.gpio, level)
            return level
        return _here.wires.read(self.gpio)


class PWM:
    """Pulses on any pin, timed by software."""

    def __init__(self, dest: Pin) -> None:
        self._gpio = dest.gpio

    def freq(self, hz: int) -> None:
        if hz != 50:
            raise ValueError("servo pulses come at 50 Hz")

    def duty_ns(self, ns: int) -> None:
        _here.wires.pulse(self._gpio, ns / 1000)


class ADC:
    """Only the noise by which the firmware tells its starts apart."""

    def __init__(self, channel: int) -> None:
        pass

    def read_u16(self) -> int:
        return int.from_bytes(os.urandom(2), "little")


class Timer:
    ONE_SHOT = 0

    def __init__(self, id: int = -1) -> None:
        self._thread: threading.Timer | None = None
        self._current = 0

    def init(self, mode: int, period: int, callback: Callback, hard: bool = False) -> None:
        with _interrupts:
            self.deinit()
            current = self._current
            self._thread = threading.Timer(period / 1000, self._expire, (current, callback))
            self._thread.daemon = True
            self._thread.start()

    def deinit(self) -> None:
        with _interrupts:
            self._current += 1
            if self._thread is not None:
                self._thread.cancel()

    def _expire(self, current: int, callback: Callback) -> None:
        with _interrupts:
            if current == self._current:
                callback(self)


class WDT:
    """Kept by the process above: it ends this one and drops the rail."""

    def __init__(self, timeout: int) -> None:
        _here.keeper.watch(timeout)

    def feed(self) -> None:
        _here.keeper.feed()


class _Registers:
    """``mem32``, of which the firmware writes two kinds: no pulses on a PWM slice, no driven pins.

    The rail is not a pin of this process; whoever holds it drops it.
    """

    def __setitem__(self, address: int, value: int) -> None:
        if value and address != RELEASE:
            raise ValueError("a Pi has no such register")
        _here.wires.silence()


mem32 = _Registers()
