"""Who is next: world, chip, bytes, timers. The parts only write down when they are called."""

from __future__ import annotations

from vulkar.sim.engine import Engine
from vulkar.sim.lockchip import Handover
from vulkar.sim.shims import chipwire as w


class Parts:
    """A rig, a world and a chip that keep a list of what was asked of them."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, int]] = []
        self.horizons: list[int] = []
        self.world = self
        self.asleep = False
        self.at_rest = False
        self.wake_us = w.FOREVER
        self.on_byte = True
        self.now_us = 0
        self.grants = 0
        self.answer = b""
        self.step_us = 5_000
        self.used = True
        self.sweeps: list[bool] = []

    # the rig
    def due_us(self) -> int:
        return self.step_us

    def advance(self, until_us: int) -> None:
        self.calls.append(("world", until_us))
        self.step_us = until_us + 5_000

    browned_out = False

    def readings(self) -> tuple[int, int]:
        return 0, 0

    def levels(self) -> tuple[int, int]:
        return 0, 0

    def sweep(self) -> bytes:
        return bytes(256)

    def take(self, notes: object) -> None:
        pass

    # the chip
    def start(self, at_us: int, cause: int) -> None:
        self.wake_us = at_us

    def deliver(self, data: bytes) -> int:
        self.calls.append(("byte to chip", int(data)))
        return w.G_INPUT

    def grant(
        self, now_us: int, horizon_us: int, flags: int, levels: object, sweep: object
    ) -> Handover:
        self.sweeps.append(sweep is not None)
        self.calls.append(("chip", now_us))
        self.horizons.append(horizon_us)
        self.now_us, self.wake_us = now_us, w.FOREVER
        output, self.answer = self.answer, b""
        return Handover(w.Y_SLEEP, self.used, [], output)


def engine_of(parts: Parts) -> Engine:
    engine = Engine(parts, parts)  # type: ignore[arg-type]
    parts.wake_us = w.FOREVER
    return engine


def test_at_equal_times_the_order_is_world_chip_bytes_timers() -> None:
    parts = Parts()
    engine = engine_of(parts)
    engine.advance(4_000)
    engine.transport.start(lambda _: parts.calls.append(("byte to host", engine.now_us)), print)
    engine.send(b"1")  # arrives at 5,000
    engine._to_host.append((5_000, b"x"))
    parts.wake_us = 5_000
    engine.advance(5_000)
    parts.calls.append(("timer", engine.now_us))
    names = [name for name, _ in parts.calls]
    assert names == ["world", "chip", "byte to chip", "byte to host", "timer"]


def test_a_grant_ends_where_something_may_happen() -> None:
    parts = Parts()
    engine = engine_of(parts)
    parts.wake_us = 100
    engine.advance(3_000)  # the host's next timer
    parts.wake_us = 3_100
    engine.advance(20_000)  # the world's next step
    assert parts.horizons == [3_000, 5_000]
    engine.send(b"1")
    parts.wake_us = 20_100
    engine.advance(23_000)  # input on its way
    assert parts.horizons[2] == 21_000


def test_a_calm_chip_gets_a_tenth_of_a_second() -> None:
    parts = Parts()
    parts.step_us = w.FOREVER
    engine = engine_of(parts)
    parts.wake_us = 100
    engine.advance(10_000_000)
    assert parts.horizons == [100_100]


def test_output_comes_a_millisecond_later_and_returns_to_the_host() -> None:
    parts = Parts()
    parts.step_us = w.FOREVER
    engine = engine_of(parts)
    heard: list[int] = []
    engine.transport.start(lambda _: heard.append(engine.now_us), print)
    parts.answer = b"x"
    parts.wake_us = 500
    engine.advance(10_000_000)
    assert heard == [1_500]
    assert engine.now_us == 1_500


def test_a_sweep_comes_with_every_grant_unless_a_calm_chip_still_has_one() -> None:
    parts = Parts()
    parts.step_us = w.FOREVER
    engine = engine_of(parts)
    for t_us, asleep, used in ((100, True, True), (200, True, False), (300, True, True)):
        parts.wake_us, parts.asleep, parts.used = t_us, asleep, used
        engine.advance(t_us + 50)
    parts.wake_us, parts.asleep, parts.used = 400, True, False
    engine.advance(450)
    parts.wake_us, parts.asleep = 500, False
    engine.advance(550)
    assert parts.sweeps == [True, True, False, True, True]
