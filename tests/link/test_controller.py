"""The controller object against real firmware under MicroPython, in virtual time."""

from __future__ import annotations

import asyncio
import struct
from dataclasses import replace
from pathlib import Path

import pytest

from link.chip import BOARD, Still, on_chip, planted
from vulkar.errors import VulkarError
from vulkar.link import image, wire
from vulkar.link.controller import Controller
from vulkar.link.events import Event, EventKind
from vulkar.sim.lockstep import Sim


async def connected(sim: Sim) -> tuple[Controller, list[Event]]:
    controller = Controller(sim.transport, BOARD)
    events: list[Event] = []
    controller.subscribe(events.append)
    await controller.connect()
    return controller, events


def kinds(events: list[Event], kind: EventKind) -> list[Event]:
    return [event for event in events if event.kind is kind]


def test_hello_says_who_is_there_and_the_seal_is_kept_across_connections() -> None:
    async def main(sim: Sim, world: Still) -> None:
        controller, _ = await connected(sim)
        hello = controller.hello
        assert hello is not None
        assert (hello.state, hello.config_crc) == ("unsealed", 0)
        assert hello.firmware == image.own_hash()
        assert "watch" in hello.caps and len(hello.board_id) == 16
        sent = controller.stats.frames_out
        await controller.close()
        again = Controller(sim.open_port(), BOARD)
        second = await again.connect()
        assert second.config_crc == BOARD.config_crc
        assert (second.boot, second.board_id) == (hello.boot, hello.board_id)
        assert second.epoch == hello.epoch + 1
        assert again.stats.frames_out < sent / 3

    on_chip(main)


def test_servos_move_within_limits_when_armed_and_report_when_they_are_done() -> None:
    async def main(sim: Sim, world: Still) -> None:
        controller, events = await connected(sim)
        with pytest.raises(VulkarError, match="not armed"):
            await controller.servo("turret", 1500)
        await controller.arm()
        await controller.servo("turret", BOARD.turret.to_us(186))
        assert world.turret_deg == pytest.approx(186, abs=2)
        with pytest.raises(VulkarError, match="outside the limits"):
            await controller.servo("turret", 2301)
        with pytest.raises(VulkarError, match="turret"):
            await controller.servo("torret", 1500)
        await asyncio.gather(
            controller.servo("turret", BOARD.turret.to_us(97)), controller.servo("D_W", 1900)
        )
        assert world.turret_deg == pytest.approx(97, abs=2)
        assert len(kinds(events, EventKind.SERVO_DONE)) == 3
        await controller.close()

    on_chip(main)


def test_a_release_is_done_once_however_often_it_is_asked() -> None:
    async def main(sim: Sim, world: Still) -> None:
        controller, events = await connected(sim)
        await controller.arm()
        first = await controller.release("A", "east", 1)
        await asyncio.sleep(2)
        assert await controller.release("A", "east", 1) == first
        await asyncio.sleep(2)
        assert world.openings == {"A": 1}
        status = await controller.release_status(1)
        assert (status.phase, status.t_us, status.home, status.left) == (
            "closed",
            first.t_us,
            True,
            True,
        )
        assert (await controller.release_status(2)).phase == "never"
        assert [(e.name, e.value) for e in kinds(events, EventKind.MARBLE)] == [("A", 0)]
        assert [e.value for e in kinds(events, EventKind.GATE)] == [1, 2]
        opened, closed = kinds(events, EventKind.GATE)
        assert opened.t_us == first.t_us
        assert closed.t_us - opened.t_us == pytest.approx(700_000, abs=20_000)
        await controller.release("A", "west", 1, attempt=1)
        await asyncio.sleep(2)
        assert world.openings == {"A": 2}

    on_chip(main)


def test_a_game_that_goes_on_repeats_no_release_over_a_new_connection() -> None:
    async def main(sim: Sim, world: Still) -> None:
        for epoch, openings in ((5, 1), (5, 1), (6, 2)):
            controller = Controller(sim.open_port(), BOARD, epoch=epoch)
            await controller.connect()
            await controller.arm()
            await controller.release("B", "north", 9)
            await asyncio.sleep(2)
            await controller.close()
            assert world.openings == {"B": openings}

    on_chip(main)


