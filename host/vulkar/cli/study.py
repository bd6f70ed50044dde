"""``vulkar study``: many games of bots on all cores, and a table of what they showed."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from vulkar.bots.study import Plan, Row
    from vulkar.maps import IslandMap


def study(
    games: Annotated[int, typer.Option("--games", help="How many games.")] = 1000,
    ruleset: Annotated[
        str, typer.Option("--ruleset", help="Which game: see vulkar rules list.")
    ] = "classic",
    preset: Annotated[
        str,
        typer.Option("--preset", help="A preset, or mix: any preset and options. [its first]"),
    ] = "",
    bots: Annotated[
        str,
        typer.Option(
            "--bots", help="Who plays, one a seat: random, simple, search:N. One name: all seats."
        ),
    ] = "random",
    seed: Annotated[int, typer.Option("--seed", help="Decides every game.")] = 1,
    processes: Annotated[
        int, typer.Option("--processes", help="How many processes; 0 is one a core.")
    ] = 0,
) -> None:
    """Play many games of bots; show how long they were, what broke, and who won.

    Exits with 1 if an invariant broke, or a game did not end that had to.
    """
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

    from vulkar.bots.study import Plan, check_plan, problems
    from vulkar.cli.seats import check_seed
    from vulkar.rules import rulesets

    names = tuple(name.strip() for name in bots.split(","))
    preset = preset or rulesets.get(ruleset).options.first
    plan = check_plan(Plan(games, preset, names, check_seed(seed), ruleset))
    rows: list[Row] = []
    errors = Console(stderr=True)
    with Progress(
        *Progress.get_default_columns()[:2],
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=errors,
        transient=True,
    ) as progress:
        bar = progress.add_task("games", total=games)
        for row in run(plan, processes or os.cpu_count() or 1):
            rows.append(row)
            progress.advance(bar)
    rows.sort(key=lambda row: row.number)
    _show(Console(), rows, plan)
    bad = problems(rows)
    for line in bad[:20]:
        typer.echo(line, err=True)
    if len(bad) > 20:
        typer.echo(f"... and {len(bad) - 20} more.", err=True)
    if bad:
        raise typer.Exit(1)


_of_process: tuple[IslandMap, Plan] | None = None


def _start(plan: Plan) -> None:
    global _of_process
    from vulkar.maps import load
    from vulkar.rules import rulesets

    _of_process = load(rulesets.get(plan.ruleset).map), plan


def _one(number: int) -> Row:
    from vulkar.bots.study import play

    assert _of_process is not None
    return play(*_of_process, number)


def run(plan: Plan, processes: int) -> Iterator[Row]:
    """The rows of a plan as they come; in this process alone where one is enough."""
    if processes == 1 or plan.games == 1:
        _start(plan)
        yield from map(_one, range(plan.games))
        return
    context = multiprocessing.get_context("spawn")
    with context.Pool(min(processes, plan.games), _start, (plan,)) as pool:
        yield from pool.imap_unordered(_one, range(plan.games))


def _show(console: object, rows: list[Row], plan: Plan) -> None:
    from rich.console import Console
    from rich.table import Table

    from vulkar.bots.study import lengths, wilson, wins_of

    assert isinstance(console, Console)
    table = Table(title=f"{len(rows)} games, seed {plan.seed}")
    heads = ("preset", "games", "ended", "cut", "broken", "turns p50", "p99", "max")
    for head in heads:
        table.add_column(head, justify="left" if head == "preset" else "right")
    for preset in sorted({row.preset for row in rows}):
        of = lengths(rows, preset)
        faults = sum(row.broken is not None for row in rows if row.preset == preset)
        cells = (of.games, of.ended, of.cut, faults, of.p50, of.p99, of.longest)
        table.add_row(preset, *map(str, cells))
    console.print(table)
    if len(set(plan.bots)) < 2:
        return
    wins = Table(title="wins, with 95 % intervals")
    for head in ("bot", "wins", "games", "share", "interval"):
        wins.add_column(head, justify="left" if head == "bot" else "right")
    for name, won, ended in wins_of(rows, plan.bots):
        low, high = wilson(won, ended)
        share = f"{won / ended:.3f}" if ended else "-"
        wins.add_row(name, str(won), str(ended), share, f"{low:.3f} to {high:.3f}")
    console.print(wins)
