"""``vulkar rules options``: every disputed reading, its defaults and their reasons."""

from __future__ import annotations

from typing import Annotated

import typer

from vulkar.cli.rules_run import run

app = typer.Typer(help="What the rules say, and which readings there are.", no_args_is_help=True)
app.command()(run)


@app.command()
def options(
    preset: Annotated[
        str, typer.Option("--preset", help="Only this preset's readings; else all presets.")
    ] = "",
) -> None:
    """List the options: the question, each preset's reading, the others, and why."""
    from vulkar.rules.classic.options import ABOUT, PRESETS, choices, make_options, said

    shown = {name: make_options(name) for name in ([preset] if preset else PRESETS)}
    for name, about in ABOUT.items():
        values = {p: getattr(o, name) for p, o in shown.items()}
        readings = ", ".join(said(c) for c in choices(name))
        typer.echo(f"{name}: {readings}")
        typer.echo(f"    {about.question}")
        for p, value in values.items():
            differs = value != getattr(PRESETS["anniversary"], name)
            reason = about.classic86 if differs and about.classic86 else about.reason
            typer.echo(f"    {p} = {said(value)}: {reason}")
        endless = ", ".join(said(v) for v in about.may_not_end)
        if endless:
            typer.echo(f"    With {endless} a game may not end.")
        typer.echo(f"    Sources: {about.sources}")
    typer.echo(f"{len(ABOUT)} options. A scenario sets its own: options = {{ NAME = READING }}")
