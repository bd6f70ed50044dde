"""How long a servo had pulses: bounded in any minute, so that nothing hums until it burns."""

from island import ticks

MINUTE_MS = 60000
NEVER_MS = 0xFFFF  # a move that never fits


class Duty:
    """A leaky bucket. It holds half of ``budget_ms`` and loses as much in a minute, so no minute
    has more than ``budget_ms`` with pulses. A move is paid for in full when it begins."""

    def __init__(self, budget_ms: int, now_ms: int) -> None:
        self._room = budget_ms >> 1
        self._used = 0  # ms
        self._rest = 0  # of the drain, in ms of the budget times a minute
        self._then_ms = now_ms

    def wait_ms(self, span_ms: int, now_ms: int) -> int:
        """How long until ``span_ms`` more fit: 0 now, NEVER_MS if they are more than it holds."""
        self._drain(now_ms)
        over = self._used + span_ms - self._room
        if over <= 0:
            return 0
        if span_ms > self._room:
            return NEVER_MS
        return min(over * MINUTE_MS // self._room + 1, NEVER_MS - 1)

    def add(self, span_ms: int, now_ms: int) -> None:
        """Pays for a span, or gives back where it is negative. Safety pays without asking."""
        self._drain(now_ms)
        self._used = max(0, self._used + span_ms)

    def _drain(self, now_ms: int) -> None:
        gone = min(max(0, ticks.diff(now_ms, self._then_ms)), MINUTE_MS)
        self._then_ms = now_ms
        whole = gone * self._room + self._rest
        self._used = max(0, self._used - whole // MINUTE_MS)
        self._rest = whole % MINUTE_MS