def test_halls_snapshot_raw_and_watch_agree() -> None:
    async def main(sim: Sim, world: Still) -> None:
        world.field[3] = 35.0
        world.field[127] = -35.0
        controller, events = await connected(sim)
        snapshot = await controller.snapshot()
        assert [i for i, present in snapshot.halls.items() if present] == [3, 127]
        assert set(snapshot.marbles) == {"idol", "A", "B", "C", "D"}
        assert all(snapshot.marbles.values()) and snapshot.state == "ready"
        raw = await controller.raw()
        assert BOARD.halls.mt(raw[3], 3) == pytest.approx(35, abs=1)
        assert BOARD.halls.mt(raw[127], 127) == pytest.approx(-35, abs=1)
        await controller.watch_start()
        await asyncio.sleep(0.5)
        world.field[3] = 20.0
        await asyncio.sleep(0.1)
        world.field[3] = 2.0
        await asyncio.sleep(0.3)
        world.field[3] = 30.0
        await asyncio.sleep(0.3)
        watches = await controller.watch_report([3, 4])
        assert BOARD.halls.mt(watches[3].baseline, 3) == pytest.approx(35, abs=0.3)
        assert BOARD.halls.mt(watches[3].low, 3) == pytest.approx(2, abs=0.5)
        assert BOARD.halls.mt(watches[3].last, 3) == pytest.approx(30, abs=0.5)
        assert watches[3].first_ms == pytest.approx(500, abs=60)
        assert watches[3].present and not watches[3].flat
        assert watches[4].first_ms == -1 and not watches[4].flat and not watches[4].present
        assert [e.index for e in kinds(events, EventKind.DIP)] == [3]
        assert [(e.index, e.value) for e in kinds(events, EventKind.HALL)] == [(3, 0), (3, 1)]

    on_chip(main)


def test_an_emergency_stop_ends_what_moves_and_stays() -> None:
    async def main(sim: Sim, world: Still) -> None:
        controller, _ = await connected(sim)
        await controller.arm()
        move = asyncio.ensure_future(controller.servo("turret", 1500))
        await asyncio.sleep(0.1)
        sim.rig.faults.stop_pressed = True
        with pytest.raises(VulkarError, match="stopped"):
            await move
        assert controller.state == "stopped"
        with pytest.raises(VulkarError, match="latched"):
            await controller.arm()
        with pytest.raises(VulkarError, match="latched"):
            await controller.clear()
        sim.rig.faults.stop_pressed = False
        await asyncio.sleep(0.1)
        await controller.clear()
        await controller.arm()
        await controller.estop()
        await asyncio.sleep(0.1)
        assert controller.state == "stopped"

    on_chip(main)


RAISE = "raise ValueError('planted')\n"
CRASHES = [
    ("servo.py", '        """Slews; true once', f"        {RAISE}"),
    (
        "field.py",
        '        """One scan and what',
        f"        if self.scans > 99:\n            {RAISE}",
    ),
    ("gate.py", '        """True once, when', f"        {RAISE}"),
    (
        "session.py",
        '        """The answer to a que',
        f"        if kind == wire.RAW:\n            {RAISE}",
    ),
]


