"""The supply: its voltage, read again and again, and how often it sagged."""

from island import ticks, wire

TYPE_CHECKING = False  # type checkers take it for true; a chip has no typing module
if TYPE_CHECKING:
    from island.parts import Analog

BETTER_MS = 500  # so long without a worse reading, and a better one is believed
WINDOW_MS = 60000


class Supply:
    """``pin`` is None where no supply is read; dips that reset the controller count all the same.

    A reading of 4096 would be ``full_mv``. Two readings in a row make a state worse.
    """

    def __init__(
        self,
        pin: "Analog | None" = None,
        full_mv: int = 0,
        low_mv: int = 0,
        sag_mv: int = 0,
        window_ms: int = WINDOW_MS,
    ) -> None:
        self.mv = 0
        self.state = wire.SUPPLY_GOOD
        self._pin = pin
        self._full_mv = full_mv
        self._low_mv = low_mv
        self._sag_mv = sag_mv
        self._window_ms = window_ms
        self._last = wire.SUPPLY_GOOD  # what the last reading alone says
        self._worst_ms = 0  # when a reading last was as bad as the state
        self._sagged = False
        self._sag_ms = 0

    def step(self, now_ms: int) -> bool:
        """One reading; true if the state is another one."""
        if self._sagged and ticks.diff(now_ms, self._sag_ms) > self._window_ms:
            self._sagged = False
        if self._pin is None:
            return False
        self.mv = self._pin.get() * self._full_mv >> 12
        seen = wire.SUPPLY_GOOD
        if self.mv < self._sag_mv:
            seen = wire.SUPPLY_SAG
        elif self.mv < self._low_mv:
            seen = wire.SUPPLY_LOW
        agreed = min(seen, self._last)
        self._last = seen
        if seen >= self.state:
            self._worst_ms = now_ms
        if agreed > self.state:
            self.state = agreed
            return True
        if seen < self.state and ticks.diff(now_ms, self._worst_ms) >= BETTER_MS:
            self.state = seen
            self._worst_ms = now_ms
            return True
        return False

    def inherit(self, old: "Supply") -> None:
        """Takes over the last sag of the supply that this one replaces."""
        self._sagged = old._sagged
        self._sag_ms = old._sag_ms

    def sag(self, when_ms: int) -> bool:
        """Counts a sag; true if it is the second one within the window."""
        second = self._sagged and abs(ticks.diff(when_ms, self._sag_ms)) <= self._window_ms
        if not self._sagged or ticks.diff(when_ms, self._sag_ms) > 0:
            self._sag_ms = when_ms
        self._sagged = True
        return second
