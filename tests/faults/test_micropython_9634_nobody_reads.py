"""micropython/micropython#9634: the port is open, nobody reads, and the firmware froze."""

from __future__ import annotations

import asyncio
import struct

import pytest

from tests.faults.report import fault
from tests.link.chip import BOARD, Still, on_chip
from vulkar.link import serialport, wire
from vulkar.link.controller import Controller
from vulkar.link.events import Event, EventKind
from vulkar.link.serialport import open_port
from vulkar.maps import load
from vulkar.sim.boardwire import wiring_of
from vulkar.sim.lockstep import Sim
from vulkar.sim.pty import RealtimeBoard

DEAF_S = 10.0
FULL = 80_000  # bytes of answers: more than a pseudo terminal and its queue hold


@fault(
    "micropython/micropython#9634",
    holds="A host that writes heartbeats and reads nothing for 10 s: a move ends and is detached "
    "in its own time, a gate closes in its own time, and the next frames are understood; what was "
    "told meanwhile arrives, or is counted as a gap and made good by a snapshot.",
    sees="nothing, or a note that events were missed",
)
def test_a_host_that_does_not_read_holds_nothing_up() -> None:
    async def main(sim: Sim, world: Still) -> None:
        controller = Controller(sim.transport, BOARD, epoch=5)
        events: list[Event] = []
        controller.subscribe(events.append)
        await controller.connect()
        await controller.arm()
        turret, gate = BOARD.turret, BOARD.gates["A"]
        port = sim.transport
        number = controller._session._seq + 100

        def tell(kind: int, payload: bytes = b"") -> None:
            nonlocal number
            number += 1
            port.write(wire.encode(kind, number & 0xFFFF, payload))

        async def beat(seconds: float) -> None:
            until = asyncio.get_running_loop().time() + seconds
            while asyncio.get_running_loop().time() < until:
                tell(wire.HEARTBEAT)
                await asyncio.sleep(0.2)

        sim.chip.stalled = True
        boot = controller.hello.boot & 0xFFFF if controller.hello else 0
        tell(wire.SERVO, struct.pack(wire.F_SERVO, turret.index, 1500))
        tell(wire.RELEASE, struct.pack(wire.F_RELEASE, gate.index, 0, 0, 1, boot))
        await beat(0.4)
        assert sim.rig.pwm.pulse_us(turret.pin) is not None
        assert world.openings == {"A": 1}
        way_s = (turret.max_us - turret.min_us) / turret.speed_us_s + turret.settle_ms / 1000
        await beat(max(way_s, (gate.open_ms + gate.servo.settle_ms) / 1000))
        assert sim.rig.pwm.pulse_us(turret.pin) is None
        assert sim.rig.pwm.pulse_us(gate.servo.pin) is None and world.gone["A"] == 0
        for flip in range(40):  # and the field has more to tell than its ring can hold
            for at in range(8):
                world.field[at] = 35.0 * (flip % 2)
            await beat(DEAF_S / 40)
        assert sim.chip.runs == 1
        sim.chip.stalled = False
        await asyncio.sleep(0.2)
        again = Controller(
            sim.open_port(), BOARD, epoch=5
        )  # the old one took 1 s of silence for a loss
        again.subscribe(events.append)
        hello = await again.connect()
        assert controller.hello is not None and hello.boot == controller.hello.boot
        assert (await again.release_status(1)).phase == "closed"
        snapshot = await again.snapshot()
        assert snapshot.halls == {at: at < 8 for at in snapshot.halls}  # made good
        assert await again.ping() > 0
        assert await again.servo_state("turret") == (1500, False)
        assert any(event.kind is EventKind.LOST for event in events)

    on_chip(main)


@fault(
    "micropython/micropython#9634",
    holds="On a real port whose buffer is full, so that a write would block: a move ends in its "
    "own time, commands are carried out, and once somebody reads, the next frames are understood.",
    sees="nothing",
)
def test_a_port_that_is_full_blocks_no_move(monkeypatch: pytest.MonkeyPatch) -> None:
    # a pseudo terminal has room again only when it is nearly empty: on a busy machine that takes
    monkeypatch.setattr(serialport, "WRITE_DEADLINE_S", 20.0)

    async def main() -> None:
        async with (
            asyncio.timeout(60),
            RealtimeBoard(wiring_of(BOARD, load("classic")), Still(), 1) as board,
        ):
            controller = Controller(open_port(board.path), BOARD)
            hello = await controller.connect()
            number = controller._session._seq + wire.AHEAD
            await controller.close()
            port = open_port(board.path)  # and nothing reads it

            def tell(kind: int, payload: bytes = b"") -> None:
                nonlocal number
                number += 1
                port.write(wire.encode(kind, number & 0xFFFF, payload))

            async def beat(seconds: float) -> None:
                for _ in range(round(seconds / 0.1)):
                    tell(wire.HEARTBEAT)
                    await asyncio.sleep(0.1)

            async def pulse(there: bool, seconds: float) -> None:
                for _ in range(round(seconds / 0.1)):
                    await beat(0.1)
                    if (board.rig.outputs.pulse_us(turret.output) is not None) == there:
                        return
                raise AssertionError(f"a pulse {there} was awaited for {seconds} s")

            turret = BOARD.turret
            for count in range(FULL // (wire.MAX_PAYLOAD + 8)):
                tell(wire.PING, bytes(wire.MAX_PAYLOAD))
                while count % 50 == 0 and port._pending:
                    assert port._open
                    await asyncio.sleep(0.02)
            tell(wire.ARM)
            for target_us in (1500, 900):
                tell(wire.SERVO, struct.pack(wire.F_SERVO, turret.index, target_us))
                await pulse(True, 20.0)  # behind all that was asked before
                await pulse(False, 6.0)
            port.close()
            again = Controller(open_port(board.path), BOARD)
            assert (await again.connect()).boot == hello.boot
            assert await again.servo_state("turret") == (900, False)
            assert await again.ping() > 0 and board.runs == 1
            await again.close()

    asyncio.run(main())
