"""What ``board`` and ``session`` need of a chip, for type checkers; ``chip.py`` is the real one."""

from array import array
from typing import Callable, Protocol


class Channel(Protocol):
    """A PWM channel at 50 Hz."""

    def duty_ns(self, duty_ns: int) -> None: ...


class Output(Protocol):
    """A pin that is driven."""

    def set(self, level: int) -> None: ...


class Input(Protocol):
    """A pin that is read."""

    def get(self) -> int: ...


class Analog(Protocol):
    """A pin that is measured."""

    def get(self) -> int: ...  # 12 bits


class PwmChip(Protocol):
    """Sixteen PWM channels behind a bus, with an output enable of their own."""

    failed: bool  # it did not answer; nothing more is sent until ``start`` succeeds

    def start(self) -> bool: ...  # asleep, all channels off, outputs disabled; false: no answer

    def channel(self, number: int) -> Channel: ...

    def enable(self, on: bool) -> None: ...


class LampLine(Protocol):
    """A chain of lamps: one word each, green, red, blue from the highest byte down."""

    def write(self, words: array[int]) -> None: ...


class Once(Protocol):
    """A timer that calls back once, from an interrupt: the callback may not allocate."""

    def once(self, period_ms: int, callback: Callable[[object], None]) -> None: ...

    def cancel(self) -> None: ...


class Chip(Protocol):
    """The chip. ``scan`` fills a buffer with one 16-bit reading a sensor."""

    platform: int
    unique_id: bytes  # 8 bytes
    cause: int
    boot: int

    def pwm(self, pin: int) -> Channel: ...

    def output(self, pin: int, level: int) -> Output: ...

    def input(self, pin: int) -> Input: ...

    def timer(self) -> Once: ...

    def scan_init(self, select: list[int], adc: list[int]) -> None: ...

    def switch_init(self, load: int, clock: int, data: int, count: int, present: int) -> None: ...

    def analog(self, pin: int) -> Analog: ...

    def pwm_chip(self, sda: int, scl: int, address: int, enable: int, khz: int) -> PwmChip: ...

    def lamps(self, pin: int, count: int) -> LampLine: ...

    def scan(self, buffer: array[int]) -> None: ...

    def start_watchdog(self, timeout_ms: int) -> None: ...

    def feed(self) -> None: ...

    def free(self) -> int: ...
