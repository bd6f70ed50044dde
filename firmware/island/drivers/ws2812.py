"""WS2812 lamps: colours as told, dimmed together where they would draw more than their budget."""

from array import array

from island import ticks, wire

try:
    import micropython
except ImportError:
    from island import cpython as micropython  # type: ignore[no-redef]
    from island.cpython import ptr32

TYPE_CHECKING = False  # type checkers take it for true; a chip has no typing module
if TYPE_CHECKING:
    from island.parts import LampLine

FRAME_MS = 40  # 128 lamps take 4 ms on the line, none of the processor's
REFRESH_MS = 1000  # a lamp that lost its supply shows its colour again


class Lamps:
    """``full_ma`` is what one of three colours draws at 255, ``dark_ma`` what a dark lamp draws."""

    def __init__(
        self,
        line: "LampLine",
        count: int,
        budget_ma: int,
        full_ma: int,
        dark_ma: int,
        now_ms: int,
    ) -> None:
        self._line = line
        self._count = count
        self._most = max(0, budget_ma - count * dark_ma) * 255 // max(1, full_ma)
        self._wanted = array("I", bytes(4 * count))
        self._shown = array("I", bytes(4 * count))
        self._changed = True  # a lamp keeps its colour through a reset of the controller
        self._due_ms = now_ms

    def set(self, first: int, count: int, red: int, green: int, blue: int) -> int:
        """Colours ``count`` lamps from ``first`` on; a result of the wire."""
        if not count or first + count > self._count:
            return wire.BAD_INDEX
        _fill(self._wanted, first, count, green << 16 | red << 8 | blue)
        self._changed = True
        return wire.OK

    def dark(self) -> None:
        """All off."""
        self.set(0, self._count, 0, 0, 0)

    def step(self, now_ms: int) -> None:
        """Shows what has changed, at most once a frame."""
        late_ms = ticks.diff(now_ms, self._due_ms)
        if late_ms < 0 or not (self._changed or late_ms >= REFRESH_MS):
            return
        self._changed = False
        self._due_ms = ticks.add(now_ms, FRAME_MS)
        total = _total(self._wanted, self._count)
        scale = 256 if total <= self._most else self._most * 256 // total
        _dim(self._wanted, self._shown, self._count, scale)
        self._line.write(self._shown)

    def due_ms(self, now_ms: int) -> int:
        """Milliseconds until ``step`` has something to do."""
        wait = -ticks.diff(now_ms, self._due_ms)
        return max(0, wait if self._changed else wait + REFRESH_MS)


@micropython.viper
def _fill(words, first: int, count: int, colour: int):
    word = ptr32(words)
    for i in range(first, first + count):
        word[i] = colour << 8


@micropython.viper
def _total(words, n: int) -> int:
    word = ptr32(words)
    total = 0
    for i in range(n):
        colour = int(word[i])
        total += (colour >> 24 & 255) + (colour >> 16 & 255) + (colour >> 8 & 255)
    return total


@micropython.viper
def _dim(words, out, n: int, scale: int):
    word = ptr32(words)
    shown = ptr32(out)
    for i in range(n):
        colour = int(word[i])
        green = (colour >> 24 & 255) * scale >> 8
        red = (colour >> 16 & 255) * scale >> 8
        blue = (colour >> 8 & 255) * scale >> 8
        shown[i] = (green << 16 | red << 8 | blue) << 8
