"""``vulkar rules list`` and ``options``: the games, and every disputed reading with its reasons."""

from __future__ import annotations

from typing import Annotated

import typer

from vulkar.cli.rules_run import run

app = typer.Typer(help="What the rules say, and which readings there are.", no_args_is_help=True)
app.command()(run)


@app.command(name="list")
def games() -> None:
    """List the rulesets: how many can play, on which map, and with which presets."""
    from vulkar.rules import rulesets
    from vulkar.texts import render, text

    for name in rulesets.MODULES:
        rules = rulesets.get(name)
        least, most, _ = rules.seats
        presets = ", ".join(rules.options.presets)
        title = render(text(f"ruleset.{name}"))
        typer.echo(f"{name}: {title}; {least}-{most} seats; map {rules.map}; presets {presets}")


@app.command()
def options(
    ruleset: Annotated[
        str, typer.Option("--ruleset", help="Which game: see vulkar rules list.")
    ] = "classic",
    preset: Annotated[
        str, typer.Option("--preset", help="Only this preset's readings; else all presets.")
    ] = "",
) -> None:
    """List the options: the question, each preset's reading, the others, and why."""
    from vulkar.rules import rulesets
    from vulkar.rules.options import said

    offered = rulesets.get(ruleset).options
    shown = {name: offered.make(name) for name in ([preset] if preset else offered.presets)}
    for name, about in offered.about.items():
        readings = ", ".join(said(c) for c in offered.choices(name))
        typer.echo(f"{name}: {readings}")
        typer.echo(f"    {about.question}")
        for p, chosen in shown.items():
            typer.echo(f"    {p} = {said(getattr(chosen, name))}: {offered.reason(name, p)}")
        endless = ", ".join(said(v) for v in about.may_not_end)
        if endless:
            typer.echo(f"    With {endless} a game may not end.")
        typer.echo(f"    Sources: {about.sources}")
    count = len(offered.about)
    typer.echo(f"{count} options. A scenario sets its own: options = {{ NAME = READING }}")
