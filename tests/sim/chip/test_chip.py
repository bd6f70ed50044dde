"""The chip under grants: time, bytes, timers, resets. Real MicroPython, small firmwares."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from sim.chip.scripts import ECHO, HEAD, SCANNER, folder
from vulkar.errors import VulkarError
from vulkar.sim.chip import Interpreter, pick_interpreter
from vulkar.sim.lockchip import Handover, LockChip
from vulkar.sim.shims import chipwire as w

START = 1_000_000
LEVELS = (1 << 9, 1 << 9 | 1 << 10, 0, 0)


class Bench:
    """Grants to one chip by hand."""

    def __init__(self, path: Path, text: str, **options: object) -> None:
        self.chip = LockChip(folder(path, text), **options)  # type: ignore[arg-type]
        self.chip.start(START, 1)
        self.sweeps = 0

    def sweep(self) -> bytes:
        self.sweeps += 1
        return self.sweeps.to_bytes(2, "little") * 128

    def grant(self, horizon_us: int, data: bytes = b"", at_us: int | None = None) -> Handover:
        flags = self.chip.deliver(data) if data else 0
        now_us = self.chip.now_us if at_us is None else at_us
        return self.chip.grant(now_us, horizon_us, flags, LEVELS, self.sweep)

    def to_sleep(self, horizon_us: int) -> tuple[Handover, bytes]:
        """Grants until the chip sleeps; the last handover and all output."""
        output = b""
        while True:
            handover = self.grant(horizon_us)
            output += handover.output
            if handover.reason in (w.Y_SLEEP, w.Y_ENDED, w.Y_WDT, w.Y_RESET, w.Y_SOFT):
                return handover, output


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[type[Bench]]:
    made: list[Bench] = []

    class Made(Bench):
        def __init__(self, text: str, **options: object) -> None:
            super().__init__(tmp_path, text, **options)
            made.append(self)

    yield Made
    for each in made:
        each.chip.close()


def test_it_sleeps_beyond_the_horizon_only_by_handing_over(bench) -> None:
    b = bench(ECHO)
    handover, output = b.to_sleep(START + 50_000)
    assert output == b"up 1\n"
    assert handover.reason == w.Y_SLEEP
    assert b.chip.on_byte
    assert b.chip.wake_us > START + 100_000
    assert b.chip.now_us < START + 50_000


def test_work_hands_over_at_the_horizon(bench) -> None:
    b = bench(HEAD + "while True:\n    time.ticks_us()\n")
    for horizon_us in (START + 3_000, START + 8_000):
        assert b.grant(horizon_us).reason == w.Y_BUSY
        assert horizon_us <= b.chip.now_us == b.chip.wake_us < horizon_us + 10


def test_before_the_horizon_it_sleeps_by_itself(bench) -> None:
    b = bench(ECHO)
    b.to_sleep(START + 50_000)
    grants = b.chip.grants
    b.grant(START + 2_000_000, at_us=b.chip.wake_us)
    assert b.chip.grants == grants + 1
    assert START + 2_000_000 <= b.chip.wake_us < START + 2_101_000


def test_a_byte_ends_its_sleep_when_it_comes(bench) -> None:
    b = bench(ECHO)
    b.to_sleep(START + 50_000)
    handover = b.grant(START + 90_000, b"x", at_us=START + 60_000)
    handover = handover if handover.output else b.grant(START + 90_000)
    assert handover.output == b"got 120\n"
    assert START + 60_000 < b.chip.now_us < START + 61_000


def test_each_sweep_is_seen_once(bench) -> None:
    b = bench(
        HEAD + "import hallscan\nbuf = array('H', bytes(256))\n"
        "for _ in range(3):\n    hallscan.scan(buf)\n    say(buf[0], buf[127])\n"
    )
    _, output = b.to_sleep(START + 1_000_000)
    lines = [line.split() for line in output.split(b"\n")[:3]]
    assert all(first == last for first, last in lines)
    assert len({first for first, _ in lines}) == 3


def test_a_timer_fires_in_the_middle_of_a_sleep_at_its_time(bench) -> None:
    b = bench(
        HEAD + "pwm = PWM(Pin(4), freq=50, duty_ns=1900000)\n"
        "def off(_):\n    pwm.duty_ns(0)\n"
        "Timer(mode=Timer.ONE_SHOT, period=40, callback=off, hard=True)\n"
        "start = time.ticks_us()\npoller.poll(300)\nsay(time.ticks_diff(time.ticks_us(), start))\n"
    )
    handover = b.grant(START + 1_000_000)
    notes = [n for n in handover.notes if n.kind == w.PWM_DUTY_NS]
    assert [n.value for n in notes] == [1_900_000, 0]
    assert 40_000 <= notes[1].t_us - notes[0].t_us <= 40_200
    b.to_sleep(START + 2_000_000)
    slept_us = int(b.chip.tail)
    assert 300_000 <= slept_us <= 300_200


def test_a_timer_fires_in_the_middle_of_work(bench) -> None:
    b = bench(
        HEAD + "pin = Pin(3, Pin.OUT)\n"
        "Timer(mode=Timer.ONE_SHOT, period=10, callback=lambda _: pin.value(1), hard=True)\n"
        "for _ in range(5000):\n    time.ticks_us()\nsay('done')\n"
    )
    handover = b.grant(START + 1_000_000)
    high = next(n for n in handover.notes if n.kind == w.PIN_OUT and n.value == 1)
    assert START + 10_000 <= high.t_us <= START + 10_200


@pytest.mark.skipif(pick_interpreter() is Interpreter.CPYTHON, reason="CPython has no heap to lock")
def test_a_hard_callback_that_allocates_fails_as_on_the_chip(bench) -> None:
    b = bench(
        HEAD + "kept = []\n"
        "def bad(_):\n    kept.append(bytes(100))\n"
        "Timer(mode=Timer.ONE_SHOT, period=10, callback=bad, hard=True)\n"
        "poller.poll(50)\nsay('alive', len(kept))\n"
    )
    _, output = b.to_sleep(START + 1_000_000)
    assert b"Uncaught exception in Timer callback" in output
    assert b"MemoryError" in output
    assert b"alive 0" in output


def test_a_soft_callback_may_allocate(bench) -> None:
    b = bench(
        HEAD + "def good(_):\n    say('soft', bytes(3))\n"
        "Timer(mode=Timer.ONE_SHOT, period=10, callback=good, hard=False)\npoller.poll(50)\n"
    )
    b.to_sleep(START + 1_000_000)
    assert b.chip.tail.startswith(b"soft b'")


def test_a_watchdog_that_is_not_fed_bites_at_its_time(bench) -> None:
    b = bench(HEAD + "dog = WDT(timeout=2000)\npoller.poll(1500)\ndog.feed()\npoller.poll(9000)\n")
    handover = b.to_sleep(START + 10_000_000)[0]
    assert handover.reason == w.Y_WDT
    assert START + 3_500_000 <= b.chip.now_us <= START + 3_501_000


def test_a_watchdog_takes_no_more_than_the_chip_can_count(bench) -> None:
    b = bench(HEAD + "WDT(timeout=8389)\n")
    assert b"ValueError" in b.to_sleep(START + 1_000_000)[1]


def test_no_finally_runs_in_a_reset(bench) -> None:
    b = bench(
        HEAD + "import machine\ntry:\n    machine.reset()\nfinally:\n    Pin(3, Pin.OUT, value=1)\n"
    )
    handover, _ = b.to_sleep(START + 1_000_000)
    assert handover.reason == w.Y_RESET
    assert b.grant(START + 2_000_000).notes == []


def test_a_traceback_comes_as_text_and_the_watchdog_goes_on(bench) -> None:
    b = bench(HEAD + "WDT(timeout=3000)\nraise ValueError('the idol sneezed')\n")
    handover, output = b.to_sleep(START + 1_000_000)
    assert handover.reason == w.Y_ENDED
    assert b"Traceback" in output
    assert b"ValueError: the idol sneezed" in output
    assert b.to_sleep(START + 10_000_000)[0].reason == w.Y_WDT


def test_leaving_by_exit_is_a_soft_reset(bench) -> None:
    assert bench("import sys\nsys.exit()\n").to_sleep(START + 1_000_000)[0].reason == w.Y_SOFT


def test_a_three_is_ctrl_c_and_empties_the_input(bench) -> None:
    b = bench(
        HEAD + "try:\n    poller.poll(5000)\nexcept KeyboardInterrupt:\n    say('broken')\n"
        "if poller.poll(100):\n    say('left', sys.stdin.buffer.read(1))\n"
    )
    b.to_sleep(START + 50_000)
    b.grant(START + 90_000, b"abc\x03d", at_us=START + 60_000)
    b.to_sleep(START + 1_000_000)
    assert b.chip.tail == b"broken\nleft b'd'\n"


def test_ctrl_c_comes_in_the_middle_of_work_and_never_leaves_a_read_waiting(bench) -> None:
    b = bench(
        HEAD + "broken = 0\ngot = 0\nend = time.ticks_add(time.ticks_ms(), 900)\n"
        "while True:\n"
        "    try:\n"
        "        if time.ticks_diff(end, time.ticks_ms()) <= 0:\n"
        "            break\n"
        "        while poller.poll(0):\n"
        "            time.ticks_us()\n"
        "            sys.stdin.buffer.read(1)\n"
        "            got += 1\n"
        "    except KeyboardInterrupt:\n"
        "        broken += 1\n"
        "say(broken, got > 0)\n",
        guard_s=5.0,
    )
    b.grant(START + 5_000)
    for i in range(200):  # the bytes before each interrupt are there, and then they are not
        b.grant(b.chip.now_us + 7 * i % 90 + 1, b"xyz")
        b.grant(b.chip.now_us + 11 * i % 130 + 1, b"\x03")
    b.to_sleep(START + 2_000_000)
    assert b.chip.tail == b"200 True\n"


def test_ticks_wrap_soon_after_the_start(bench) -> None:
    b = bench(
        HEAD + "a = time.ticks_us(), time.ticks_ms()\npoller.poll(4000)\n"
        "b = time.ticks_us(), time.ticks_ms()\n"
        "say(a[0] > b[0], a[1] > b[1], max(a + b) < 1 << 30)\n"
        "say(time.ticks_diff(b[0], a[0]) // 1000, time.ticks_diff(b[1], a[1]))\n"
        "say(time.ticks_add(a[1], 4000) - b[1])\n"
    )
    lines = b.to_sleep(START + 10_000_000)[1].split(b"\n")
    assert lines[0] == b"True True True"
    assert lines[1] == b"4000 4000"
    assert lines[2] == b"0"


def test_inputs_read_what_drives_them_or_their_pull(bench) -> None:
    b = bench(HEAD + "say(*[Pin(n, Pin.IN, Pin.PULL_UP).value() for n in (9, 10, 11)])\n")
    assert b.to_sleep(START + 1_000_000)[1] == b"1 0 1\n"


def test_a_host_that_takes_no_output_stalls_it(bench) -> None:
    b = bench(
        HEAD + "writer = select.poll()\nwriter.register(sys.stdout, select.POLLOUT)\n"
        "first = writer.poll(0)\nsecond = writer.poll(9000)\nsay(len(first), len(second))\n"
    )
    b.chip.stalled = True
    handover = b.to_sleep(START + 100_000)[0]
    assert handover.output == b""
    b.chip.stalled = False
    assert b.to_sleep(START + 200_000)[1] == b"0 1\n"


def test_a_duty_longer_than_the_frame_is_refused(bench) -> None:
    b = bench(HEAD + "PWM(Pin(4), freq=50, duty_ns=21000000)\n")
    assert b"ValueError: duty larger than period" in b.to_sleep(START + 1_000_000)[1]


def test_a_chip_that_never_yields_meets_the_guard(bench) -> None:
    b = bench(HEAD + "while True:\n    pass\n", guard_s=0.3)
    with pytest.raises(VulkarError) as caught:
        b.grant(START + 1_000)
    assert caught.value.code == "chip.stuck"


def test_a_chip_that_gets_no_time_of_its_machine_is_waited_for(bench) -> None:
    b = bench(ECHO, guard_s=1.0)
    b.to_sleep(START + 1_000)
    os.kill(b.chip.pid, signal.SIGSTOP)  # as where others take all of it
    goes_on = threading.Timer(1.6, os.kill, (b.chip.pid, signal.SIGCONT))
    goes_on.start()
    handover = b.grant(START + 90_000, b"x", at_us=START + 60_000)
    handover = handover if handover.output else b.grant(START + 90_000)
    assert handover.output == b"got 120\n"
    goes_on.join()


def test_a_killed_chip_is_an_error_and_is_reaped(bench) -> None:
    b = bench(ECHO)
    b.to_sleep(START + 1_000)
    os.kill(b.chip.pid, 9)
    with pytest.raises(VulkarError) as caught:
        b.grant(START + 1_000_000)
    assert caught.value.code == "chip.died"


def test_a_closed_chip_leaves_no_process(bench) -> None:
    b = bench(ECHO)
    b.to_sleep(START + 1_000)
    pid = b.chip.pid
    b.chip.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.parametrize("text", [ECHO, SCANNER])
def test_cpython_keeps_the_same_time_with_the_same_shims(tmp_path: Path, text: str) -> None:
    runs = []
    for interpreter in (pick_interpreter(), Interpreter.CPYTHON):
        b = Bench(tmp_path, text, interpreter=interpreter)
        try:
            steps: list[object] = []
            for number in range(40):
                data = b"\xff" if number % 7 == 3 else b""
                handover = b.grant(b.chip.now_us + 15_000, data)
                steps.append((handover, b.chip.now_us, b.chip.wake_us))
            runs.append(steps)
        finally:
            b.chip.close()
    assert runs[0] == runs[1]


def test_the_fallback_is_an_error_where_a_wheel_exists(monkeypatch: pytest.MonkeyPatch) -> None:
    from vulkar.sim import chip

    monkeypatch.setattr(chip, "has_micropython", lambda: False)
    monkeypatch.setattr(chip.sys, "platform", "linux")
    monkeypatch.setattr(chip.platform, "machine", lambda: "x86_64")
    with pytest.raises(VulkarError) as caught:
        pick_interpreter()
    assert caught.value.code == "chip.no_micropython"
    monkeypatch.setattr(chip.platform, "machine", lambda: "aarch64")
    assert pick_interpreter() is Interpreter.CPYTHON


KILLED = """
import os, pathlib, sys
from vulkar.sim.lockchip import LockChip
chip = LockChip(pathlib.Path(sys.argv[1]))
chip.start(0, 1)
chip.grant(0, 50_000, 0, (0, 0, 0, 0), lambda: bytes(256))
print(chip.pid, flush=True)
os.kill(os.getpid(), 9)
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks /proc who still runs")
def test_a_killed_host_takes_the_chip_with_it(tmp_path: Path) -> None:
    firmware = folder(tmp_path, ECHO)
    command = [sys.executable, "-c", KILLED, str(firmware)]
    pid = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False).stdout.strip()
    state = Path(f"/proc/{pid}/stat")
    for _ in range(2000):
        try:
            if state.read_text().rsplit(")", 1)[1].split()[0] == "Z":
                return
        except FileNotFoundError:
            return
        time.sleep(0.01)
    pytest.fail("the chip still runs 20 s after its host was killed")
