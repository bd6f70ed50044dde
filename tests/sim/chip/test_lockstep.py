"""Virtual time: its order, its refusals, its ends. Real MicroPython, the stand-in world."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from sim.chip.scripts import ECHO, HEAD, folder
from sim.chip.standin import WIRING, StandIn
from vulkar.errors import VulkarError
from vulkar.sim.lockstep import HostCrash, Lockstep, Sim

Main = Callable[[Sim], Awaitable[object]]


@pytest.fixture
def simulate(tmp_path: Path) -> Iterator[Callable[..., Lockstep]]:
    made: list[Lockstep] = []

    def make(text: str = ECHO, **options: object) -> Lockstep:
        firmware = folder(tmp_path, text)
        made.append(Lockstep(WIRING, StandIn(), 1, firmware=firmware, **options))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for session in made:
        session.engine.close()


def code_of(run: Callable[[], object]) -> str:
    with pytest.raises(VulkarError) as caught:
        run()
    return caught.value.code


class Heard:
    """What the port brought, with times."""

    def __init__(self, sim: Sim) -> None:
        self.rows: list[tuple[int, bytes]] = []
        self.lost: list[Exception | None] = []
        self._sim = sim
        sim.transport.start(self._on, self.lost.append)

    def _on(self, data: bytes) -> None:
        self.rows.append((self._sim.clock.now_us, data))

    def text(self) -> bytes:
        return b"".join(data for _, data in self.rows)


def test_an_hour_passes_exactly(simulate) -> None:
    async def main(sim: Sim) -> tuple[float, int]:
        await asyncio.sleep(3600.0)
        return asyncio.get_running_loop().time(), sim.clock.now_us

    assert simulate().run(main) == (3600.0, 3_600_000_000)


def test_times_are_whole_microseconds(simulate) -> None:
    async def main(sim: Sim) -> list[int]:
        stamps = []
        for _ in range(50):
            await asyncio.sleep(0.0012345678)
            stamps.append(sim.clock.now_us)
        return stamps

    stamps = simulate().run(main)
    assert stamps == [1235 * (n + 1) for n in range(50)]


def test_bytes_take_a_millisecond_each_way_and_the_chip_its_time(simulate) -> None:
    async def main(sim: Sim) -> int:
        heard = Heard(sim)
        await asyncio.sleep(0.5)
        began_us = sim.clock.now_us
        sim.transport.write(b"x")
        await asyncio.sleep(0.05)
        assert heard.rows[-1][1] == b"got 120\n"
        return heard.rows[-1][0] - began_us

    took_us = simulate().run(main)
    assert 2_000 + 200 <= took_us <= 2_000 + 600


def test_at_equal_times_bytes_come_before_timers(simulate) -> None:
    async def first(sim: Sim) -> int:
        heard = Heard(sim)
        await asyncio.sleep(1)
        return heard.rows[0][0]

    async def exactly(sim: Sim) -> list[str]:
        order: list[str] = []
        sim.transport.start(lambda _: order.append("bytes"), lambda _: None)
        asyncio.get_running_loop().call_at(first_us / 1e6, order.append, "timer")
        await asyncio.sleep(1)
        return order

    first_us = simulate().run(first)
    assert simulate().run(exactly) == ["bytes", "timer"]


def test_waiting_for_nothing_is_a_deadlock(simulate) -> None:
    async def main(sim: Sim) -> None:
        await asyncio.get_running_loop().create_future()

    assert code_of(lambda: simulate(HEAD + "poller.poll()\n").run(main)) == "lockstep.deadlock"


def test_waiting_for_a_chip_that_only_ticks_is_noticed_too(simulate) -> None:
    async def main(sim: Sim) -> None:
        await asyncio.get_running_loop().create_future()

    text = HEAD + "while True:\n    poller.poll(1000)\n"
    assert code_of(lambda: simulate(text).run(main)) == "lockstep.silence"


def test_spinning_is_noticed(simulate, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vulkar.sim.lockstep.SPIN_LIMIT", 1000)

    async def main(sim: Sim) -> None:
        while True:
            await asyncio.sleep(0)

    assert code_of(lambda: simulate().run(main)) == "lockstep.spin"


@pytest.mark.parametrize("way", ["executor", "to_thread", "threadsafe", "reader"])
def test_threads_and_descriptors_are_refused(simulate, way: str) -> None:
    async def main(sim: Sim) -> None:
        loop = asyncio.get_running_loop()
        if way == "executor":
            await loop.run_in_executor(None, int)
        elif way == "to_thread":
            await asyncio.to_thread(int)
        elif way == "threadsafe":
            loop.call_soon_threadsafe(int)
        else:
            loop.add_reader(0, int)

    expected = "lockstep.io" if way == "reader" else "lockstep.thread"
    assert code_of(lambda: simulate().run(main)) == expected


def test_a_hanging_chip_ends_the_run_and_leaves_no_process(simulate) -> None:
    session = simulate(HEAD + "poller.poll(50)\nwhile True:\n    pass\n", guard_s=0.3)
    pid = session.engine.chip.pid

    async def main(sim: Sim) -> None:
        await asyncio.sleep(1)

    assert code_of(lambda: session.run(main)) == "chip.stuck"
    with session:
        pass
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_what_main_left_running_is_cancelled(simulate) -> None:
    ended: list[str] = []

    async def forever() -> None:
        try:
            await asyncio.sleep(1e6)
        finally:
            ended.append("cancelled")

    async def main(sim: Sim) -> None:
        sim.task = asyncio.create_task(forever())  # type: ignore[attr-defined]
        await asyncio.sleep(0.1)

    simulate().run(main)
    assert ended == ["cancelled"]


def test_a_crashed_host_is_dropped_and_the_chip_lives_on(simulate) -> None:
    session = simulate()
    cleaned: list[str] = []

    async def first(sim: Sim) -> None:
        try:
            await asyncio.sleep(2)
            raise HostCrash
        except asyncio.CancelledError:
            cleaned.append("cancelled")

    async def second(sim: Sim) -> tuple[int, bytes]:
        sim.open_port()
        heard = Heard(sim)
        sim.transport.write(b"y")
        await asyncio.sleep(0.2)
        return sim.clock.now_us, heard.text()

    with pytest.raises(HostCrash):
        session.run(first)
    now_us, text = session.run(second)
    assert now_us == 2_200_000
    assert text == b"got 121\n"
    assert cleaned == []


def test_a_watchdog_reset_loses_the_port_and_starts_the_chip_again(simulate) -> None:
    async def main(sim: Sim) -> tuple[bytes, int, int]:
        heard = Heard(sim)
        await asyncio.sleep(2.5)
        assert [type(e) for e in heard.lost] == [ConnectionResetError]
        sim.open_port()
        again = Heard(sim)
        sim.transport.write(b"z")
        await asyncio.sleep(0.2)
        return again.text(), sim.chip.runs, len(heard.rows)

    text = ECHO.replace("while True:", "WDT(timeout=2000)\nwhile True:")
    assert simulate(text).run(main) == (b"up 3\ngot 122\n", 2, 1)


def test_a_soft_reset_keeps_the_port_and_slices_4_to_7(simulate) -> None:
    text = (
        HEAD + "import machine\nsay('up')\n"
        "if not poller.poll(400):\n    PWM(Pin(9), freq=50, duty_ns=1500000)\n"
        "    PWM(Pin(4), freq=50, duty_ns=1500000)\n    poller.poll(100)\n"
        "    machine.soft_reset()\n"
        "poller.poll()\n"
    )

    async def main(sim: Sim) -> tuple[bytes, object, object]:
        heard = Heard(sim)
        await asyncio.sleep(0.85)
        sim.transport.write(b"k")
        await asyncio.sleep(0.5)
        assert heard.lost == []
        return heard.text(), sim.rig.pwm.pulse_us(9), sim.rig.pwm.pulse_us(4)

    assert simulate(text).run(main) == (b"up\nup\n", 1500, None)


def test_the_plug_can_be_pulled(simulate) -> None:
    async def main(sim: Sim) -> tuple[int, bytes]:
        heard = Heard(sim)
        await asyncio.sleep(0.5)
        sim.unplug()
        await asyncio.sleep(0.1)
        sim.transport.write(b"into nothing")
        sim.open_port()
        again = Heard(sim)
        sim.transport.write(b"a")
        await asyncio.sleep(0.1)
        return len(heard.lost), again.text()

    assert simulate().run(main) == (1, b"got 97\n")


def test_a_press_on_the_gate_reaches_the_world_and_the_beam(simulate) -> None:
    text = (
        HEAD + "beam = Pin(16, Pin.IN)\nsay(beam.value())\n"
        "gate = PWM(Pin(2), freq=50, duty_ns=1900000)\npoller.poll(200)\nsay(beam.value())\n"
        "poller.poll()\n"
    )

    async def main(sim: Sim) -> tuple[bytes, float, float]:
        heard = Heard(sim)
        await asyncio.sleep(5)
        return heard.text(), sim.stats.rolling_virtual_s, sim.world.left_us

    text_out, rolling_s, left_us = simulate(text).run(main)
    assert text_out == b"1\n0\n"
    assert 1.9 <= rolling_s <= 2.1
    assert 320_000 <= left_us <= 380_000
