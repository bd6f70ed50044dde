"""The firmware as a process on a Pi's pins: pins and pulses on gpiozero's mock factory."""

from __future__ import annotations

import os
import signal

import pytest

from tests.pi.kit import BOARD, GATE_PIN, connected, pi_board, run, until
from vulkar.devices.board import load_board
from vulkar.errors import VulkarError
from vulkar.link import image
from vulkar.link.controller import Controller
from vulkar.link.serialport import open_port


def pulses(told: list[tuple[int, float]], pin: int) -> list[float]:
    return [us for at, us in told if at == pin]


def test_hello_names_the_platform_and_the_same_firmware() -> None:
    async def main() -> None:
        async with pi_board() as (board, _), connected(board) as controller:
            hello = controller.hello
            assert hello is not None
            assert hello.platform == "pi" and hello.firmware == image.own_hash()
            assert len(bytes.fromhex(hello.board_id)) == 8

    run(main)


def test_a_whole_release_moves_idol_and_gate_and_nothing_else() -> None:
    async def main() -> None:
        async with pi_board() as (board, told), connected(board) as controller:
            assert not board.rail_on
            with pytest.raises(VulkarError, match="armed"):
                await controller.release("A", "west", 1)
            assert not any(us for _, us in told if us not in (0, 20_000))  # levels, no pulses
            await controller.arm()
            await until(lambda: board.rail_on)
            await until(lambda: pulses(told, GATE_PIN)[-2:] == [1500, 0])  # closed to be sure
            del told[:]
            await controller.servo("turret", 1501)
            await controller.release("A", "west", 1)
            await controller.release("A", "west", 1)  # a repeat lets no second marble go
            await until(lambda: pulses(told, GATE_PIN) == [1000, 1500, 0])
            assert pulses(told, BOARD.turret.pin) == [1501, 0]
            assert {pin for pin, us in told if us} == {GATE_PIN, BOARD.turret.pin}
            assert (await controller.release_status(1)).phase == "closed"
            await controller.disarm()
            await until(lambda: not board.rail_on)

    run(main)


def test_a_board_file_for_a_pico_is_refused_by_a_pi() -> None:
    async def main() -> None:
        async with pi_board() as (board, _):
            controller = Controller(open_port(board.path), load_board("classic"))
            with pytest.raises(VulkarError) as caught:
                await controller.connect()
            assert caught.value.code == "link.platform"

    run(main)


def test_switches_and_beams_are_read_from_pins() -> None:
    async def main() -> None:
        async with pi_board() as (board, _), connected(board) as controller:
            assert controller.marbles == dict.fromkeys(BOARD.gates, True)
            assert not any(controller.halls.values())
            board.drive(BOARD.gates["B"].marble_pin, 0)
            board.drive(BOARD.halls.adc[2], 0)  # a magnet pulls the open collector low
            await until(lambda: controller.halls[2] and not controller.marbles["B"])
            snapshot = await controller.snapshot()
            assert snapshot.halls == {0: False, 1: False, 2: True, 3: False}
            board.drive(BOARD.halls.adc[2], 1)
            await until(lambda: not controller.halls[2])

    run(main)


def test_the_emergency_stop_line_cuts_pulses_and_rail_and_is_latched() -> None:
    async def main() -> None:
        async with pi_board() as (board, told), connected(board) as controller:
            await controller.arm()
            await until(lambda: board.rail_on)
            await controller.release("A", "east", 1)
            board.drive(BOARD.stop_pin, BOARD.stop_level)
            await until(lambda: controller.state == "stopped" and not board.rail_on)
            await until(lambda: pulses(told, GATE_PIN)[-1] == 0)
            with pytest.raises(VulkarError, match="latched"):
                await controller.arm()
            with pytest.raises(VulkarError, match="latched"):
                await controller.clear()  # the button is still pressed
            board.drive(BOARD.stop_pin, 1 - BOARD.stop_level)
            await until(lambda: board.pins.get(BOARD.stop_pin) == 1 - BOARD.stop_level)
            await controller.clear()
            await controller.arm()

    run(main)


def test_a_killed_firmware_drops_the_rail_and_the_next_start_is_disarmed() -> None:
    async def main() -> None:
        async with pi_board() as (board, told):
            async with connected(board) as controller:
                await controller.arm()
                await controller.release("A", "east", 1)
                await until(lambda: board.rail_on)
                os.kill(board.pid, signal.SIGKILL)
                await until(lambda: board.runs == 2)
                assert not board.rail_on  # before the next start can have said anything
                del told[:]
            async with connected(board) as controller:
                assert controller.hello is not None
                assert controller.hello.reset_cause == 3
                assert controller.state == "ready" and not board.rail_on
                with pytest.raises(VulkarError, match="armed"):
                    await controller.servo("turret", 1500)
                assert pulses(told, GATE_PIN) in ([], [0])

    run(main)


def test_a_frozen_firmware_is_ended_by_the_watchdog() -> None:
    async def main() -> None:
        async with pi_board() as (board, _), connected(board) as controller:
            await controller.arm()
            await until(lambda: board.rail_on)
            os.kill(board.pid, signal.SIGSTOP)
            await until(lambda: board.runs == 2, 15)
            assert not board.rail_on

    run(main)


def test_reboot_starts_the_process_anew() -> None:
    async def main() -> None:
        async with pi_board() as (board, _):
            async with connected(board) as controller:
                first = controller.hello
                await controller.command(0x22)  # wire.REBOOT
                await until(lambda: board.runs == 2)
            async with connected(board) as controller:
                assert controller.hello is not None and first is not None
                assert controller.hello.boot != first.boot

    run(main)


def test_a_firmware_that_cannot_start_is_one_error(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        monkeypatch.setenv("PYTHONPATH", "/nowhere")
        monkeypatch.setattr("sys.executable", "/bin/false")
        async with pi_board() as (board, _):
            with pytest.raises(VulkarError) as caught:
                await board.wait()
            assert caught.value.code == "pi.died" and board.runs == 3

    run(main)
