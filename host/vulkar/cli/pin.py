"""``vulkar pin reset``: the marshal's PIN, from the shell of the computer at the board."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path
from typing import Annotated

import typer

from vulkar.errors import VulkarError

HOUSE = Path(".vulkar") / "house"
ANSWER_S = 5.0

app = typer.Typer(help="The marshal's PIN.", no_args_is_help=True)


@app.callback()
def pin() -> None:
    """The marshal's PIN."""


@app.command()
def reset(
    data: Annotated[
        Path, typer.Option("--data", help="The house's folder, as given to vulkar serve.")
    ] = HOUSE,
) -> None:
    """Make a new PIN and show it; the old one and every marshal's session end.

    A game that runs goes on.
    """
    from vulkar.service.house import SCHEMAS
    from vulkar.service.pin import new_pin
    from vulkar.service.store import Store
    from vulkar.table.keeper import InlineKeeper

    path = data / "house.sqlite"
    if not path.is_file():
        raise VulkarError("house.missing", path=path)
    store = Store.open(path, InlineKeeper(), SCHEMAS)
    try:
        print(f"Marshal's PIN: {asyncio.run(new_pin(store))}")
    finally:
        store.close()
    _tell(data / "table.sock")


def _tell(path: Path) -> None:
    """Has a running table look at once. Without one there is nobody to tell."""
    from vulkar import unixsocket
    from vulkar.service.messages import Client, Request, encode

    request = Request(1, "pin.changed", None, Client("", local=True))
    try:
        with socket.socket(socket.AF_UNIX) as table:
            table.settimeout(ANSWER_S)
            unixsocket.connect(table, path)
            table.sendall(encode(request))
            answered = table.recv(1)
    except (FileNotFoundError, ConnectionRefusedError):
        return
    except OSError as exc:
        raise VulkarError("pin.untold", reason=exc) from exc
    if not answered:
        raise VulkarError("pin.untold", reason="it closed the connection")
