"""Virtual time: who is next. World, chip, bytes, timers, in that order where times are equal.

Integer microseconds. Time goes on only in :meth:`Engine.advance`, which the loop's selector calls
when the host has nothing to do.
"""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from vulkar.errors import VulkarError
from vulkar.sim.chip import COSTS
from vulkar.sim.lockchip import POWER_ON, WATCHDOG, Handover, LockChip
from vulkar.sim.rig import Rig
from vulkar.sim.shims import chipwire as w
from vulkar.sim.usb import LATENCY_US, SimTransport

CALM_US: Final = 100_000  # the longest grant while the world sleeps
SILENCE_S: Final = 600  # virtual: a host that waits so long without a deadline waits for ever


@dataclass(slots=True)
class Stats:
    """Where time went: virtual and real seconds, while the world moved and while it rested."""

    rolling_virtual_s: float = 0.0
    rolling_real_s: float = 0.0
    idle_virtual_s: float = 0.0
    idle_real_s: float = 0.0
    grants: int = 0

    @property
    def virtual_s(self) -> float:
        return self.rolling_virtual_s + self.idle_virtual_s

    @property
    def real_s(self) -> float:
        return self.rolling_real_s + self.idle_real_s

    @property
    def factor(self) -> float:
        """Virtual seconds per real second; the real ones include the host's own work."""
        return self.virtual_s / max(self.real_s, 1e-9)


