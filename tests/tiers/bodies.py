"""What a controller must do, said once; the files beside this one say on what.

A body takes a :class:`tiers.seat.Seat` before its first connection and may use nothing else.
"""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Awaitable, Callable

import pytest

from tiers.seat import Seat
from vulkar.errors import VulkarError
from vulkar.link import image, names, wire
from vulkar.link.events import EventKind

SERVO = "D_W"  # a diverter: it lets no marble go
PULSE_US = 1900
GATE = "A"
NEAR_US = 2.0  # the PWM counter's step is 0.3 us


async def hello_names_firmware_chip_and_capabilities(seat: Seat) -> None:
    hello = (await seat.connect()).hello
    assert hello is not None
    assert (hello.state, hello.config_crc) == ("unsealed", 0)
    assert hello.firmware == image.own_hash()
    assert set(names.CAPS) <= hello.caps and len(hello.board_id) == 16


async def the_seal_outlives_the_connection(seat: Seat) -> None:
    controller = await seat.connect()
    boot = controller.hello.boot if controller.hello else 0
    await controller.close()
    hello = (await seat.connect()).hello
    assert hello is not None
    assert (hello.boot, hello.config_crc) == (boot, seat.board.config_crc)


async def nothing_moves_unarmed(seat: Seat) -> None:
    controller = await seat.connect()
    for order in (
        lambda: controller.servo(SERVO, PULSE_US),
        lambda: controller.release(GATE, "east", 1),
    ):
        with pytest.raises(VulkarError, match="not armed"):
            await order()
    await seat.quiet(0.1)
    assert seat.world.openings == {}


async def a_servo_moves_to_its_pulse_and_is_detached(seat: Seat) -> None:
    controller = await seat.connect()
    await controller.arm()
    move = asyncio.ensure_future(controller.servo(SERVO, PULSE_US))

    async def there() -> bool:
        pulse = await seat.pulse_us(SERVO)
        return pulse is not None and abs(pulse - PULSE_US) < NEAR_US

    await seat.until(there, "the pulse never got there", 10)
    await move
    await seat.quiet()
    assert await controller.servo_state(SERVO) == (PULSE_US, False)


async def limits_hold_whatever_the_host_says(seat: Seat) -> None:
    controller = await seat.connect()
    await controller.arm()
    for pulse_us in (0, 1, seat.board.turret.min_us - 1, seat.board.turret.max_us + 1, 65535):
        with pytest.raises(VulkarError, match="outside the limits"):
            await controller.servo("turret", pulse_us)
    assert await seat.pulse_us("turret") is None


async def a_release_opens_and_closes_its_gate_once(seat: Seat) -> None:
    controller = await seat.connect()
    await controller.arm()
    first = await controller.release(GATE, "east", 1)
    opened, closed = await seat.heard(EventKind.GATE, 2)
    assert (opened.value, closed.value) == (wire.OPEN, wire.CLOSED)
    assert opened.t_us == first.t_us
    open_ms = seat.board.gates[GATE].open_ms
    assert open_ms - 2 <= (closed.t_us - opened.t_us) / 1000 <= open_ms + seat.slack_ms
    await seat.quiet()
    again = await controller.release(GATE, "east", 1)  # asked again, not done again
    assert again.t_us == first.t_us
    await asyncio.sleep(0.3)
    assert seat.world.openings == {GATE: 1}
    assert (await controller.release_status(1)).phase == "closed"


async def a_repeated_frame_is_one_move(seat: Seat) -> None:
    controller = await seat.connect()
    await controller.arm()
    assert seat.transport is not None
    index = seat.board.servos[SERVO].index
    frame = wire.encode(wire.SERVO, 5000, struct.pack(wire.F_SERVO, index, PULSE_US))
    for _ in range(3):
        seat.transport.write(frame)
    done = await seat.heard(EventKind.SERVO_DONE)
    assert [(event.name, event.value) for event in done] == [(SERVO, 1)]


async def a_change_of_the_field_is_an_event(seat: Seat) -> None:
    seat.world.field[3] = 35.0
    controller = await seat.connect()

    async def present() -> list[int]:
        return [sensor for sensor, there in (await controller.snapshot()).halls.items() if there]

    async def only(sensor: int) -> bool:
        return await present() == [sensor]

    await seat.until(lambda: only(3), "the field at the start was not seen", 10)
    seat.world.field[5] = -35.0
    seat.world.field[3] = 0.0
    await seat.until(lambda: only(5), "a change of the field was not seen", 10)
    halls = [event for event in seat.events if event.kind is EventKind.HALL]
    assert {(5, 1), (3, 0)} <= {(event.index, event.value) for event in halls}
    assert [event.index for event in halls if event.index not in (3, 5)] == []


async def an_emergency_stop_takes_the_pulse_away_and_stays(seat: Seat) -> None:
    controller = await seat.connect()
    await controller.arm()
    move = asyncio.ensure_future(controller.servo("turret", 1500))
    await asyncio.sleep(0.1)
    await controller.estop()
    with pytest.raises(VulkarError, match="stopped"):
        await move
    await seat.quiet()
    with pytest.raises(VulkarError, match="latched"):
        await controller.arm()
    await controller.clear()
    await controller.arm()


async def a_silent_host_ends_in_a_safe_board(seat: Seat) -> None:
    controller = await seat.connect()
    await controller.arm()
    await controller.release(GATE, "east", 1)  # in the middle of it: the gate is still closed
    await seat.drop()
    await asyncio.sleep(wire.SILENCE_MS / 1000 + 0.7)
    hello = (await seat.connect()).hello
    assert hello is not None and hello.state == "safe"
    await seat.quiet()


async def a_raw_interrupt_is_a_latched_fault(seat: Seat) -> None:
    controller = await seat.connect()
    await controller.arm()
    move = asyncio.ensure_future(controller.servo("turret", 1500))
    await asyncio.sleep(0.1)
    seat.interrupt()
    with pytest.raises(VulkarError, match="fault"):
        await move
    assert [event.text for event in await seat.heard(EventKind.FAULT)] == ["interrupt on the line"]
    await seat.quiet()
    await controller.clear()
    await controller.arm()


BODIES: list[Callable[[Seat], Awaitable[None]]] = [
    hello_names_firmware_chip_and_capabilities,
    the_seal_outlives_the_connection,
    nothing_moves_unarmed,
    a_servo_moves_to_its_pulse_and_is_detached,
    limits_hold_whatever_the_host_says,
    a_release_opens_and_closes_its_gate_once,
    a_repeated_frame_is_one_move,
    a_change_of_the_field_is_an_event,
    an_emergency_stop_takes_the_pulse_away_and_stays,
    a_silent_host_ends_in_a_safe_board,
    a_raw_interrupt_is_a_latched_fault,
]
each_body = pytest.mark.parametrize("body", BODIES, ids=lambda body: body.__name__)
