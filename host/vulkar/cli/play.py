"""``vulkar play``: one game, on the simulated island or on a real board."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from vulkar.cli.files import check_output
from vulkar.cli.options import BoardName, ByHand, PanelFile, PortToPlayOn, SimToPlayOn
from vulkar.cli.seats import check_seed, default_seats, parse_hands, parse_seats, settle_effort
from vulkar.errors import VulkarError


def play(
    sim: SimToPlayOn = False,
    port: PortToPlayOn = None,
    manual: ByHand = False,
    seed: Annotated[int | None, typer.Option("--seed", help="Decides every chance. [1]")] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            "--seats",
            help="Who plays: human or a bot, as in 1=human,2=simple,3=search:N. [three bots]",
        ),
    ] = None,
    hands: Annotated[
        str | None,
        typer.Option("--hands", help="Whose cards are real: 1=paper,3=paper. [all on the screen]"),
    ] = None,
    ruleset: Annotated[
        str | None, typer.Option("--ruleset", help="Which game: see vulkar rules list. [classic]")
    ] = None,
    preset: Annotated[
        str, typer.Option("--preset", help="The rulebook: anniversary or classic86. [its first]")
    ] = "",
    option: Annotated[
        list[str] | None,
        typer.Option("--option", help="A reading, NAME=READING; vulkar rules options lists them."),
    ] = None,
    realtime: Annotated[
        bool, typer.Option("--realtime", help="With --sim: at the speed of a real board.")
    ] = False,
    journal: Annotated[
        Path | None,
        typer.Option("--journal", help="Journal file; an unfinished one goes on in the same turn."),
    ] = None,
    new: Annotated[
        bool, typer.Option("--new", help="Start anew even if the journal file exists.")
    ] = False,
    picture: Annotated[
        Path | None, typer.Option("--picture", help="Draw the island at the end (PNG).")
    ] = None,
    board_name: BoardName = "classic",
    panel_file: PanelFile = None,
    json_lines: Annotated[
        bool, typer.Option("--json", help="Only JSON lines on stdout; the rest on stderr.")
    ] = False,
) -> None:
    """Play one game to its winner.

    The journal is written before the board moves: stop at any time, and go on with --journal.
    """
    if sim + (port is not None) != 1 and not (manual and port is None):
        raise VulkarError("play.where")
    if manual and (port is not None or realtime or panel_file is not None):
        raise VulkarError("play.manual")
    if panel_file is not None and sim and not realtime:
        raise VulkarError("panel.lockstep")
    from vulkar.rules import rulesets

    rules = rulesets.get(ruleset or rulesets.DEFAULT)
    kinds = parse_seats(seats if seats is not None else default_seats(rules), rules)
    hands_held = parse_hands(hands, kinds, rules) if hands is not None else ()
    kinds = settle_effort(kinds, rules, time.monotonic)  # journalled as a number of playouts
    seed_used = check_seed(seed if seed is not None else 1)

    from vulkar.cli.game import drop_if_empty, open_journal, refuse_finished
    from vulkar.cli.session import Session
    from vulkar.cli.summary import summary
    from vulkar.devices.board import load_board
    from vulkar.devices.board_in_use import BoardInUse
    from vulkar.devices.calibration import load_calibrated
    from vulkar.devices.panel_file import load_panel
    from vulkar.maps import load
    from vulkar.table.games import map_sha
    from vulkar.table.journal import Setup

    preset = preset or rules.options.first
    options = rules.options.parse(preset, option or [])
    used = BoardInUse(board_name, load_calibrated if port is not None else load_board)
    board = used.board
    panel = load_panel(panel_file) if panel_file is not None else None
    island_map = load(board.map)
    wanted = Setup(
        ruleset=rules.name,
        preset=preset,
        map_id=board.map,
        map_sha=map_sha(island_map),
        board_id=board.id,
        seed=seed_used,
        seats=kinds,
        pawns=rules.seats.names[: len(kinds)],
        options=options,
        hands=hands_held,
    )
    explicit: dict[str, object] = {"board_id": wanted.board_id, "map_sha": wanted.map_sha}
    if seed is not None:
        explicit["seed"] = seed_used
    if ruleset is not None:
        explicit["ruleset"] = rules.name
    if seats is not None:
        explicit["seats"] = kinds
    if hands is not None:
        explicit["hands"] = hands_held
    if option:
        explicit["options"] = options
    check_output(picture)
    kept = open_journal(journal, new, wanted, explicit)
    console = Console(file=sys.stderr if json_lines else sys.stdout)
    try:
        refuse_finished(kept, island_map)
        console.print(f"Journal {kept.path}", highlight=False, soft_wrap=True)
        session = Session(kept, island_map, board, console, json_lines, panel, used)
        began = time.monotonic()  # for the summary only: nothing in the game reads it
        if manual and not sim:
            session.run_manual()
        elif sim and not realtime:
            session.run_lockstep(by_hand=manual)
        elif sim:
            session.run_realtime_sim()
        else:
            assert port is not None
            session.run_on_port(port)
        summary(session, time.monotonic() - began, picture)
    except KeyboardInterrupt:
        console.print(f"Stopped. The game goes on with --journal {kept.path}", soft_wrap=True)
        raise typer.Exit(130) from None
    finally:
        drop_if_empty(kept)
