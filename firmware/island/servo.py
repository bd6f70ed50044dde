"""One servo on a PWM channel: limits in microseconds, finite speed, a duty budget, detached once
it is there."""

from island import ticks, wire
from island.duty import Duty

TYPE_CHECKING = False  # type checkers take it for true; a chip has no typing module
if TYPE_CHECKING:
    from island.parts import Channel


class Servo:
    """``out`` is a PWM channel at 50 Hz. Times in ms, pulses in us, speed in us a second."""

    def __init__(
        self,
        out: "Channel",
        min_us: int,
        max_us: int,
        speed_us_s: int,
        settle_ms: int,
        duty: Duty,
    ) -> None:
        self.out = out
        self.duty = duty
        self.min_us = min_us
        self.max_us = max_us
        self.speed_us_s = speed_us_s
        self.settle_ms = settle_ms
        self.moves = 0  # number of the newest move, from 1, counted in 16 bits
        self.moving = False
        self.pulse_us = 0  # the pulse now; 0 as long as nobody knows where the servo stands
        self._from_us = 0
        self._to_us = 0
        self._start_ms = 0
        self._done_ms = 0
        out.duty_ns(0)

    def move(self, pulse_us: int, now_ms: int) -> tuple[int, int]:
        """Starts a move: OK and its number; LIMIT or HOT change nothing."""
        if not self.min_us <= pulse_us <= self.max_us:
            return wire.LIMIT, pulse_us
        # the first move after a start cannot be slewed: allow it the whole way
        known = self.pulse_us
        way = abs(pulse_us - known) if known else self.max_us - self.min_us
        span_ms = way * 1000 // self.speed_us_s + self.settle_ms
        unused_ms = max(0, ticks.diff(self._done_ms, now_ms)) if self.moving else 0
        wait_ms = self.duty.wait_ms(span_ms - unused_ms, now_ms)
        if wait_ms:
            return wire.HOT, wait_ms
        self.duty.add(span_ms - unused_ms, now_ms)
        self.moves = (self.moves + 1) & 0xFFFF
        self._from_us = known or pulse_us
        self._to_us = pulse_us
        self._start_ms = now_ms
        self._done_ms = ticks.add(now_ms, span_ms)
        self.moving = True
        self._write(now_ms)
        return wire.OK, self.moves

    def step(self, now_ms: int) -> bool:
        """Slews; true once, when the servo has settled and was detached."""
        if not self.moving:
            return False
        if ticks.diff(now_ms, self._done_ms) >= 0:
            self.pulse_us = self._to_us
            self.off()
            return True
        if self.pulse_us != self._to_us:
            self._write(now_ms)
        return False

    def off(self) -> None:
        """No more pulses, from the end of the running frame on. Keeps the believed position."""
        self.moving = False
        self.out.duty_ns(0)

    def _write(self, now_ms: int) -> None:
        gone = ticks.diff(now_ms, self._start_ms) * self.speed_us_s // 1000
        if self._to_us >= self._from_us:
            pulse = min(self._from_us + gone, self._to_us)
        else:
            pulse = max(self._from_us - gone, self._to_us)
        self.pulse_us = pulse
        self.out.duty_ns(pulse * 1000)
