"""Fuzzes the firmware's session with everything that a board may have; run under MicroPython.

Prints count, false accepts, good frames missed, damaged frames that came out whole, codec frames a
second, frames a second of the floor, and then the free heap after every tenth of the frames.
"""

import gc
import sys
import time

sys.path[:0] = [sys.argv[2], sys.argv[1] + "/cases", sys.argv[1] + "/../bench"]

import fuzz  # noqa: E402

from bench import Bench, full  # noqa: E402
from island import wire  # noqa: E402

PARTS = 10
ENDS = (wire.REBOOT, wire.MAINTENANCE)  # what would end the program is left out


def now_us():
    return time.ticks_us() if hasattr(time, "ticks_us") else time.perf_counter_ns() // 1000


def free():
    """Bytes; CPython, where no MicroPython is built, has no such figure."""
    gc.collect()
    return gc.mem_free() if hasattr(gc, "mem_free") else 0


class Tap:
    """The session's reader; ``seen`` is what it accepted last."""

    def __init__(self, reader):
        self.reader = reader
        self.seen = []

    @property
    def good(self):
        return self.reader.good

    @property
    def bad(self):
        return self.reader.bad

    def feed(self, data):
        self.seen = self.reader.feed(data)
        return [frame for frame in self.seen if frame[0] not in ENDS]


def prepare():
    bench = Bench(0)
    result = bench.configure(full())
    assert result == wire.OK, result
    bench.session.reader = Tap(bench.session.reader)
    return bench


def feeder(bench):
    """One pass of the loop for each piece of input, a millisecond after the one before."""
    session = bench.session
    chip = bench.chip

    def feed(data):
        bench.ms = (bench.ms + 1) & (wire.TICKS - 1)
        session.receive(data, bench.ms, bench.us)
        session.step(bench.ms, bench.us)
        while session.output(bench.ms, bench.us) is not None:
            pass
        # what the bench itself writes down would count as memory
        chip.log.clear()
        chip.bus.sent.clear()
        chip.line.frames.clear()
        return session.reader.seen

    return feed


def main(count, seed):
    per_s, floor_per_s = fuzz.speed(wire, now_us, 5000)
    feed = feeder(prepare())
    totals = [0, 0, 0]
    heap = []
    for part in range(PARTS):
        found = fuzz.run(count // PARTS, seed * PARTS + part, wire, feed)
        totals = [a + b for a, b in zip(totals, found)]  # noqa: B905 (MicroPython knows no strict)
        heap.append(free())
    print(count // PARTS * PARTS, *totals, per_s, floor_per_s, *heap)


main(int(sys.argv[3]), int(sys.argv[4]))
