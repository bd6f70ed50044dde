"""Writes the reference pages that come from code. ``python -m tests.docs.generate``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import click
import typer

from tests.docs.api_page import api_page
from tests.docs.authority_table import authority_page
from tests.docs.configuration_page import configuration_page
from tests.docs.detection_page import detection_page, detection_svg
from tests.docs.faults_page import faults_page
from tests.docs.flows_page import flows_page
from tests.docs.options_page import options_page
from tests.docs.rules_page import RULESETS, rules_page
from vulkar.cli.app import app
from vulkar.cli.lazy import LazyCommand
from vulkar.errors import CATALOGUE

ROOT = Path(__file__).resolve().parents[2]
REFERENCE = ROOT / "docs" / "reference"


def errors_page() -> str:
    lines = [
        "# Errors",
        "",
        "Every error that a person can meet, as the command line prints it. Words in braces are",
        "filled in. The command ends with exit code 1. Generated from `host/vulkar/errors.toml`.",
        "",
        "| code | what | likely cause | what to do |",
        "|---|---|---|---|",
    ]
    for code, entry in sorted(CATALOGUE.items()):
        cells = [text.replace("|", "\\|").replace("\n", " ") for text in entry]
        lines.append(f"| `{code}` | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def cli_page() -> str:
    lines = [
        "# Command line",
        "",
        "Generated from the program's own help. A wrong option ends with exit code 2, any other",
        "error with exit code 1 and an entry of [the error catalogue](errors.md).",
    ]
    for path, command in _commands(typer.main.get_command(app), "vulkar"):
        lines += ["", f"## `{path}`", "", (command.help or "").strip()]
        rows = list(_parameters(command))
        if rows:
            lines += ["", "| | |", "|---|---|", *rows]
    return "\n".join(lines) + "\n"


def _commands(command: click.Command, path: str) -> Iterator[tuple[str, click.Command]]:
    if isinstance(command, LazyCommand):
        command = command.load()
    subcommands = getattr(command, "commands", None)
    if subcommands is None:
        yield path, command
        return
    for name, subcommand in subcommands.items():
        yield from _commands(subcommand, f"{path} {name}")


def _parameters(command: click.Command) -> Iterator[str]:
    for parameter in command.params:
        if parameter.name == "help":
            continue
        names = ", ".join(f"`{option}`" for option in parameter.opts)
        if parameter.param_type_name == "argument":
            names = f"`{(parameter.name or '').upper()}`"
        yield f"| {names} | {getattr(parameter, 'help', '') or ''} |"


PAGES: dict[str, Callable[[], str]] = {
    "api.md": api_page,
    "errors.md": errors_page,
    "cli.md": cli_page,
    "configuration.md": configuration_page,
    "detection.md": detection_page,
    "../images/detection.svg": detection_svg,
    "../explanation/security.md": authority_page,
    "faults.md": faults_page,
    "flows.md": flows_page,
    "options.md": options_page,
    **{f"../rules/{name}.md": partial(rules_page, name) for name in RULESETS},
}

if __name__ == "__main__":
    for name, page in PAGES.items():
        (REFERENCE / name).write_text(page(), encoding="utf-8")
        print(f"wrote docs/reference/{name}")
