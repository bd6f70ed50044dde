"""``vulkar sim faults``: the whole stack under faults, and what became of each release."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

if TYPE_CHECKING:
    from vulkar.sim.faults.run import Outcome

_WORDS = {
    "runs": "runs",
    "frames": "frames",
    "frames_damaged": "frames damaged",
    "releases_asked": "releases asked",
    "done_once": "done once",
    "jammed_and_told": "jammed, and told so",
    "unknown": "unknown, a person was asked",
    "unknown_without_reboot": "unknown without a reboot (must be 0)",
    "done_twice": "done twice (must be 0)",
    "lost": "lost (must be 0)",
    "laid_before_an_open_gate": "laid by hand before a gate that a reset left open",
    "latches_cleared_by_people": "latched faults that people looked at and cleared",
    "hosts_started_again_by_hand": "hosts started again by hand",
}


def faults(
    runs: Annotated[int, typer.Option("--runs", min=1, help="How many runs.")] = 100,
    seed: Annotated[
        int, typer.Option("--seed", help="Of the first run; the next ones count on from it.")
    ] = 1,
    processes: Annotated[
        int, typer.Option("--processes", min=1, help="Shared by so many. [the cores]")
    ] = os.cpu_count() or 1,
    as_json: Annotated[bool, typer.Option("--json", help="The result as JSON on stdout.")] = False,
) -> None:
    """Let marbles go through cables that lie, pulled plugs, host crashes and reboots.

    Each run is the real host stack and the real firmware in virtual time, with two releases. What
    is counted are the marbles of the simulated world, not what either end believes.
    """
    from vulkar.cli.seats import check_seed
    from vulkar.sim.faults.campaign import problems, run_campaign, tabulate

    check_seed(seed)
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        bar = progress.add_task("runs", total=runs)

        def done(outcome: Outcome) -> None:
            progress.advance(bar)
            if outcome.trouble:
                again = f"vulkar sim faults --runs 1 --seed {outcome.seed}"
                typer.echo(f"{again}: {'; '.join(outcome.trouble)}", err=True)

        result = tabulate(run_campaign(seed, runs, processes, done))
    if as_json:
        typer.echo(json.dumps(result, indent=1))
    else:
        _show(result)
    if problems(result):
        raise typer.Exit(1)


def _show(result: dict[str, Any]) -> None:
    for name, words in _WORDS.items():
        value = result[name]
        share = f"  ({result['unknown_share']:.2%})" if name == "unknown" else ""
        typer.echo(f"{words:52} {value:9}{share}")
    struck = ", ".join(f"{count} {what}" for what, count in result["struck"].items())
    typer.echo(f"{'besides damaged frames':52} {struck or 'nothing':>9}")
