"""``vulkar``: its commands (see commands.toml), and the one place where an error meets a person."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import typer

from vulkar.cli.lazy import Listed, group_of
from vulkar.errors import VulkarError

SIM_MODULES = frozenset({"mujoco", "numpy", "scipy", "PIL"})
LIST = Path(__file__).with_name("commands.toml")
COMMANDS = tuple(
    Listed(name, panel, f"vulkar.cli.{where}", says)
    for name, (panel, where, says) in tomllib.loads(LIST.read_text("utf-8")).items()
)

app = typer.Typer(
    name="vulkar",
    cls=group_of(COMMANDS),
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)


@app.callback()
def vulkar() -> None:
    """Plays volcano island games on a motorised board, or on a simulated one."""


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
