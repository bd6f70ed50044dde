"""``vulkar map check`` and ``vulkar map draw``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(help="Check and draw the map of an island.", no_args_is_help=True)


@app.command()
def check(file: Annotated[Path, typer.Argument(help="The map file (TOML).")]) -> None:
    """Say all that is wrong with a map file, each with its line or id."""
    from vulkar.maps import check_file, load

    problems = check_file(file)
    for problem in problems:
        typer.echo(f"{file}, {problem}", err=True)
    if problems:
        typer.echo(f"{file}: {len(problems)} problem(s).", err=True)
        raise typer.Exit(1)
    island_map = load(file)
    typer.echo(
        f"{file}: {island_map.name} is sound: {len(island_map.spaces)} spaces,"
        f" {len(island_map.links)} links, {len(island_map.routes)} routes."
    )


@app.command()
def draw(
    file: Annotated[Path, typer.Argument(help="The map file (TOML).")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The SVG file to write.")],
) -> None:
    """Draw a map file as SVG."""
    from vulkar.errors import VulkarError
    from vulkar.maps import draw_svg, load

    svg = draw_svg(load(file))
    try:
        output.write_text(svg, encoding="utf-8")
    except OSError as exc:
        raise VulkarError("file.unwritable", path=output, reason=exc.strerror) from exc
    typer.echo(f"Drew {file} to {output}.")
