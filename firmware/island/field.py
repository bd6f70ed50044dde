"""The hall field: scanning rate, presence events, the watch of a roll."""

import struct
from array import array

from island import sweep, ticks, wire
from island.events import Events

TYPE_CHECKING = False  # type checkers take it for true; a chip has no typing module
if TYPE_CHECKING:
    from island.parts import Chip

BASE_SCANS = 1 << sweep.BASE_SHIFT
QUIET_MAX = 0xFFFF
SINCE_MAX = wire.NO_TIME - 1
DRIFT_MS = 100  # between two looks at how zero drifts: 32 of them move it by one count


class Field:
    """``n`` sensors, read by ``chip.scan``. Emits into ``events``."""

    def __init__(self, n: int, chip: "Chip", events: Events, debounce: int) -> None:
        self.n = n
        self.debounce = debounce
        self.buffer = array("H", bytes(2 * n))
        self.rows = array("H", bytes(2 * (n * sweep.ROWS + 2)))
        self.switches = 0  # so many sensors at the end read 0 or full, without any noise
        self.scans = 0
        self.watching = False
        self.scan_us = 0
        self._chip = chip
        self._events = events
        self._base_left = 0
        self._start_ms = 0
        self._moved_ms = 0
        self._drift_ms = 0

    def limits(self, sensor: int, zero: int, above: int, below: int) -> None:
        """Thresholds of one sensor in counts from ``zero``."""
        self.rows[sweep.ZERO * self.n + sensor] = zero
        self.rows[sweep.ORIGIN * self.n + sensor] = zero
        self.rows[sweep.LEAN * self.n + sensor] = sweep.LEAN_EVEN
        self.rows[sweep.ABOVE * self.n + sensor] = above
        self.rows[sweep.BELOW * self.n + sensor] = below

    def dips(self, dip: int, still: int) -> None:
        """Thresholds of the watch in counts."""
        self.rows[sweep.ROWS * self.n] = dip
        self.rows[sweep.ROWS * self.n + 1] = still

    @property
    def settled(self) -> bool:
        """Every sensor has been read often enough for its state to mean something."""
        return self.scans > self.debounce

    def watch(self, on: bool) -> None:
        """Starts a watch with a fresh baseline, or stops it; its results stay until the next."""
        self.watching = on
        self._base_left = BASE_SCANS if on else 0

    def step(self, now_ms: int, now_us: int) -> None:
        """One scan and what follows from it."""
        n = self.n
        rows = self.rows
        start_us = ticks.us()
        self._chip.scan(self.buffer)
        self.scan_us = ticks.diff(ticks.us(), start_us)
        if self.scans < 0xFFFF:
            self.scans += 1
        if sweep.presence(self.buffer, rows, n, self.debounce):
            i = sweep.next_told(rows, n, 0)
            while i < n:
                state = rows[sweep.STATE * n + i]
                rows[sweep.TOLD * n + i] = state
                self._events.add(wire.EV_HALL, i, state, now_us)
                i = sweep.next_told(rows, n, i + 1)
        if not self.watching:
            # never further ahead than that, unless the ticks wrapped: then a look is due as well
            if not 0 < ticks.diff(self._drift_ms, now_ms) <= DRIFT_MS:
                self._drift_ms = ticks.add(now_ms, DRIFT_MS)
                sweep.drift(self.buffer, rows, n)
            return
        if self._base_left:
            sweep.baseline(self.buffer, rows, n, self._base_left == BASE_SCANS)
            self._base_left -= 1
            if self._base_left == 0:
                sweep.begin(rows, n)
                self._start_ms = now_ms
                self._moved_ms = now_ms
                self._events.add(wire.EV_WATCH, 0, 1, now_us)
            return
        since = ticks.diff(now_ms, self._start_ms)
        if since > SINCE_MAX:  # the start follows, or the ticks would wrap in a watch of days
            since = SINCE_MAX
            self._start_ms = ticks.add(now_ms, -SINCE_MAX)
        seen = sweep.watch(self.buffer, rows, n, since)
        if seen & 1:
            self._moved_ms = now_ms
        elif ticks.diff(now_ms, self._moved_ms) > QUIET_MAX:
            self._moved_ms = ticks.add(now_ms, -QUIET_MAX)
        if seen & 2:
            i = sweep.next_dipped(rows, n, 0)
            while i < n:
                rows[sweep.DIPPED * n + i] = 0
                away = abs(rows[sweep.LAST * n + i] - rows[sweep.BASE * n + i])
                self._events.add(wire.EV_DIP, i, away, now_us)
                i = sweep.next_dipped(rows, n, i + 1)

    def quiet_ms(self, now_ms: int) -> int:
        """How long no sensor has moved in this watch; 0 outside of one."""
        if not self.watching or self._base_left:
            return 0
        return min(ticks.diff(now_ms, self._moved_ms), QUIET_MAX)

    def report(self, sensor: int) -> bytes:
        """The payload of WATCH_REPORT for one sensor."""
        rows = self.rows
        at = sensor
        n = self.n
        flags = 0 if rows[sweep.LIVE * n + at] or at >= n - self.switches else wire.WATCH_FLAT
        if rows[sweep.STATE * n + at]:
            flags |= wire.WATCH_PRESENT
        return struct.pack(
            wire.F_WATCH_REPORT,
            sensor,
            rows[sweep.BASE * n + at],
            rows[sweep.LOW * n + at],
            rows[sweep.HIGH * n + at],
            rows[sweep.LAST * n + at],
            rows[sweep.FIRST * n + at],
            flags,
        )

    def bits(self) -> bytes:
        """The debounced states of up to 128 sensors, least significant bit first."""
        out = array("H", bytes(16))
        sweep.states(self.rows, out, self.n)
        return bytes(out)
