"""Both ends' decoders under damaged frames: the host's here, the firmware's whole session under
real MicroPython with the chip's heap watched."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from tests.bench import fuzz
from tests.firmware.kit import INTERPRETERS, run_script
from vulkar.link import wire
from vulkar.link.session import LINE_LIMIT
from vulkar.sim.chip import HEAP_KIB

CHIP_SCRIPT = Path(__file__).with_name("frames_chip.py")
HEAP_SLACK = 2048  # bytes; the last 16 answers and unread events differ in size


def host(count: int, seed: int) -> dict[str, Any]:
    """``count`` damaged frames into the host's reader."""
    per_s, floor_per_s = fuzz.speed(wire, lambda: time.perf_counter_ns() // 1000, 20_000)
    false, missed, intact = fuzz.run(count, seed, wire, wire.Reader(LINE_LIMIT).feed)
    return _row(count, false, missed, intact, per_s, floor_per_s)


def chip(count: int, seed: int) -> dict[str, Any]:
    """The same into the firmware's session; free heap in bytes after each tenth."""
    args = (str(count), str(seed))
    text = run_script(INTERPRETERS[0], CHIP_SCRIPT, *args, heap_kib=HEAP_KIB, most_s=3600)
    try:
        count, false, missed, intact, per_s, floor_per_s, *heap = map(int, text.split())
    except ValueError:
        raise RuntimeError(f"the firmware's fuzz failed: {text[-2000:]}") from None
    return {
        **_row(count, false, missed, intact, per_s, floor_per_s),
        "interpreter": INTERPRETERS[0],
        "free_heap": heap,
    }


def _row(
    count: int, false: int, missed: int, intact: int, per_s: int, floor_per_s: int
) -> dict[str, Any]:
    return {
        "damaged": count,
        "false_accepts": false,
        "next_missed": missed,
        "came_out_whole": intact,
        "codec_frames_per_s": per_s,
        "floor_frames_per_s": floor_per_s,  # packing and two checksums, no framing
        "codec_to_floor": round(floor_per_s / max(1, per_s), 2),
    }


def measure(count: int, seed: int = 1) -> dict[str, Any]:
    """Both ends, one core each."""
    with ThreadPoolExecutor(1) as pool:
        other = pool.submit(chip, count, seed)
        return {"seed": seed, "host": host(count, seed), "firmware": other.result()}


def problems(result: dict[str, Any], count: int) -> list[str]:
    """What does not hold: nothing false, nothing good missed, the heap flat."""
    found = []
    for end in ("host", "firmware"):
        row = result[end]
        if row["damaged"] < count:
            found.append(f"{end}: only {row['damaged']} damaged frames")
        if row["false_accepts"]:
            found.append(f"{end}: {row['false_accepts']} frames accepted that nobody sent")
        if row["next_missed"]:
            found.append(f"{end}: {row['next_missed']} good frames lost behind damaged ones")
    heap = result["firmware"]["free_heap"]
    if max(heap) - min(heap) > HEAP_SLACK:
        found.append(f"firmware: free heap between {min(heap)} and {max(heap)} bytes")
    return found
