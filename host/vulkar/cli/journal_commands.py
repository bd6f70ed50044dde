"""``vulkar journal``: copy a game, write it out, look at its numbers, set a broken file aside."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from vulkar.errors import VulkarError

if TYPE_CHECKING:
    from vulkar.table.journal import Journal

app = typer.Typer(help="Games on disk: copy them, write them out, set a broken one aside.",
                  no_args_is_help=True)  # fmt: skip

File = Annotated[
    Path | None, typer.Argument(metavar="[FILE]", help="The journal. [the newest]", exists=False)
]


@app.command()
def backup(
    file: File = None,
    to: Annotated[
        Path | None, typer.Argument(metavar="[TO]", help="The copy. [FILE.backup-DATE]")
    ] = None,
) -> None:
    """Copy a game's journal, also while the game goes on; the copy is a journal of its own."""
    from vulkar.table.files import free_name
    from vulkar.table.journal import Journal

    path = _chosen(file)
    stamp = time.strftime("%Y%m%d-%H%M%S")
    target = to or free_name(path.with_name(f"{path.name}.backup-{stamp}"))
    journal = Journal.read(path)
    try:
        journal.copy(target)
    finally:
        journal.close()
    _say(f"Copy of {path}: {target}")


@app.command()
def export(
    file: File = None,
    everything: Annotated[
        bool,
        typer.Option("--all", help="Hands, seed and answers, too: only if no game is spoilt."),
    ] = False,
) -> None:
    """Write a game as JSON lines: what everybody at the table knew.

    No hands, no seed, no keys. With --all the whole journal, of a game that is over or whose
    players all sit at this computer.
    """
    from vulkar.table.export import all_lines, public_lines
    from vulkar.table.games import ended, load_map
    from vulkar.table.journal import Journal

    path = _chosen(file)
    journal = Journal.read(path)
    try:
        island_map = load_map(journal.setup)
        if everything and _served(path, journal) and not ended(journal, island_map):
            raise VulkarError("journal.secret", path=path)
        for row in all_lines(journal) if everything else public_lines(journal, island_map):
            sys.stdout.write(json.dumps(row, sort_keys=True, ensure_ascii=False) + "\n")
    finally:
        journal.close()


@app.command("set-aside")
def set_aside(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The journal that is broken.")],
) -> None:
    """Rename a journal that cannot be read, so that a new game can take its place."""
    from vulkar.table.aside import set_aside as rename

    _say(f"{file} is now {rename(file, time.strftime('%Y%m%d-%H%M%S'))}")


def _chosen(file: Path | None) -> Path:
    from vulkar.cli.journals import GAMES, newest_journal

    found = file or newest_journal()
    if found is None:
        raise VulkarError("journal.missing", path=GAMES)
    return found


def _served(path: Path, journal: Journal) -> bool:
    """Whether people played it on devices of their own: it lies in a house, or phones answered."""
    house = path.absolute().parent.parent / "house.sqlite"
    return house.exists() or any(row.said is not None for row in journal.answers())


def _say(text: str) -> None:
    Console().print(text, highlight=False, soft_wrap=True)
