"""Rolls past pawns on the whole chain, and the world's truth beside what the island reported.

Island, link, firmware, rig and world run in lockstep; table and rules are left out. Each roll is
arranged from the seed and its number, and each batch starts its own chip and world, so that the
rows are the same however many processes share the work.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from vulkar.devices.board import load_board
from vulkar.island.detect import Finding
from vulkar.island.port import Certainty, RollOrder, RollReport
from vulkar.island.serial import SerialIsland
from vulkar.link.controller import Controller
from vulkar.maps import IslandMap, load
from vulkar.sim.arrange import PAWNS, Setup, arrange
from vulkar.sim.lockstep import Sim, run
from vulkar.sim.people import Hands
from vulkar.sim.world import Truth

BATCH = 25


@dataclass(frozen=True, slots=True)
class Row:
    """One pawn in one roll: truth, then report."""

    number: int
    kind: str
    route: str
    pawn: str
    space: str
    on_route: bool
    first: bool  # the marble touched it before any other pawn
    truth: str  # missed, grazed, grey or moved
    contact_us: int  # from the release; -1 where there was none
    shift_mm: float
    tilt_deg: float  # at the end
    reported: str  # touched, untouched or asked
    reason: str  # see vulkar.island.detect.Reason
    word: bool  # what was reported in the end, people's word included
    low_mt: float
    rest_mt: float
    rest_us: int
    marble: str
    max_tilt_deg: float = 0.0
    motion: str = ""  # what its sensor made of it: rocked, moved, fallen, unsure; "" for nothing


def run_rolls(
    seed: int, first: int, count: int, island: IslandMap | None = None, board: str = "classic"
) -> list[Row]:
    """Rolls ``first`` to ``first + count - 1`` on one simulated board."""
    island = island or load("classic")
    described = load_board(board)

    async def main(sim: Sim) -> list[Row]:
        released_us = 0

        def on_state(name: str, state: str) -> None:
            nonlocal released_us
            if (name, state) == ("gate", "releasing"):
                released_us = sim.clock.now_us

        hands = Hands(sim.world, island, random.Random(f"{seed}/{first}/hands"))
        chain = SerialIsland(
            Controller(sim.transport, described), island, described, hands, on_state=on_state
        )
        await chain.open()
        rows: list[Row] = []
        for number in range(first, first + count):
            setup = arrange(island, seed, number)
            await set_up(sim, setup)
            order = RollOrder(number + 1, setup.route, "red", setup.standing)
            report = await chain.roll(order)
            rows += rows_of(setup, sim.world.truth(), report, chain.findings, island, released_us)
        await chain.close()
        return rows

    return run(main, island, described, seed * 100_003 + first)


async def set_up(sim: Sim, setup: Setup) -> None:
    """Clears the board and puts the pawns where the setup has them; the halls have time to see."""
    for pawn in PAWNS:
        sim.world.lift(pawn)
    for pawn, (space, dx_mm, dy_mm, yaw) in setup.at.items():
        sim.world.place(pawn, space, dx_mm, dy_mm, yaw)
    await asyncio.sleep(1.5)


def rows_of(
    setup: Setup,
    truths: Mapping[str, Truth],
    report: RollReport,
    findings: tuple[Finding, ...],
    island: IslandMap,
    released_us: int,
) -> Iterator[Row]:
    """One row a pawn of the roll just reported."""
    truths = {pawn: truths[pawn] for pawn in setup.at}
    contacts = {pawn: t.contact_us for pawn, t in truths.items() if t.contact_us >= 0}
    reasons = {finding.pawn: finding.reason.value for finding in findings}
    motions = {f.pawn: f.motion.value for f in findings if f.motion is not None}
    first = min(contacts, key=lambda pawn: contacts[pawn], default="")
    for touch in report.touches:
        truth = truths[touch.pawn]
        sure = "touched" if touch.touched else "untouched"
        yield Row(
            number=setup.number,
            kind=setup.kind,
            route=setup.route,
            pawn=touch.pawn,
            space=touch.space,
            on_route=touch.space in island.routes[setup.route].spaces,
            first=touch.pawn == first,
            truth=truth.kind,
            contact_us=truth.contact_us - released_us if truth.contact_us >= 0 else -1,
            shift_mm=round(truth.shift_mm, 3),
            tilt_deg=round(truth.tilt_deg, 2),
            reported="asked" if touch.certainty is Certainty.ASKED else sure,
            reason=reasons.get(touch.pawn, ""),
            word=touch.touched,
            low_mt=round(touch.low_mt, 2),
            rest_mt=round(touch.rest_mt, 2),
            rest_us=report.rest_us,
            marble=report.marble.value,
            max_tilt_deg=round(truth.max_tilt_deg, 2),
            motion=motions.get(touch.pawn, ""),
        )


def _batch(job: tuple[int, int, int]) -> list[Row]:
    return run_rolls(*job)


def run_campaign(
    seed: int,
    rolls: int,
    processes: int = 1,
    progress: Callable[[int], None] | None = None,
    batch: int = BATCH,
) -> list[Row]:
    """``rolls`` rolls in batches; ``progress`` hears how many are done."""
    jobs = [(seed, first, min(batch, rolls - first)) for first in range(0, rolls, batch)]
    rows: list[Row] = []
    done = 0

    def take(job: tuple[int, int, int], part: list[Row]) -> None:
        nonlocal done
        rows.extend(part)
        done += job[2]
        if progress:
            progress(done)

    if processes == 1:
        for job in jobs:
            take(job, _batch(job))
    else:
        with multiprocessing.get_context("spawn").Pool(processes) as pool:
            for job, part in zip(jobs, pool.imap(_batch, jobs), strict=True):
                take(job, part)
    return rows
