"""A table with a real deck: who is asked, what is written down, and what a seat away may say."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from tests.rules.arrange import island
from tests.rules.test_paper_scenes import Scene
from tests.table.quick import QuickIsland, Quiet, Recorder, run
from vulkar.bots import make
from vulkar.errors import VulkarError
from vulkar.rules import Answer, Ask, Refused
from vulkar.rules.chance import Chance
from vulkar.rules.classic import Game, PaperGame
from vulkar.rules.classic.invariants import broken
from vulkar.rules.classic.paper.deck import TOLD
from vulkar.table.amend import amend
from vulkar.table.games import build_game
from vulkar.table.intents import Intents
from vulkar.table.journal import Journal, Setup
from vulkar.table.keeper import InlineKeeper
from vulkar.table.players import BotPlayer, StandingPlayer, TerminalPlayer, ToldPlayer
from vulkar.table.table import Table
from vulkar.table.windows import Windows

SETUP = Setup(
    ruleset="classic",
    preset="anniversary",
    map_id="classic",
    map_sha="0" * 64,
    board_id="classic",
    seed=7,
    seats=("human", "simple", "human"),
    pawns=("red", "blue", "green"),
    options={"items": "both"},
    hands=("paper", "phone", "phone"),
)


class Person:
    """Shows or tells some card that can be; each decision has a generator of its own."""

    def __init__(self, seat: int, stop_after: int = 10**6) -> None:
        self.seat, self.left = seat, stop_after
        self.went_on: list[str] = []
        self.asked: list[str] = []

    async def choose(self, game: Game, ask: Ask) -> Answer:
        self.left -= 1
        if not self.left:
            raise asyncio.CancelledError
        self.asked.append(ask.kind)
        rng = random.Random(f"{self.seat}/{ask.number}")
        can = [v for v in ask.legal if game.objection(self.seat, v) is None]
        return rng.choice(can)

    async def go_on(self, game: Game, choice: str) -> None:
        self.went_on.append(choice)


def table_at(path: Path, persons: list[Person], window_s: float = 0.0) -> Table:
    journal = Journal.open(path) if path.exists() else Journal.create(path, SETUP)
    game, opening = build_game(island(), journal.setup)
    told = sum(row.asker == 1 and row.kind not in TOLD for row in journal.answers())
    bot = BotPlayer(lambda rng: make("simple", rng, "classic"), 1, SETUP.seed, told)
    table = Table(
        game=game,
        opening=opening,
        map=island(),
        island=QuickIsland(island(), len(journal.answers())),
        people=Quiet(),
        players=[persons[0], ToldPlayer(bot, persons[1]), persons[2]],
        chance=Chance(SETUP.seed),
        journal=journal,
        keeper=InlineKeeper(),
        clock_us=lambda: 0,
        watcher=Recorder(),
        window_s=window_s,
    )
    table.restore()
    return table


def people(stop_after: int = 10**6) -> list[Person]:
    return [Person(seat, stop_after) for seat in range(3)]


def play(table: Table, turns: int) -> None:
    async def main() -> None:
        while table.game.ask is not None and table.game.s.turns < turns:
            await table.step(table.game.ask)

    run(main())


def test_a_game_with_a_real_deck_is_written_down_and_taken_up_again(tmp_path: Path) -> None:
    whole = table_at(tmp_path / "a", people())
    play(whole, 30)
    broken_off = table_at(tmp_path / "b", people(stop_after=12))
    with pytest.raises(asyncio.CancelledError):
        play(broken_off, 30)
    broken_off.journal.close()
    again = table_at(tmp_path / "b", people())
    assert isinstance(again.game, PaperGame)
    assert (again.game.s.key(), again.game.ask) == (broken_off.game.s.key(), broken_off.game.ask)
    written = len(again.journal.answers())
    assert [row.value for row in again.journal.answers()] == [
        row.value for row in whole.journal.answers()[:written]
    ]
    play(again, 40)
    assert len(again.journal.answers()) > written


def test_the_journal_holds_who_told_which_card_and_no_draw_of_chance(tmp_path: Path) -> None:
    table = table_at(tmp_path / "a", people())
    play(table, 40)
    rows = table.journal.answers()
    assert {row.asker for row in rows if row.kind == "drew"} == {1, 2}
    assert all(row.kind != "draw" for row in rows)
    table.journal.close()
    assert Journal.open(tmp_path / "a").setup == SETUP


def test_a_changed_word_about_a_card_does_not_replay(tmp_path: Path) -> None:
    table = table_at(tmp_path / "a", people())
    play(table, 5)
    row = next(row for row in table.journal.answers() if row.kind == "drew")
    other = '["drew","reroll"]' if row.value != ["drew", "reroll"] else '["drew","double"]'
    table.journal._db.execute("UPDATE answer SET value = ? WHERE number = ?", (other, row.number))
    table.journal._db.commit()
    table.journal.close()
    with pytest.raises(VulkarError) as info:
        table_at(tmp_path / "a", people())
    assert info.value.code == "journal.diverged"


def test_a_card_that_was_told_wrongly_is_amended(tmp_path: Path) -> None:
    table = table_at(tmp_path / "a", people())
    play(table, 20)
    rows = table.journal.answers()
    game, opening = build_game(island(), SETUP)
    kept = 0
    for row in (row for row in rows if row.kind == "drew"):
        value = ["drew", "back_2" if row.value != ["drew", "back_2"] else "back_1"]
        try:
            amended = amend(game, opening, rows, Chance(SETUP.seed).answer, row.number, value)
        except Refused as no:
            assert no.rule.startswith("C86.paper.")  # that one cannot have been it either
            continue
        assert amended.rows[0].value == value and broken(amended.game) is None
        kept += len(amended.rows) > 5
    assert kept > 2, "what does not hang on that card is kept"


def test_a_program_is_never_asked_which_real_card_it_has(tmp_path: Path) -> None:
    persons = people()
    table = table_at(tmp_path / "a", persons)
    play(table, 40)
    assert set(persons[1].asked) <= TOLD and persons[1].asked
    assert not set(persons[0].asked) & TOLD, "nor is a person with paper cards"


def test_at_a_held_table_a_real_card_is_waited_for_on_paper_and_on_phones(tmp_path: Path) -> None:
    persons = people()
    table = table_at(tmp_path / "a", persons, window_s=4.0)
    table.players = [StandingPlayer(table.intents, player) for player in table.players]
    play(table, 15)
    assert "draw" in persons[0].went_on and "draw" not in persons[2].went_on
    assert "drew" in persons[2].asked and "drew" not in persons[0].asked
    opened = [e.data for _, e in table.watcher.told if e.kind == "choice_opened"]  # type: ignore[attr-defined]
    assert {d["seat"] for d in opened if d["choice"] == "draw"} == {0, 1, 2}


def test_a_standing_intent_that_cannot_be_is_refused_when_it_is_said() -> None:
    scene = Scene(
        ("red",),
        active="blue",
        hands={"red": ["fireball"], "blue": ["double"], "green": ["take_card"] * 4},
    )
    intents = Intents()

    async def nothing(*args: Any) -> None: ...

    windows = Windows(4.0, intents, lambda n, e: None, nothing, nothing, scene.g)

    async def main() -> None:
        held = asyncio.ensure_future(windows.hold(scene.g, ()))
        await asyncio.sleep(0)
        assert ["play", "take_card", "blue"] in intents.offers(0)
        with pytest.raises(Refused) as info:
            intents.say(0, intents.window, ["play", "take_card", "blue"])
        assert info.value.rule == "C86.paper.elsewhere"
        intents.say(0, intents.window, ["play", "fireball"])
        await held

    run(main())
    scene.say("green", ["pass"])
    assert scene.g.ask is not None and intents.answer(scene.g.ask) == ["play", "fireball"]


def test_at_a_terminal_a_card_that_cannot_be_is_asked_again() -> None:
    scene = Scene(("red",), hands={"red": ["ahead_4"], "blue": ["double"] * 4})
    ask = scene.g.ask
    assert ask is not None
    shown: list[str] = []
    lines = [ask.legal.index(["play", "double"]) + 1, ask.legal.index(["roll"]) + 1]

    async def read(prompt: str) -> str:
        return str(lines.pop(0))

    async def main() -> None:
        player = TerminalPlayer(0, shown.append, read, lambda game, seat: "", {})
        assert await player.choose(scene.g, ask) == ["roll"]

    run(main())
    assert any("somewhere else" in line for line in shown)
