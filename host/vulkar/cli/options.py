"""Options that several commands have, each declared once."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

SimToPlayOn: TypeAlias = Annotated[
    bool, typer.Option("--sim", help="Play on the simulated island.")
]
PortToPlayOn: TypeAlias = Annotated[
    str | None, typer.Option("--port", help="Play on a board: its serial port, or auto to find it.")
]
ByHand: TypeAlias = Annotated[
    bool, typer.Option("--manual", help="Play without electronics: people aim, roll and report.")
]
BoardName: TypeAlias = Annotated[
    str, typer.Option("--board", help="The board: a name, or a file that describes it.")
]
PortToLookAt: TypeAlias = Annotated[
    str | None, typer.Option("--port", help="The board's serial port, or auto.")
]
PanelFile: TypeAlias = Annotated[
    str | None, typer.Option("--panel", help="The panel on this Pi's pins: a name, or its file.")
]
Language: TypeAlias = Annotated[str, typer.Option("--lang", help="The language: en or de.")]