@pytest.mark.parametrize(("name", "doc", "line"), CRASHES, ids=[row[0] for row in CRASHES])
def test_an_exception_in_any_part_is_a_fault_with_outputs_off(
    tmp_path: Path, name: str, doc: str, line: str
) -> None:
    text = (image.firmware_dir() / "island" / name).read_text()
    whole = next(row for row in text.splitlines(keepends=True) if row.startswith(doc))
    firmware = planted(tmp_path, name, whole, line)

    async def main(sim: Sim, world: Still) -> None:
        controller = Controller(sim.transport, BOARD, any_firmware=True)
        events: list[Event] = []
        controller.subscribe(events.append)
        await controller.connect()
        await controller.arm()
        work = [
            asyncio.ensure_future(work)
            for work in (
                controller.servo("turret", 1500),
                controller.release("C", "bridge_1", 1),
                controller.raw(),
            )
        ]
        await asyncio.wait(work, timeout=5)
        await asyncio.sleep(0.2)
        assert controller.state == "fault"
        assert [e.text for e in kinds(events, EventKind.FAULT)] == ["firmware exception"]
        console = "".join(event.text for event in kinds(events, EventKind.CONSOLE))  # cut anywhere
        assert "Traceback" in console and name in console and "planted" in console
        assert all(sim.rig.pwm.pulse_us(servo.pin) is None for servo in BOARD.servos.values())
        await controller.ping()
        assert (await controller.snapshot()).state == "fault"
        with pytest.raises(VulkarError, match="latched"):
            await controller.arm()
        if name != "field.py":
            await controller.clear()
            await controller.arm()
        for task in work:
            task.cancel()
        await asyncio.gather(*work, return_exceptions=True)

    on_chip(main, firmware)


def test_a_raw_interrupt_byte_is_a_fault_once_sealed_and_the_loop_goes_on() -> None:
    async def main(sim: Sim, world: Still) -> None:
        controller, events = await connected(sim)
        await controller.arm()
        sim.transport.write(b"\x03\x03\x04\r\x01")
        await asyncio.sleep(0.3)
        assert [e.text for e in kinds(events, EventKind.FAULT)] == ["interrupt on the line"]
        await controller.ping()
        await controller.clear()
        await controller.arm()

    on_chip(main)


def test_interrupt_bytes_spread_over_time_end_nothing() -> None:
    async def main(sim: Sim, world: Still) -> None:
        controller, events = await connected(sim)
        for i in range(60):
            await controller.clear()
            await controller.arm()
            sim.transport.write(b"noise \x03 and more")
            await asyncio.sleep(0.0003 * i)
            sim.transport.write(b"\x03")
            await asyncio.sleep(0.5)  # an acknowledgement may have been lost with the rest
            assert controller.state == "fault"
            await controller.ping()
        assert {e.text for e in kinds(events, EventKind.FAULT)} == {"interrupt on the line"}
        assert sim.chip.runs == 1

    on_chip(main)


def test_other_firmware_and_other_protocols_name_the_side_and_the_command(tmp_path: Path) -> None:
    changes = {
        "firmware": (
            "build.py",
            "SOURCES = 0x",
            "SOURCES = 1 + 0x",
            "the controller: vulkar firmware install",
        ),
        "same": ("build.py", "SOURCES = 0x", "SOURCES = 1 + 0x", ""),
        "newer": (
            "wire.py",
            "PROTOCOL_MAJOR = 1",
            "PROTOCOL_MAJOR = 2",
            "this Vulkar: pip install",
        ),
        "lacking": ("reports.py", "wire.CAPS,", "119,", "lacks: watch"),
    }

    async def main(sim: Sim, world: Still) -> str:
        controller = Controller(sim.transport, BOARD, any_firmware=case != "firmware")
        try:
            await controller.connect()
        except VulkarError as exc:
            return str(exc)
        return ""

    for case, (name, old, new, wanted) in changes.items():
        folder = tmp_path / case
        folder.mkdir()
        said = on_chip(main, planted(folder, name, old, new))
        assert wanted in said and bool(wanted) == bool(said), (case, said)


def test_an_older_controller_is_named_as_the_older_side() -> None:
    from vulkar.link import connect

    connect.check_protocol(wire.PROTOCOL_MAJOR, wire.PROTOCOL_MINOR + 1, "/dev/x")
    with pytest.raises(VulkarError, match="the controller is older"):
        connect.check_protocol(wire.PROTOCOL_MAJOR - 1, 9, "/dev/x")
    with pytest.raises(VulkarError, match="this Vulkar is older"):
        connect.check_protocol(wire.PROTOCOL_MAJOR + 1, 0, "/dev/x")


