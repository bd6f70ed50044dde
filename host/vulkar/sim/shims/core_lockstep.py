# mypy: ignore-errors
"""Lockstep: the host owns time. The chip runs on a grant up to its horizon, then yields.

A grant is ``GRANT`` and, where its flag says so, one sweep of the hall field. A yield is ``YIELD``
and the pin records since the last one. All times are microseconds of the host's virtual clock.
"""

import os
import sys
from array import array

import chipwire as w
import uselect
import ustruct
from compat import open_host

RECORDS_MAX = 512
FOREVER = w.FOREVER

now = 0
irq_cost_us = 0
out = False  # POLLOUT was reported, so output may be waiting
levels = 0
driven = 0
supply = 0
answers = 0
_horizon = 0
_input = False
_stalled = False
_break = False
_used = True
_next = FOREVER  # the earliest timer or the watchdog
_wdt = FOREVER
_timers = []  # (a list: a dict keyed by objects has another order in every run)
_in_irq = False

_host = open_host(int(os.getenv("VULKAR_CHIP_FD")))
_grant = bytearray(w.GRANT_BYTES)
_block = array("H", bytes(256))
_yield = bytearray(w.YIELD_BYTES + w.RECORD_BYTES * RECORDS_MAX)
_fill = w.YIELD_BYTES
_view = memoryview(_yield)
_stdin = uselect.poll()
_stdin.register(sys.stdin, uselect.POLLIN)


def time_us():
    """The chip's time."""
    return now


def _take():
    """Waits for a grant. The host closing the socket is power off: nothing more may run."""
    global now, levels, driven, supply, answers, _horizon, _input, _stalled, _break, _used
    got = _host.readinto(_grant)
    if got != w.GRANT_BYTES:
        raise SystemExit(0)
    flags, at, _horizon, levels, driven, supply, answers = ustruct.unpack(w.GRANT, _grant)
    now = max(now, at)
    if flags & w.G_BLOCK:
        _host.readinto(_block)
        _used = False
    if flags & w.G_INPUT:
        _input = True
    _stalled = bool(flags & w.G_STALLED)
    if flags & w.G_BREAK:
        _break = True
        while _stdin.poll(0):
            sys.stdin.buffer.read(1)


def hand_over(reason, wake, on_byte):
    """Yields to the host and waits for the next grant."""
    global _fill, out
    flags = (w.F_ON_BYTE if on_byte else 0) | (w.F_USED if _used else 0)
    ustruct.pack_into(w.YIELD, _yield, 0, _fill - w.YIELD_BYTES, reason, flags, now, wake)
    _host.write(_view[:_fill])
    _fill = w.YIELD_BYTES
    out = False
    _take()


def _plan():
    """Recomputes the earliest of watchdog and timers."""
    global _next
    _next = _wdt
    for timer in _timers:
        if timer.due < _next:
            _next = timer.due


def _fire(until):
    """Lets everything due by ``until`` happen at its own time; returns ``until`` plus its cost."""
    global now, _in_irq
    while _next <= until and not _in_irq:
        at = max(now, _next)
        if _wdt <= _next:
            now = at
            hand_over(w.Y_WDT, now, False)  # the host ends this process here
        timer = None
        for timer in _timers:
            if timer.due == _next:
                break
        now = at + irq_cost_us
        timer.expire(_next)
        _plan()
        _in_irq = True
        try:
            timer.run()
        finally:
            _in_irq = False
        until += now - at
    return until


def charge(us):
    """The chip worked for ``us``; interrupts come at their time, the horizon yields.

    Ctrl-C is raised here too, so before a byte that it took away can be read.
    """
    global now, _break
    until = now + us
    if until >= _next:
        until = _fire(until)
    now = until
    if until >= _horizon and not _in_irq:
        hand_over(w.Y_BUSY, now, False)
    if _break and not _in_irq:
        _break = False
        raise KeyboardInterrupt


def sleep(until, on_byte, on_room=False):
    """Sleeps until ``until``, a byte (``on_byte``), or room for output (``on_room``)."""
    global now, _break
    while True:
        if _break:
            _break = False
            raise KeyboardInterrupt
        if now >= until or (on_byte and has_input()) or (on_room and not _stalled):
            return
        at = until if until < _next else _next
        if at < _horizon and not out:
            if at == _next:
                _fire(at)
            else:
                now = max(now, at)
        else:
            hand_over(w.Y_SLEEP, at, on_byte or on_room)
            if now >= _next:
                _fire(now)


def flush():
    """Lets the host take what was written."""
    hand_over(w.Y_FLUSH, now, False)


def has_input():
    """Whether a byte waits on stdin; asks the system only after a grant brought some."""
    global _input
    if _input and not _stdin.poll(0):
        _input = False
    return _input


def has_room():
    """Whether output would be taken."""
    return not _stalled


def note(kind, pin, value):
    """Records what a pin was told, with the time."""
    global _fill
    ustruct.pack_into(w.RECORD, _yield, _fill, now, kind, pin, value)
    _fill += w.RECORD_BYTES
    if _fill == len(_yield):
        hand_over(w.Y_BUSY, now, False)


def field():
    """A sweep of the hall field that nobody has seen yet: ``array('H')`` of 128 counts."""
    global _used
    if _used:
        hand_over(w.Y_FIELD, now, False)
    _used = True
    return _block


def peek():
    """The last sweep, for single conversions."""
    return _block


def add_timer(timer):
    _timers.append(timer)
    _plan()


def drop_timer(timer):
    if timer in _timers:
        _timers.remove(timer)
    _plan()


def feed(timeout_us):
    global _wdt
    _wdt = now + timeout_us
    _plan()


def reset(reason):
    """Ends this run of the chip: the host kills the process, so no ``finally`` runs."""
    while True:
        hand_over(reason, now, False)


def ended():
    """After main.py: input is eaten as the prompt would, timers and watchdog go on."""
    hand_over(w.Y_ENDED, now, False)
    while True:
        try:
            sleep(FOREVER, True)
            sys.stdin.buffer.read(1)
        except KeyboardInterrupt:
            pass


_take()
BOOT = now
