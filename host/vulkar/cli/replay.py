"""``vulkar replay JOURNAL``: the same game again, from its answers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from vulkar.cli.options import Language


def replay(
    journal: Annotated[Path, typer.Argument(help="The journal that vulkar play printed.")],
    to: Annotated[
        int | None, typer.Option("--to", min=0, help="Stop before this question number.")
    ] = None,
    lang: Language = "en",
) -> None:
    """Show a game again from its journal, and prove that it comes out the same."""
    from vulkar.cli.watchers import Terminal
    from vulkar.rules import Event, rulesets
    from vulkar.rules.chance import Chance
    from vulkar.table.games import build_game, ended, load_map
    from vulkar.table.journal import Journal
    from vulkar.table.replaying import replay as feed
    from vulkar.texts import render, text

    kept = Journal.read(journal)
    try:
        setup = kept.setup
        island_map = load_map(setup)
        game, opening = build_game(island_map, setup)
        console = Console()
        # Hands stay hidden until the game is over.
        over = ended(kept, island_map)
        seats = frozenset(range(len(setup.seats)) if over else ())
        watcher = Terminal(console, island_map, rulesets.of(game), seats, lang)

        def hear(number: int, events: list[Event]) -> None:
            for event in events:
                watcher.event(number, event)

        hear(0, opening)
        feed(game, opening, kept, Chance(setup.seed), hear, to)
        if game.ask is not None:
            stopped = text("terminal.stopped", number=game.ask.number, kind=game.ask.kind)
            console.print(render(stopped, lang))
        console.print(render(text("terminal.sha", sha=kept.sha256()), lang), highlight=False)
    finally:
        kept.close()
