"""micropython/micropython#6846: a byte 0x03 in binary data interrupted the program."""

from __future__ import annotations

import asyncio
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.faults.report import fault
from tests.link.chip import BOARD, Still, on_chip
from vulkar.errors import VulkarError
from vulkar.firmware.prompt import Prompt
from vulkar.link import wire
from vulkar.link.controller import Controller
from vulkar.link.events import Event, EventKind
from vulkar.link.serialport import open_port
from vulkar.maps import load
from vulkar.sim.boardwire import wiring_of
from vulkar.sim.lockstep import Sim
from vulkar.sim.pty import RealtimeBoard

REPORTED = b"\x03\x03\x04\r\x01"


def bursts() -> list[bytes]:
    rng = random.Random(6846)
    some = [rng.randbytes(rng.randrange(1, 60)) + b"\x03" for _ in range(8)]
    return [REPORTED, b"\x03", b"\x03" * 50, bytes(range(256)), *some]


@fault(
    "micropython/micropython#6846",
    holds="No frame has a raw 0x03 in it, whatever its kind, number and payload.",
    sees="nothing",
)
@given(
    st.integers(0, 255),
    st.integers(0, 0xFFFF),
    st.binary(max_size=wire.MAX_PAYLOAD)
    | st.lists(st.sampled_from((2, 3, 4, 10, 13)), max_size=wire.MAX_PAYLOAD).map(bytes),
)
def test_no_frame_carries_an_interrupt(kind: int, seq: int, payload: bytes) -> None:
    frame = wire.encode(kind, seq, payload)
    assert b"\x03" not in frame
    assert wire.decode(frame[1:-1]) == (kind, seq, payload)


@fault(
    "micropython/micropython#6846",
    holds="Payloads with every byte from 0 to 255 come back from the firmware as they were.",
    sees="nothing",
)
def test_every_byte_value_goes_through_the_firmware_and_back() -> None:
    async def main(sim: Sim, world: Still) -> None:
        controller = Controller(sim.transport, BOARD)
        await controller.connect()
        size = wire.MAX_PAYLOAD
        payloads = [bytes([value]) * size for value in range(256)]
        payloads += [bytes((first + i) % 256 for i in range(size)) for first in range(0, 256, 7)]
        for payload in payloads:
            assert await controller.ask(wire.PING, payload) == payload
        assert sim.chip.runs == 1 and controller.state == "ready"

    on_chip(main)


@fault(
    "micropython/micropython#6846",
    holds="A raw 0x03 on a sealed or armed board, in the middle of a move too: outputs off, a "
    "latched fault, and the firmware stays in its loop.",
    sees="the fault *interrupt on the line*; `link.stopped` for the move; `link.refused` until the "
    "fault is cleared",
)
def test_a_raw_burst_on_a_sealed_or_armed_board_latches_a_fault() -> None:
    async def main(sim: Sim, world: Still) -> None:
        controller = Controller(sim.transport, BOARD)
        events: list[Event] = []
        controller.subscribe(events.append)
        await controller.connect()
        for number, burst in enumerate(bursts()):
            for armed in (False, True):
                events.clear()
                move = None
                if armed:
                    await controller.arm()
                    pulse_us = 1400 + 100 * (number % 2)
                    move = asyncio.ensure_future(controller.servo("turret", pulse_us))
                    await asyncio.sleep(0.003 + 0.017 * number)
                sim.transport.write(burst + b"\n")
                await asyncio.sleep(0.3)
                assert controller.state == "fault", (burst, armed)
                told = [event.text for event in events if event.kind is EventKind.FAULT]
                assert told == ["interrupt on the line"]
                pulses = [sim.rig.pwm.pulse_us(servo.pin) for servo in BOARD.servos.values()]
                assert pulses == [None] * len(pulses)
                if move is not None:
                    with pytest.raises(VulkarError):
                        await move
                with pytest.raises(VulkarError, match="latched"):
                    await controller.arm()
                await controller.clear()
        assert sim.chip.runs == 1

    on_chip(main)


@fault(
    "micropython/micropython#6846",
    holds="Before the seal, and after the command for maintenance, Ctrl-C leads to MicroPython's "
    "prompt: a maker can always get in.",
    sees="the prompt",
)
@pytest.mark.parametrize("way", ["unsealed", "maintenance"])
def test_before_the_seal_and_in_maintenance_there_is_a_prompt(way: str) -> None:
    async def main() -> None:
        async with (
            asyncio.timeout(60),
            RealtimeBoard(wiring_of(BOARD, load("classic")), Still(), 1) as board,
        ):
            port = open_port(board.path)
            answered = asyncio.Event()
            port.start(lambda data: answered.set(), lambda why: None)
            number = 0
            while not answered.is_set():  # its loop runs
                number += 1
                port.write(wire.encode(wire.HELLO, number, b"\x00"))
                await asyncio.sleep(0.1)
            if way == "maintenance":
                port.write(wire.encode(wire.MAINTENANCE, number + 1))
            else:
                board.interrupt()
            await asyncio.sleep(0.3)
            port.close()

            def ask() -> object:
                with Prompt(board.path) as prompt:
                    return prompt.value("6 * 7")

            assert await asyncio.to_thread(ask) == 42

    asyncio.run(main())
