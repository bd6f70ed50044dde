"""Small firmwares for the tests, as folders with a main.py."""

from __future__ import annotations

from pathlib import Path

HEAD = """
import sys, time, select
from array import array
from machine import Pin, PWM, Timer, WDT, reset_cause
poller = select.poll()
poller.register(sys.stdin, select.POLLIN)
def say(*words):
    writer = select.poll()
    writer.register(sys.stdout, select.POLLOUT)
    writer.poll(0)
    sys.stdout.buffer.write((" ".join(str(x) for x in words) + "\\n").encode())
"""

ECHO = (
    HEAD
    + """
say("up", reset_cause())
while True:
    if poller.poll(100):
        byte = sys.stdin.buffer.read(1)
        say("got", byte[0])
"""
)

SCANNER = (
    HEAD
    + """
import hallscan
buf = array("H", bytes(256))
hallscan.init([0, 1, 2, 3, 4, 5, 6], [26])
pwm = PWM(Pin(2), freq=50, duty_ns=1500000)
timer = Timer()
def shut(_):
    pwm.duty_ns(1500000)
swing = {}
while True:
    found = poller.poll(10)
    hallscan.scan(buf)
    if found:
        byte = sys.stdin.buffer.read(1)
        say(time.ticks_us(), byte[0], sum(buf))
        swing[str(sum(buf))] = byte
        pwm.duty_ns(1900000)
        timer.init(mode=Timer.ONE_SHOT, period=137, callback=shut, hard=True)
"""
)


def folder(path: Path, text: str) -> Path:
    """Writes ``text`` as ``path``/main.py and returns the folder."""
    path.mkdir(parents=True, exist_ok=True)
    (path / "main.py").write_text(text)
    return path
