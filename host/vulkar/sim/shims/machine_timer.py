# mypy: ignore-errors
"""``machine.Timer``: callbacks come at their time, in the middle of a sleep or of work."""

import sys

from chipcore import core, cost
from compat import lock, unlock

_TIMER = cost("timer")


class Timer:
    ONE_SHOT = 0
    PERIODIC = 1

    def __init__(self, id=-1, **settings):
        self.due = 0
        self._period_us = 0
        self._mode = Timer.ONE_SHOT
        self._callback = None
        self._hard = False
        if settings:
            self.init(**settings)

    def init(self, mode=1, period=-1, callback=None, freq=0, hard=False):
        core.drop_timer(self)
        core.charge(_TIMER)
        self._period_us = period * 1000 if period >= 0 else int(1_000_000 / freq)
        self._mode = mode
        self._callback = callback
        self._hard = hard
        self.due = core.time_us() + self._period_us
        core.add_timer(self)

    def deinit(self):
        core.charge(_TIMER)
        core.drop_timer(self)

    def expire(self, at):
        """Called by the core before the callback: plans the next time, or none."""
        if self._mode == Timer.PERIODIC:
            self.due = at + self._period_us
        else:
            core.drop_timer(self)

    def run(self):
        """The callback; what it raises is printed, as on the chip, and the program goes on."""
        if self._callback is None:
            return
        failed = None
        if self._hard:
            lock()
        try:
            self._callback(self)
        except Exception as exc:
            failed = exc
        if self._hard:
            unlock()
        if failed is not None:
            print("Uncaught exception in Timer callback")
            sys.print_exception(failed)
