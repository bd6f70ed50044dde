# mypy: ignore-errors
"""Real time: the chip runs by the machine's clock, the host sends sweeps and listens.

The same surface as core_lockstep. Costs are not charged, a call takes what it takes here. A timer
that comes due in the middle of work fires at the next call into the shims; in a sleep on time.
The host keeps the watchdog, so that it bites a program that hangs.
"""

import os
import sys
from array import array

import chipwire as w
import uselect
import ustruct
import utime
from compat import open_host

FOREVER = w.FOREVER
BOOT = 0

now = 0
irq_cost_us = 0
out = False
levels = 0
driven = 0
supply = 0
answers = 0
_next = FOREVER
_timers = []
_in_irq = False

_host = open_host(int(os.getenv("VULKAR_CHIP_FD")))
_grant = bytearray(w.GRANT_BYTES)
_block = array("H", bytes(256))
_note = bytearray(w.YIELD_BYTES + w.RECORD_BYTES)


def _poller(stdin, stdout):
    """A system poll over the host's socket and the named streams."""
    poller = uselect.poll()
    poller.register(_host, uselect.POLLIN)
    if stdin:
        poller.register(sys.stdin, uselect.POLLIN)
    if stdout:
        poller.register(sys.stdout, uselect.POLLOUT)
    return poller


_waits = [_poller(False, False), _poller(True, False), _poller(False, True), _poller(True, True)]
_stdin = uselect.poll()
_stdin.register(sys.stdin, uselect.POLLIN)
_stdout = uselect.poll()
_stdout.register(sys.stdout, uselect.POLLOUT)
_start = utime.ticks_us()


def time_us():
    """Microseconds since the start."""
    global now
    now = utime.ticks_us() - _start
    return now


def _take():
    """One message of the host: levels and a sweep, always both.

    No jump stands between the two reads: MicroPython raises a Ctrl-C at jumps, and half a message
    left in the socket would be taken for the next one.
    """
    global levels, driven, supply, answers
    size = _host.readinto(_grant)
    _host.readinto(_block)
    if size != w.GRANT_BYTES:
        raise SystemExit(0)
    _, _, _, levels, driven, supply, answers = ustruct.unpack(w.GRANT, _grant)


def _take_all():
    while _waits[0].poll(0):
        _take()


def _plan():
    global _next
    _next = FOREVER
    for timer in _timers:
        if timer.due < _next:
            _next = timer.due


def _fire():
    """Runs the callbacks that are due."""
    global _in_irq
    while _next <= now and not _in_irq:
        for timer in _timers:
            if timer.due == _next:
                break
        timer.expire(_next)
        _plan()
        _in_irq = True
        try:
            timer.run()
        finally:
            _in_irq = False


def charge(us):
    """Nothing is charged; what is due happens."""
    if time_us() >= _next:
        _fire()


def sleep(until, on_byte, on_room=False):
    """Sleeps until ``until``, a byte, or room for output; takes the host's messages meanwhile."""
    poller = _waits[(1 if on_byte else 0) + (2 if on_room else 0)]
    while True:
        if time_us() >= _next:
            _fire()
            time_us()
        if now >= until:
            return
        wait_us = min(until, _next) - now
        for obj, _ in poller.poll(min(86_400_000, max(0, (wait_us + 999) // 1000))):
            if obj is _host:
                _take()
            else:
                return


def flush():
    """Output is on its way by itself."""
    global out
    out = False


def has_input():
    return bool(_stdin.poll(0))


def has_room():
    return bool(_stdout.poll(0))


def hand_over(reason, size):
    """Tells the host something; it does not answer."""
    ustruct.pack_into(w.YIELD, _note, 0, size, reason, 0, now, 0)
    _host.write(_note if size else _note[: w.YIELD_BYTES])


def note(kind, pin, value):
    ustruct.pack_into(w.RECORD, _note, w.YIELD_BYTES, time_us(), kind, pin, value)
    hand_over(w.Y_NOTES, w.RECORD_BYTES)


def field():
    """The newest sweep that the host has sent."""
    _take_all()
    return _block


peek = field


def add_timer(timer):
    _timers.append(timer)
    _plan()


def drop_timer(timer):
    if timer in _timers:
        _timers.remove(timer)
    _plan()


def feed(timeout_us):
    note(w.WDT_FEED, 0, timeout_us // 1000)


def reset(reason):
    hand_over(reason, 0)
    while True:
        _take()


def ended():
    """The program is over: MicroPython was started so that it goes on with its prompt."""
    hand_over(w.Y_ENDED, 0)
    while sys.implementation.name != "micropython":
        sleep(FOREVER, True)
        sys.stdin.buffer.read(1)


_take()
_start = utime.ticks_us()