class Engine:
    """The clock, the chip, the rig and the bytes under way."""

    def __init__(self, rig: Rig, chip: LockChip, costs: Path = COSTS) -> None:
        self.now_us = 0
        self.rig = rig
        self.chip = chip
        self.call_soon: Callable[[Callable[[], None]], object] = lambda call: call()
        self.transport = SimTransport(self.send)
        self._stats = Stats()
        self.frozen = False  # the simulation is over: only the host's clock goes on
        self._start_us: int = json.loads(costs.read_text())["start"]["us"]
        self._to_chip: deque[tuple[int, bytes]] = deque()
        self._to_host: deque[tuple[int, bytes]] = deque()
        self._flags = 0
        self._want_sweep = True
        self._told_host = False
        self._real_s = time.perf_counter()  # for the statistics alone
        self._booked_us = 0
        self._rolling = False
        chip.start(self._start_us, POWER_ON)

    # --- the host's side --------------------------------------------------------------------

    def send(self, data: bytes) -> None:
        """The host writes: the chip has it after the latency."""
        self._to_chip.append((self.now_us + LATENCY_US, bytes(data)))

    def open_port(self) -> SimTransport:
        """Opens the port anew; what an older transport still had coming is lost."""
        self.transport.close()
        self.transport = SimTransport(self.send)
        self._to_host.clear()
        return self.transport

    def unplug(self) -> None:
        """Pulls the USB plug: the port is lost, the chip goes on."""
        self._to_chip.clear()
        self._to_host.clear()
        port = self.transport
        self.call_soon(lambda: port.lose(ConnectionResetError("the controller left the bus")))

    def power_cycle(self) -> None:
        """Switches the chip off and on again."""
        self._restart(soft=False, cause=POWER_ON)

    # --- time -------------------------------------------------------------------------------

    def advance(self, target_us: int | None) -> None:
        """Goes on until ``target_us`` or until the host has something to do before.

        Raises ``VulkarError`` "lockstep.deadlock" or "lockstep.silence" where nothing would come.
        """
        if self.frozen:
            if target_us is None:
                raise VulkarError("lockstep.deadlock", now_us=self.now_us)
            self.now_us = target_us
            return
        limit_us = self.now_us + SILENCE_S * 1_000_000 if target_us is None else target_us
        self._told_host = False
        try:
            while True:
                t_us = self._next_us(target_us)
                if t_us >= w.FOREVER:
                    raise VulkarError("lockstep.deadlock", now_us=self.now_us)
                if target_us is None and t_us > limit_us:
                    raise VulkarError("lockstep.silence", seconds=SILENCE_S)
                self.now_us = max(self.now_us, t_us)
                if self.rig.due_us() <= self.now_us:
                    self.rig.advance(self.now_us)
                    if self.rig.browned_out:
                        self._restart(soft=False, cause=POWER_ON)
                rolling = not self.rig.world.asleep
                if rolling != self._rolling:
                    self._book()
                    self._rolling = rolling
                while self.chip.wake_us <= self.now_us:
                    self._grant(limit_us)
                self._deliver()
                if self._told_host or self.now_us >= limit_us:
                    return
        finally:
            if self.rig.at_rest:  # so that hands act on a world that has the same time
                self.rig.advance(self.now_us)

    def _next_us(self, target_us: int | None) -> int:
        t_us = min(self.rig.due_us(), self.chip.wake_us)
        if self._to_chip:
            t_us = min(t_us, self._to_chip[0][0])
        if self._to_host:
            t_us = min(t_us, self._to_host[0][0])
        return t_us if target_us is None else min(t_us, target_us)

    def _grant(self, limit_us: int) -> None:
        """Lets the chip run up to the first thing that it could not know of."""
        horizon_us = min(limit_us, self.now_us + CALM_US, self.rig.due_us())
        if self._to_chip:
            horizon_us = min(horizon_us, self._to_chip[0][0])
        if self._to_host:
            horizon_us = min(horizon_us, self._to_host[0][0])
        awake = not self.rig.world.asleep
        sweep = self.rig.sweep if self._want_sweep or awake else None
        flags, self._flags = self._flags, 0
        levels = (*self.rig.levels(), *self.rig.readings())
        self._take(self.chip.grant(self.now_us, horizon_us, flags, levels, sweep))

    def _take(self, handover: Handover) -> None:
        self._want_sweep = handover.used
        if handover.notes:
            self.rig.take(handover.notes)
        if handover.output:
            self._to_host.append((self.chip.now_us + LATENCY_US, handover.output))
        if handover.reason in (w.Y_RESET, w.Y_WDT):
            self._restart(soft=False, cause=WATCHDOG)  # machine.reset() bites by the watchdog too
        elif handover.reason == w.Y_SOFT:
            self._restart(soft=True, cause=POWER_ON)

    def _restart(self, soft: bool, cause: int) -> None:
        """The chip starts again. USB stays through a soft reset and goes off the bus otherwise."""
        at_us = max(self.now_us, self.chip.now_us)
        self.rig.chip_reset(at_us, soft)
        self._to_chip.clear()
        if not soft:
            self.unplug()
            self._told_host = True
        self._flags = 0
        self._want_sweep = True
        self.chip.start(at_us + self._start_us, cause)

    def _deliver(self) -> None:
        """Bytes that arrive now, first the chip's, then the host's."""
        while self._to_chip and self._to_chip[0][0] <= self.now_us:
            self._flags |= self.chip.deliver(self._to_chip.popleft()[1])
            if self.chip.on_byte:
                self.chip.wake_us = min(self.chip.wake_us, self.now_us)
        while self._to_host and self._to_host[0][0] <= self.now_us:
            data = self._to_host.popleft()[1]
            port = self.transport
            self.call_soon(lambda data=data, port=port: port.arrived(data))  # type: ignore[misc]
            self._told_host = True

    @property
    def stats(self) -> Stats:
        """The statistics up to now."""
        self._book()
        return self._stats

    def _book(self) -> None:
        """Books the time since the last call under what the world did in it."""
        real_s = time.perf_counter()
        virtual_s = (self.now_us - self._booked_us) / 1e6
        if self._rolling:
            self._stats.rolling_virtual_s += virtual_s
            self._stats.rolling_real_s += real_s - self._real_s
        else:
            self._stats.idle_virtual_s += virtual_s
            self._stats.idle_real_s += real_s - self._real_s
        self._real_s, self._booked_us = real_s, self.now_us
        self._stats.grants = self.chip.grants

    def close(self) -> None:
        """Ends the chip's process."""
        self.frozen = True
        self.chip.close()
