"""RAM of the controller with everything that a configuration may hold; run under MicroPython."""

import gc
import struct
import sys

sys.path.insert(0, sys.argv[2])
sys.path.insert(0, sys.argv[1] + "/cases")
gc.threshold(4096)  # as main.py has it while it imports
gc.collect()
start = gc.mem_alloc()

from chips_of import LampLine as Chips  # noqa: E402

from bench import Bench, full  # noqa: E402
from island import wire  # noqa: E402

gc.threshold(-1)
gc.collect()
code = gc.mem_alloc()
bench = Bench()
Chips.write = lambda self, words: None  # what is written down would count as memory


def work(span_ms):
    """What the loop does, and what the bench itself writes down is thrown away."""
    for _ in range(span_ms // 50):
        bench.run(50)
        bench.chip.log.clear()
        bench.chip.bus.sent.clear()
        bench.chip.line.frames.clear()
        bench.heard = []
        gc.collect()


result = bench.configure(full())
assert result == wire.OK, result
assert bench.result(wire.ARM) == wire.OK
assert bench.result(wire.WATCH, b"\x01") == wire.OK
work(200)
sealed = gc.mem_alloc()
for i in range(5, 16):
    assert bench.servo(i, 1500)[0] == wire.OK
for i in range(128):
    payload = struct.pack(wire.F_LAMPS, i, 1, i, 2 * i, 255 - i)
    assert bench.result(wire.LAMPS, payload) == wire.OK
for i in range(128):
    bench.chip.readings[i] = 2400
bench.session.say("z" * 1000)
work(3000)
for sensor in range(128):
    bench.send(wire.WATCH_REPORT, struct.pack("<B", sensor))
gc.collect()
print(code - start, sealed - code, gc.mem_alloc() - sealed)