def test_a_restart_is_noticed_and_named() -> None:
    async def main(sim: Sim, world: Still) -> None:
        controller, events = await connected(sim)
        await controller.arm()
        move = asyncio.ensure_future(controller.servo("turret", 1500))
        await asyncio.sleep(0.1)
        sim.power_cycle()
        with pytest.raises(VulkarError) as caught:
            await move
        assert caught.value.code in ("link.restarted", "link.lost")
        assert len(kinds(events, EventKind.LOST)) == 1
        with pytest.raises(VulkarError):
            await controller.ping()

    on_chip(main)


def test_another_boot_number_is_a_restart_even_if_the_state_looks_right() -> None:
    async def main(sim: Sim, world: Still) -> None:
        controller, _ = await connected(sim)
        assert controller.hello is not None
        other = (controller.hello.boot & 0xFFFF) ^ 1
        beat = struct.pack(wire.F_HEARTBEAT, wire.READY, 0, other, 0, 0, 0, 0)
        sim.transport.arrived(wire.encode(wire.HEARTBEAT, 0, beat))
        with pytest.raises(VulkarError) as caught:
            await controller.ping()
        assert caught.value.code == "link.restarted"

    on_chip(main)


def test_a_greeting_that_comes_late_is_no_restart() -> None:
    """Answers to both parts of HELLO, from before the seal, once more."""

    async def main(sim: Sim, world: Still) -> None:
        late: list[bytes] = []
        arrived = sim.transport.arrived

        def keep(data: bytes) -> None:
            if len(late) < 3:
                late.append(data)
            arrived(data)

        sim.transport.arrived = keep  # type: ignore[method-assign]
        controller, _ = await connected(sim)
        for data in late:
            sim.transport.arrived(data)
        assert await controller.ping() > 0

    on_chip(main)


def test_a_greeting_in_between_names_the_cause_of_the_restart() -> None:
    async def main(sim: Sim, world: Still) -> None:
        controller, _ = await connected(sim)
        hello = struct.pack(wire.F_HELLO0, 0, 1, 0, 0, 99, 3, 127, 0, wire.UNSEALED, 0)
        sim.transport.arrived(wire.encode(wire.HELLO, 0, hello))
        with pytest.raises(VulkarError, match="watchdog"):
            await controller.ping()

    on_chip(main)


def test_a_pulled_plug_in_a_release_is_unknown_and_not_repeated() -> None:
    async def main(sim: Sim, world: Still) -> None:
        controller, _ = await connected(sim)
        await controller.arm()
        release = asyncio.ensure_future(controller.release("A", "east", 1))
        await asyncio.sleep(0)
        sim.unplug()
        with pytest.raises(VulkarError) as caught:
            await release
        assert caught.value.code == "link.unknown"
        await asyncio.sleep(3)
        assert world.openings.get("A", 0) <= 1

    on_chip(main)


def test_a_board_that_the_controller_cannot_be_is_refused_by_name() -> None:
    turret = replace(BOARD.turret, pin=23)
    board = replace(BOARD, servos={**BOARD.servos, "turret": turret})

    async def main(sim: Sim, world: Still) -> None:
        with pytest.raises(VulkarError) as caught:
            await Controller(sim.transport, board).connect()
        assert caught.value.code == "link.config"
        assert "classic" in str(caught.value)

    on_chip(main)


def test_the_modelled_ping_costs_milliseconds_and_the_link_speaks_when_idle() -> None:
    async def main(sim: Sim, world: Still) -> None:
        controller, _ = await connected(sim)
        times = [await controller.ping() for _ in range(20)]
        assert all(2_000 < time < 15_000 for time in times), times
        await asyncio.sleep(30)
        assert controller.state == "ready"
        assert controller.stats.chip_longest_pass_us > 0
        assert controller.stats.chip_discarded == {}
        assert controller.stats.discarded == {}

    on_chip(main)
