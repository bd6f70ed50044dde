"""``vulkar``: the list of commands, and the one place where an error meets a person."""

from __future__ import annotations

import sys

import typer

from vulkar.cli import (
    calibrate,
    config_commands,
    doctor,
    firmware,
    map_commands,
    monitor,
    pi_commands,
    play,
    replay,
    report,
    rules_commands,
    rules_run,
    sim_commands,
    study,
    version,
)
from vulkar.errors import VulkarError

SIM_MODULES = frozenset({"mujoco", "numpy", "scipy", "PIL"})

app = typer.Typer(
    name="vulkar",
    help="Plays volcano island games on a motorised board, or on a simulated one.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)
app.command("play", rich_help_panel="Play")(play.play)
app.command("replay", rich_help_panel="Play")(replay.replay)
app.command("study", rich_help_panel="Play")(study.study)
app.command("doctor", rich_help_panel="Board")(doctor.doctor)
app.command("monitor", rich_help_panel="Board")(monitor.monitor)
app.command("calibrate", rich_help_panel="Board")(calibrate.calibrate)
app.add_typer(config_commands.app, name="config", rich_help_panel="Board")
app.add_typer(firmware.app, name="firmware", rich_help_panel="Board")
app.command("report", rich_help_panel="Board")(report.report)
app.add_typer(sim_commands.app, name="sim", rich_help_panel="Board")
app.add_typer(pi_commands.app, name="pi", rich_help_panel="Board")
app.add_typer(map_commands.app, name="map", rich_help_panel="Board")
rules_commands.app.command("run")(rules_run.run)
app.add_typer(rules_commands.app, name="rules", rich_help_panel="Play")
app.command("version", rich_help_panel="About")(version.version)


def main() -> None:
    """Runs the command line; a ``VulkarError`` ends it with its catalogue entry and exit code 1."""
    try:
        try:
            app()
        except ImportError as missing:
            if (missing.name or "").split(".")[0] not in SIM_MODULES:
                raise
            raise VulkarError("sim.missing", module=missing.name) from missing
    except VulkarError as error:
        print(f"error: {error.what}", file=sys.stderr)
        print(f"       {error.cause}", file=sys.stderr)
        print(f"       {error.todo}", file=sys.stderr)
        print(f"       ({error.code})", file=sys.stderr)
        sys.exit(1)
