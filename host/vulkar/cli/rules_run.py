"""``vulkar rules run``: plays a scenario and says what comes of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def run(file: Annotated[Path, typer.Argument(help="The scenario file (TOML).")]) -> None:
    """Play a scenario file: print state and events as JSON, and what is not as expected.

    Ends with exit code 1 where an answer is refused that the file does not expect to be
    refused, or where something does not come out as it expects. docs/reference/scenarios.md
    describes the file.
    """
    import json

    from vulkar.rules.scenario import scenarios_for

    scenarios = scenarios_for(file)
    out = scenarios.run(scenarios.load(file))
    typer.echo(json.dumps(scenarios.as_json(out), indent=2, ensure_ascii=False))
    told = []
    for line, no in out.refused:
        said = line.text.split("|")[0].strip()
        typer.echo(f"{file}, line {line.number}: {said}", err=True)
        typer.echo(f"    is refused: {no.why} ({no.rule})", err=True)
        if line.refused is None:
            told.append(f"line {line.number}, ")
    for difference in out.differs:
        if not difference.startswith(tuple(told)):
            typer.echo(f"{file}: {difference}", err=True)
    if not out.held:
        raise typer.Exit(1)
