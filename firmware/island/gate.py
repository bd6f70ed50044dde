"""One gate: a servo that opens one way for a set time and is closed by a hard timer of its own."""

from island import ticks, wire
from island.servo import Servo

TYPE_CHECKING = False  # type checkers take it for true; a chip has no typing module
if TYPE_CHECKING:
    from island.parts import Once

LATE_MS = 60  # so much after its time the loop closes a gate whose timer did not


class Gate:
    """``timer.once(ms, callback)`` calls back from an interrupt. Pulses in us, times in ms."""

    def __init__(self, servo: Servo, timer: "Once", closed_us: int, open_ms: int) -> None:
        self.servo = servo
        self.ways: list[int] = []  # pulse of each way
        self.phase = wire.NEVER
        self.late = False
        self.shut = False  # it was driven to closed for its whole time and has not opened since
        self.shutting = False  # it is being closed without a release
        self._out = servo.out
        self._timer = timer
        self._closed_ns = closed_us * 1000
        self._open_ms = open_ms
        self._fired = False
        self._since_ms = 0
        self._settle_ms = servo.settle_ms
        self._callback = self._close  # bound here: an interrupt may not allocate

    @property
    def busy(self) -> bool:
        """The gate is open, or its servo still holds the closing pulse."""
        return self.phase == wire.OPEN or self.servo.moving

    def ensure_shut(self, now_ms: int) -> None:
        """Drives a gate to closed of which that is not certain: after a boot, after a cut."""
        if self.shut or self.busy:
            return
        self.shutting = True
        self.servo.duty.add(self._settle_ms, now_ms)
        self._since_ms = now_ms
        self.servo.moving = True
        self._out.duty_ns(self._closed_ns)

    def hot_ms(self, now_ms: int) -> int:
        """How long until the servo's duty budget allows an opening; 0 now."""
        return self.servo.duty.wait_ms(self._open_ms + self._settle_ms, now_ms)

    def open(self, way: int, now_ms: int) -> None:
        self.servo.duty.add(self._open_ms + self._settle_ms, now_ms)
        self.shut = False
        self.shutting = False
        self._fired = False
        self.late = False
        self._since_ms = now_ms
        self.phase = wire.OPEN
        self.servo.moving = True
        self._timer.once(self._open_ms, self._callback)
        self._out.duty_ns(self.ways[way] * 1000)

    def _close(self, _timer: object) -> None:
        self._out.duty_ns(self._closed_ns)
        self._fired = True

    def step(self, now_ms: int) -> bool:
        """True once, when the gate was closed; later the servo is detached."""
        if self.phase == wire.OPEN:
            if not self._fired:
                if ticks.diff(now_ms, self._since_ms) < self._open_ms + LATE_MS:
                    return False
                self._timer.cancel()
                self._close(None)
                self.late = True
            self.phase = wire.CLOSED
            self._since_ms = now_ms
            return True
        if self.servo.moving and ticks.diff(now_ms, self._since_ms) >= self._settle_ms:
            self.servo.off()
            self.shut = True
            self.shutting = False
        return False

    def due_ms(self, now_ms: int) -> int:
        """Milliseconds until ``step`` has something to do."""
        wait = self._settle_ms
        if self.phase == wire.OPEN:
            wait = self._open_ms + 1
            if ticks.diff(now_ms, self._since_ms) >= wait:
                return 5
        return wait - ticks.diff(now_ms, self._since_ms)

    def cut(self) -> bool:
        """Takes the pulse away at once, open or not; true if it was open.

        A gate that stood open or was closing is driven to closed by the next arming.
        """
        opened = self.phase == wire.OPEN
        if opened:
            self._timer.cancel()
            self.phase = wire.CUT
        self.shutting = False
        self.servo.off()
        return opened
