"""``vulkar fire``: pulls a seat's trigger from a terminal, wherever that is."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from vulkar.errors import VulkarError
from vulkar.texts import error_texts, render

if TYPE_CHECKING:
    from vulkar.client.tells import Text

STDIN: Final = "-"


def fire(
    table: Annotated[
        str, typer.Option("--table", help="The table's address: http://volcano.local:8080")
    ],
    seat_key: Annotated[
        str | None,
        typer.Option(
            "--seat-key",
            envvar="VULKAR_SEAT_KEY",
            show_envvar=False,
            help="The last part of the seat's join link; - reads it from standard input. "
            "[VULKAR_SEAT_KEY]",
        ),
    ] = None,
    wait_s: Annotated[
        float, typer.Option("--wait", min=0, help="How many seconds to wait for the seat's turn.")
    ] = 600,
) -> None:
    """Fire a seat's fireball as soon as its trigger is live, and say how it went.

    The seat is claimed with its key; the session is kept for the next time. A key on the command
    line stands in the shell's history: VULKAR_SEAT_KEY or --seat-key - keep it out.
    """
    key = sys.stdin.readline().strip() if seat_key == STDIN else (seat_key or "").strip()
    key = key.rpartition("/")[2]  # the whole link will do
    if not key:
        raise VulkarError("fire.key")
    from vulkar.client.transport import TableError

    try:
        asyncio.run(_fire(table, key, wait_s))
    except TableError as error:
        _complain(error.code, error.params)
        sys.exit(1)
    print("Fired: the marble is on its way.")


async def _fire(url: str, key: str, wait_s: float) -> None:
    from vulkar.cli.saved_sessions import SavedSessions
    from vulkar.client import TableClient
    from vulkar.client.firing import fire_when_live

    saved = SavedSessions.here()
    async with TableClient(url, saved.get(url, key)) as table:
        seat = await table.sit(key)
        if table.credential is not None:
            saved.put(url, key, table.credential)
        await fire_when_live(table, seat, wait_s, _waits_for)


def _waits_for(reason: Text) -> None:
    print(f"Waiting: {render(error_texts(reason.code, reason.params).what)}", flush=True)


def _complain(code: str, params: dict[str, Any]) -> None:
    what, cause, todo = map(render, error_texts(code, params))
    print(f"error: {what}\n       {cause}\n       {todo}\n       ({code})", file=sys.stderr)
