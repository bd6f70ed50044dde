"""The survey of a map's routes: how many marbles reach their tray, and what they do to pawns.

``vulkar sim survey`` is its command.  Every roll has a world of its own, so the order in which two
processes work through them changes nothing.
"""

from __future__ import annotations

import csv
import math
import multiprocessing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table

from vulkar.maps import IslandMap
from vulkar.sim.world.physics import DEFAULT, Physics
from vulkar.sim.world.roll import RollOutcome, roll_route

PROCESSES: Final = 2
_Z95: Final = 1.959964
CLASSES: Final = ("missed", "grazed", "grey", "moved")
_PAWN: Final = "pawn"


class Job(NamedTuple):
    """One roll: on which route, with which seed, past a pawn on which space."""

    route: str
    seed: int
    space: str | None


@dataclass(frozen=True, slots=True)
class Share:
    """A count of successes with its 95 % Wilson interval."""

    good: int
    total: int

    @property
    def rate(self) -> float:
        return self.good / self.total if self.total else math.nan

    @property
    def wilson(self) -> tuple[float, float]:
        """Lower and upper bound (nan, nan without any roll)."""
        n = self.total
        if not n:
            return (math.nan, math.nan)
        p, z2 = self.good / n, _Z95 * _Z95
        middle = (p + z2 / (2 * n)) / (1 + z2 / n)
        wide = _Z95 * math.sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n)
        return (middle - wide, middle + wide)


@dataclass(slots=True)
class TouchRow:
    """Rolls of one route past a pawn on one space."""

    route: str
    space: str
    classes: dict[str, int] = field(default_factory=lambda: dict.fromkeys(CLASSES, 0))
    seen: int = 0  # contacts that the hall of that space would have told
    speeds_m_s: list[float] = field(default_factory=list)

    @property
    def contacts(self) -> Share:
        """Rolls in which the marble touched the pawn."""
        total = sum(self.classes.values())
        return Share(total - self.classes["missed"], total)


@dataclass(slots=True)
class Survey:
    """All results, routes in the map's order."""

    arrived: dict[str, Share]
    seconds: dict[str, float]  # mean time from release to rest
    lost: list[RollOutcome]
    touches: list[TouchRow]

    @property
    def seen(self) -> Share:
        """First contacts that a hall would have told, over all spaces."""
        return Share(sum(t.seen for t in self.touches), sum(t.contacts.good for t in self.touches))


def _jobs(m: IslandMap, routes: tuple[str, ...], seeds: int, touch: int) -> list[Job]:
    plain = [Job(r, seed, None) for r in routes for seed in range(seeds)]
    past = [
        Job(r, 10_000 + seed, space)
        for r in routes
        for space in m.routes[r].spaces
        for seed in range(touch)
    ]
    return plain + past


class _Worker:
    """What one process keeps between rolls (a forked child inherits it)."""

    map: IslandMap
    physics: Physics


def _start(m: IslandMap, physics: Physics) -> None:
    _Worker.map, _Worker.physics = m, physics


def _roll(job: Job) -> RollOutcome:
    standing = {_PAWN: job.space} if job.space is not None else None
    return roll_route(_Worker.map, job.route, job.seed, standing, _Worker.physics)


def run_survey(
    island_map: IslandMap,
    seeds: int,
    touch: int = 0,
    console: Console | None = None,
    physics: Physics = DEFAULT,
    processes: int = PROCESSES,
    routes: tuple[str, ...] | None = None,
) -> Survey:
    """Rolls every route (or only ``routes``) ``seeds`` times without pawns, and ``touch`` times
    past a pawn on each of its spaces; shows a progress bar on ``console`` if one is given."""
    chosen = routes if routes is not None else tuple(island_map.routes)
    jobs = _jobs(island_map, chosen, seeds, touch)
    outcomes: list[RollOutcome] = []
    with Progress(
        *Progress.get_default_columns()[:2],
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        disable=console is None,
    ) as progress:
        bar = progress.add_task("Rolling", total=len(jobs))
        if processes == 1:
            _start(island_map, physics)
            for job in jobs:
                outcomes.append(_roll(job))
                progress.advance(bar)
        else:
            context = multiprocessing.get_context("spawn")
            with context.Pool(processes, _start, (island_map, physics)) as pool:
                for outcome in pool.imap(_roll, jobs, chunksize=4):
                    outcomes.append(outcome)
                    progress.advance(bar)
    return _collect(chosen, jobs, outcomes)


