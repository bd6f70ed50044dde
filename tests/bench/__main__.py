"""``python -m tests.bench [NAME...]``: JSON on stdout, progress on stderr."""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tests.bench import frames as frames_bench
from tests.bench import heartbeat as heartbeat_bench
from tests.bench import load as load_bench
from tests.bench import peers as peers_bench
from tests.bench import startup as startup_bench
from tests.bench import tables as tables_bench
from tests.bench.pages import pages_figures
from tests.bench.recovery import lockstep_recovery, pty_recovery
from tests.bench.touch import touch_figures
from tests.evidence.demo_games import play
from tests.evidence.record import machine
from tests.rules import bench as rules_bench
from vulkar.devices.board import load_board
from vulkar.maps import load
from vulkar.sim.loopcost import loop_figures
from vulkar.sim.measure import echo_floor, lockstep_figures, ping_on
from vulkar.sim.pty import SimBoard
from vulkar.sim.world.roll import roll_route


def link() -> dict[str, Any]:
    """Ping through firmware and port on a PTY, against a bare echo of the same interpreter."""

    async def ping() -> Any:
        async with SimBoard(load("classic"), load_board("classic"), 1) as board:
            return await ping_on(board)

    floor, ours = echo_floor(), asyncio.run(ping())
    return {
        "echo_floor": asdict(floor),
        "ping": asdict(ours),
        "ratio_median": round(ours.median_us / floor.median_us, 2),
    }


def lockstep() -> dict[str, Any]:
    """Idle factor and the modelled chip time of a ping."""
    return asdict(lockstep_figures(load("classic"), load_board("classic")))


def loop() -> dict[str, Any]:
    """The longest pass of the controller's loop at full load and the scan's share, modelled."""
    return {
        name: asdict(loop_figures(load("classic"), load_board(name)))
        for name in ("classic", "expander")
    }


def game() -> dict[str, Any]:
    """One whole game in lockstep: virtual seconds a real second, rolling and idle apart."""
    with tempfile.TemporaryDirectory() as folder:
        row = play(1, Path(folder))
    stats = row["stats"]
    return {
        "wall_s": row["wall_s"],
        "virtual_s": row["virtual_s"],
        "virtual_per_real": round(row["virtual_s"] / row["wall_s"], 2),
        "rolling_virtual_per_real": round(
            stats["rolling_virtual_s"] / max(stats["rolling_real_s"], 1e-9), 2
        ),
        "idle_virtual_per_real": round(
            stats["idle_virtual_s"] / max(stats["idle_real_s"], 1e-9), 2
        ),
    }


def rolls() -> dict[str, Any]:
    """Whole rolls a second on one core, one of each route, no pawns, below the firmware."""
    island_map = load("classic")
    roll_route(island_map, next(iter(island_map.routes)), 0)  # the terrain is built once
    began = time.perf_counter()
    outcomes = [roll_route(island_map, route, 1) for route in island_map.routes]
    spent_s = time.perf_counter() - began
    return {
        "rolls": len(outcomes),
        "rolls_per_s": round(len(outcomes) / spent_s, 2),
        "virtual_per_real": round(sum(o.roll_s for o in outcomes) / spent_s, 2),
    }


def rules() -> dict[str, Any]:
    """Decisions a second and the cost of a copy, with games of OpenSpiel beside them."""
    return rules_bench.measure()


def peers() -> dict[str, Any]:
    """A call through the link beside Belay's and mpremote's, all over the bare echo's floor."""
    return peers_bench.measure()


def touch() -> dict[str, Any]:
    """From a touch to the island's event in virtual time, with 16, 64 and 128 sensors."""
    return {str(sensors): asdict(touch_figures(sensors, 200)) for sensors in (16, 64, 128)}


def recovery() -> dict[str, Any]:
    """From the return of an unplugged port until the game may go on."""
    return {
        "lockstep": asdict(lockstep_recovery(50)),
        "pty": asdict(asyncio.run(pty_recovery(20))),
    }


def startup() -> dict[str, Any]:
    """The start of ``vulkar version`` and ``vulkar --help`` beside a bare ``python -c pass``."""
    return startup_bench.measure()


def frames() -> dict[str, Any]:
    """100,000 damaged frames into each end's decoder; the codec's speed beside its floor."""
    return frames_bench.measure(100_000)


def load_() -> dict[str, Any]:
    """A served table with 8 phones, 2 screens and 20 spectators, its web process held back."""
    return load_bench.measure()


def heartbeat() -> dict[str, Any]:
    """The controller's longest silence while the web process rests, is stopped, flooded, killed."""
    return heartbeat_bench.measure()


def tables() -> dict[str, Any]:
    """50 tables at once by the API alone, on a clock that jumps."""
    return tables_bench.measure()


def pages() -> dict[str, Any]:
    """A seat's page on a throttled phone, and the memory of the process that serves pages."""
    return pages_figures()


BENCHES: dict[str, Callable[[], dict[str, Any]]] = {
    "link": link,
    "lockstep": lockstep,
    "loop": loop,
    "game": game,
    "rolls": rolls,
    "rules": rules,
    "peers": peers,
    "touch": touch,
    "recovery": recovery,
    "frames": frames,
    "startup": startup,
    "load": load_,
    "heartbeat": heartbeat,
    "tables": tables,
    "pages": pages,
}


def main(names: list[str]) -> None:
    unknown = [name for name in names if name not in BENCHES]
    if unknown:
        sys.exit(f"no such part: {', '.join(unknown)}; there are {', '.join(BENCHES)}")
    result: dict[str, Any] = {"machine": machine()}
    for name in names or BENCHES:
        print(f"{name}: {BENCHES[name].__doc__}", file=sys.stderr, flush=True)
        result[name] = BENCHES[name]()
    print(json.dumps(result, indent=1))


main(sys.argv[1:])
