"""RAM of the controller with everything that a configuration may hold; run under MicroPython."""

import gc
import struct
import sys

sys.path.insert(0, sys.argv[2])
sys.path.insert(0, sys.argv[1] + "/cases")
gc.collect()
start = gc.mem_alloc()

from bench import Bench, items  # noqa: E402
from island import wire  # noqa: E402

gc.collect()
code = gc.mem_alloc()
bench = Bench()
result = bench.configure(items(servos=16, sensors=128))
assert result == wire.OK, result
assert bench.result(wire.ARM) == wire.OK
assert bench.result(wire.WATCH, b"\x01") == wire.OK
bench.run(200)
gc.collect()
sealed = gc.mem_alloc()
for i in range(15):
    assert bench.servo(i, 1500)[0] == wire.OK
for i in range(128):
    bench.chip.readings[i] = 2400
bench.session.say("z" * 1000)
bench.run(3000)
for sensor in range(128):
    bench.send(wire.WATCH_REPORT, struct.pack("<B", sensor))
gc.collect()
print(code - start, sealed - code, gc.mem_alloc() - sealed)
