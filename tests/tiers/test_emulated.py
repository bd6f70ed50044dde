"""Tier 3: an emulated RP2040 with a real MicroPython image, which PICO_UF2 must name.

Without an image what can be tested is what reads the chip: registers, addresses, the clock.
"""

from __future__ import annotations

import asyncio
import importlib
import os
import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("rp2040py", reason="rp2040py has a wheel for Linux x86-64 only")

from rp2040py.rp2040 import RP2040
from rp2040py.simulator import Simulator
from rp2040py.utils import assembler as asm

from tiers.benchseat import WIRING, BenchSeat
from tiers.bodies import BODIES
from tiers.emulated import PWM, STRIDE, ChipTimeLoop, emulated_pico, pulse_on
from vulkar.firmware import reach
from vulkar.firmware.install import Job, install
from vulkar.resources import firmware_dir

IMAGE = os.environ.get("PICO_UF2", "")
RAM = 0x20000000
FRAME_TOP = 65464  # 125 MHz / (611 / 16) / 65465 = 50 Hz
DIV16 = 611


def counts(us: float) -> int:
    return round(us * 125 * 16 / DIV16)


class Seat(BenchSeat):
    """Pulses from the emulator's registers, past the firmware's own word."""

    def __init__(self, port: str, mcu: Any) -> None:
        super().__init__(port, WIRING)
        self._mcu = mcu

    async def pulse_us(self, servo: str) -> float | None:
        return pulse_on(self._mcu, self.board.servos[servo].pin)


@pytest.mark.skipif(not IMAGE, reason="PICO_UF2 names no MicroPython image (rp2-pico, .uf2)")
def test_every_body_on_an_emulated_pico(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "LISTEN_S", 30.0)  # real seconds; the chip has a few per cent
    monkeypatch.setattr(reach, "GREET_S", 5.0)
    monkeypatch.setattr(reach, "BACK_S", 600.0)
    monkeypatch.setattr("vulkar.firmware.prompt.WAIT_S", 120.0)

    def host(port: str, mcu: Any, nanos: Any) -> None:
        install(Job(port, "classic", bench=True))
        for body in BODIES:
            assert reach.restart(port), body
            loop = ChipTimeLoop(nanos)
            seat = Seat(port, mcu)
            try:
                loop.run_until_complete(body(seat))
                loop.run_until_complete(seat.finish())
            except BaseException as exc:
                exc.add_note(f"in the body {body.__name__}")
                raise
            finally:
                loop.close()

    async def main() -> None:
        async with emulated_pico(Path(IMAGE)) as (device, port):
            clock = device.simulator.clock
            await asyncio.to_thread(host, port, device.mcu, lambda: clock.nanos)

    asyncio.run(main())


def test_a_program_on_the_chip_sets_a_duty_and_it_is_read_back() -> None:
    """The emulated core runs what MicroPython's PWM does at its end: four stores."""
    mcu = RP2040()
    pin = 5  # slice 2, channel B
    base = PWM + STRIDE * 2
    words = [
        (base + 0x04, DIV16),
        (base + 0x10, FRAME_TOP),
        (base + 0x0C, counts(1900) << 16),
        (base, 1),
    ]
    code = b""
    table = 8 * len(words) + 4  # behind the code, on a word
    for number in range(len(words)):
        for register, part in ((0, 0), (1, 4)):
            here = (len(code) + 4) & ~3
            offset = (table + 8 * number + part - here) // 4
            code += struct.pack("<H", asm.opcode_ldr_lit(register, offset * 4))
        code += struct.pack("<H", asm.opcode_str(1, 0, 0))
        code += struct.pack("<H", asm.opcode_nop())
    code += struct.pack("<HH", asm.opcode_nop(), asm.opcode_nop())
    code += b"".join(struct.pack("<II", *word) for word in words)
    for at in range(0, len(code), 4):
        mcu.write_uint32(RAM + at, struct.unpack_from("<I", code, at)[0])
    assert pulse_on(mcu, pin) is None
    mcu.core.pc = RAM
    for _ in range(4 * len(words)):
        mcu.core.execute_instruction()
    assert pulse_on(mcu, pin) == pytest.approx(1900, abs=0.4)
    assert pulse_on(mcu, 4) is None and pulse_on(mcu, 5 + 16) == pulse_on(mcu, 5)


class Bus:
    """``machine.mem32`` of an emulated chip."""

    def __init__(self, mcu: RP2040) -> None:
        self._mcu = mcu

    def __getitem__(self, address: int) -> int:
        return int(self._mcu.read_uint32(address))

    def __setitem__(self, address: int, value: int) -> None:
        self._mcu.write_uint32(address, value)


@pytest.fixture
def on_bus(monkeypatch: pytest.MonkeyPatch) -> Iterator[RP2040]:
    """The firmware's own register code, under CPython, on the emulated chip's bus."""
    mcu = RP2040()
    machine = ModuleType("machine")
    machine.mem32 = Bus(mcu)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "machine", machine)
    monkeypatch.syspath_prepend(str(firmware_dir()))
    before = {name for name in sys.modules if name.partition(".")[0] == "island"}
    yield mcu
    for name in [name for name in sys.modules if name.partition(".")[0] == "island"]:
        if name not in before:
            del sys.modules[name]


def test_the_firmwares_registers_are_the_chips(on_bus: RP2040) -> None:
    for part in range(8):
        base = PWM + STRIDE * part
        on_bus.write_uint32(base + 0x04, DIV16)
        on_bus.write_uint32(base + 0x10, FRAME_TOP)
        on_bus.write_uint32(base + 0x0C, counts(1000 + part) | counts(2000 + part) << 16)
        on_bus.write_uint32(base, 1)
    inject = importlib.import_module("island.inject")
    session = SimpleNamespace(bench=inject.Bench())
    for pin in range(16):
        answer = inject.registers(session, bytes([pin]))
        assert struct.unpack("<BIIII", answer)[3] == on_bus.read_uint32(PWM + 20 * (pin >> 1) + 12)
        wanted = (2000 if pin & 1 else 1000) + (pin >> 1)
        assert pulse_on(on_bus, pin) == pytest.approx(wanted, abs=0.4)
    importlib.import_module("island.silence").silence()
    assert [pin for pin in range(30) if pulse_on(on_bus, pin) is not None] == []


def test_a_host_on_the_chips_clock_waits_for_the_chip() -> None:
    simulator = Simulator()
    simulator.rp2040.write_uint32(RAM, asm.opcode_b_t2(-4 & 0xFFF) * 0x10001)  # for ever here
    simulator.rp2040.core.pc = RAM
    loop = ChipTimeLoop(lambda: simulator.clock.nanos)

    async def main() -> float:
        start = loop.time()
        running = asyncio.ensure_future(simulator.execute())
        await asyncio.sleep(0.002)
        simulator.stop()
        await running
        return loop.time() - start

    try:
        passed_s = loop.run_until_complete(main())
    finally:
        loop.close()
    assert passed_s >= 0.002