def _collect(routes: tuple[str, ...], jobs: list[Job], outcomes: list[RollOutcome]) -> Survey:
    plain: dict[str, list[RollOutcome]] = {r: [] for r in routes}
    touches: dict[tuple[str, str], TouchRow] = {}
    for job, outcome in zip(jobs, outcomes, strict=True):
        if job.space is None:
            plain[job.route].append(outcome)
            continue
        row = touches.setdefault((job.route, job.space), TouchRow(job.route, job.space))
        pawn = outcome.pawns[_PAWN]
        row.classes[pawn.truth.kind] += 1
        if pawn.truth.touched:
            row.seen += pawn.seen
            if not math.isnan(pawn.speed_m_s):
                row.speeds_m_s.append(pawn.speed_m_s)
    return Survey(
        {r: Share(sum(o.arrived for o in rows), len(rows)) for r, rows in plain.items()},
        {r: sum(o.roll_s for o in rows) / max(1, len(rows)) for r, rows in plain.items()},
        [o for rows in plain.values() for o in rows if not o.arrived],
        list(touches.values()),
    )


def print_survey(survey: Survey, console: Console, csv_path: Path | None = None) -> None:
    """Prints the tables; writes them to a CSV file too if a path is given."""
    table = Table("route", "rolls", "in the tray", "share", "95 % Wilson", "seconds")
    for route, share in survey.arrived.items():
        low, high = share.wilson
        table.add_row(
            route,
            str(share.total),
            str(share.good),
            f"{share.rate:.3f}",
            f"{low:.3f} - {high:.3f}",
            f"{survey.seconds[route]:.1f}",
        )
    console.print(table)
    for lost in survey.lost[:10]:
        x, y, z = lost.end_mm
        console.print(
            f"{lost.route} seed {lost.seed}: "
            + (f"ended at {x:.0f}, {y:.0f}, {z:.0f} mm" if lost.left else "never left its cradle")
        )
    if survey.touches:
        _print_touches(survey, console)
    if csv_path is not None:
        _write_csv(survey, csv_path)
        console.print(f"Table written to {csv_path}")


def _print_touches(survey: Survey, console: Console) -> None:
    table = Table("route", "space", *CLASSES, "touched", "seen by the hall", "m/s at contact")
    for row in survey.touches:
        speed = sum(row.speeds_m_s) / len(row.speeds_m_s) if row.speeds_m_s else math.nan
        share = row.contacts
        table.add_row(
            row.route,
            row.space,
            *(str(row.classes[c]) for c in CLASSES),
            f"{share.rate:.2f}",
            f"{row.seen}/{share.good}",
            f"{speed:.2f}",
        )
    console.print(table)
    seen = survey.seen
    low, high = seen.wilson
    console.print(
        f"Seen by a hall: {seen.good} of {seen.total} first contacts "
        f"({seen.rate:.3f}, 95 % Wilson {low:.3f} - {high:.3f})"
    )


def _write_csv(survey: Survey, path: Path) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        out = csv.writer(file)
        out.writerow(
            ["route", "space", "rolls", "arrived", "low", "high", "seconds", *CLASSES, "seen"]
        )
        for route, share in survey.arrived.items():
            low, high = share.wilson
            figures = (f"{v:.4f}" for v in (low, high, survey.seconds[route]))
            out.writerow([route, "", share.total, share.good, *figures, *[""] * 5])
        for row in survey.touches:
            counts = [row.classes[c] for c in CLASSES]
            out.writerow(
                [row.route, row.space, row.contacts.total, "", "", "", "", *counts, row.seen]
            )
