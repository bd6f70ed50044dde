"""A served game that stands where a test wants it: its journal is written, then taken up."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.pages.house import House
from vulkar.maps import IslandMap
from vulkar.rules import CHANCE, WORLD, Ask, Event
from vulkar.rules.chance import Chance
from vulkar.rules.classic import Game
from vulkar.table.files import SIDES
from vulkar.table.games import build_game, load_map
from vulkar.table.journal import AnswerRow, Journal, Setup
from vulkar.table.replaying import chained

MOST = 400  # answers of a game, and seeds that are tried

Wanted = Callable[[Game, Ask], bool]


def prepare(house: House, wanted: Wanted, window_s: float = 1.0, **terms: Any) -> list[str]:
    """A game of two people that waits at the first question that is ``wanted``; their sessions."""
    keys = house.new_table(window_s=window_s, **terms)
    sessions = [house.sit(keys[seat]) for seat in sorted(keys)]
    house.does(sessions[0], "table/start")
    number = house.state()["table"]["number"]
    path = house.table.data / "games" / f"{number:04}.journal"
    until(lambda: path.exists())
    house.table.stop(hard=True)
    journal = Journal.read(path)
    setup = journal.setup
    journal.close()
    for side in ("", *SIDES):
        Path(f"{path}{side}").unlink(missing_ok=True)
    _write(path, setup, wanted)
    house.table.start()
    until(lambda: _there(house))
    return sessions


def _there(house: House) -> bool:
    try:
        return bool(house.state()["table"]["active"] is not None)
    except (AssertionError, KeyError):
        return False


def _write(path: Path, setup: Setup, wanted: Wanted) -> None:
    island = load_map(setup)
    for seed in range(MOST):
        trial = replace(setup, seed=seed)
        rows = _play(island, trial, wanted)
        if rows is not None:
            journal = Journal.create(path, trial)
            for row in rows:
                journal.add_answer(row)
            journal.close()
            return
    raise AssertionError("no seed leads there")


def _play(island: IslandMap, setup: Setup, wanted: Wanted) -> list[AnswerRow] | None:
    """The answers until the question: everybody walks on, and plays no card."""
    game, opening = build_game(island, setup)
    chance, chain = Chance(setup.seed), chained("", opening)
    rows: list[AnswerRow] = []
    for t_us in range(MOST):
        ask = game.ask
        if ask is None or ask.asker == WORLD:
            return None
        if ask.asker != CHANCE and wanted(game, ask):
            return rows
        value = chance.answer(ask) if ask.asker == CHANCE else _plainest(ask)
        events: list[Event] = []
        game.answer(ask.number, value, events.append)
        chain = chained(chain, events)
        rows.append(AnswerRow(ask.number, ask.asker, ask.kind, value, t_us, chain))
    return None


def _plainest(ask: Ask) -> object:
    words = [value[0] for value in ask.legal]
    plain = next((w for w in ("pass", "roll", "end_turn", "token", "move") if w in words), words[0])
    return ask.legal[words.index(plain)]


def until(true: Callable[[], bool], within_s: float = 20.0) -> None:
    """Waits for something outside of the browser."""
    end = time.monotonic() + within_s
    while not true():
        assert time.monotonic() < end, "it did not come to be"
        time.sleep(0.05)


@contextlib.contextmanager
def hands(house: House, touched: tuple[str, ...] = ()) -> Iterator[None]:
    """Somebody at the board who says yes to everything; a marble touches the ``touched`` pawns."""
    stop = threading.Event()
    done: set[int] = set()

    def work() -> None:
        while not stop.wait(0.15):
            with contextlib.suppress(AssertionError, OSError):
                board = (house.state()["table"] or {}).get("board") or {}
                for question in board.get("questions", ()):
                    if question["number"] not in done:
                        roll = {"left": True, "touched": list(touched), "home": True}
                        value = True if question["answer"] == "yes_no" else roll
                        word = {"number": question["number"], "value": value}
                        house.marshal_does("word", word)
                        done.add(question["number"])

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(10)


def act_with(card: str, seat: int = 0, also: str = "") -> Wanted:
    """The seat's turn before its roll, with a card that it may play (and another in its hand)."""

    def found(game: Game, ask: Ask) -> bool:
        words = [value[:2] for value in ask.legal]
        if ask.asker != seat or ["roll"] not in words or ["play", card] not in words:
            return False
        return not also or also in game.view(seat).visible["hand"]

    return found


def window_with(card: str, seat: int = 0) -> Wanted:
    """A window in which the seat may play a card."""

    def found(game: Game, ask: Ask) -> bool:
        plays = [value[1] for value in ask.legal if value[0] == "play"]
        return ask.asker == seat and ask.kind == "respond" and card in plays

    return found
