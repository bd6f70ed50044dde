"""What a seat's pauses, tasks and views tell of another's hand: nothing.

Two games that differ only in what one seat may not know are played at tables with every seat away,
by people who all think for the same time. Whatever that seat hears, sees and is asked, and when,
is equal, own turns of the others included.
"""

from __future__ import annotations

import asyncio
import functools
import random
from pathlib import Path
from typing import Any

import pytest

from tests.rules.arrange import Table as Position
from tests.rules.test_hidden import LEARNT, start
from tests.table.quick import QuickIsland, run, table_of
from vulkar.bots import make
from vulkar.rules import Answer, Ask, Event
from vulkar.rules.classic import Game
from vulkar.table.players import BotPlayer, StandingPlayer, TerminalPlayer
from vulkar.table.windows import HELD

WINDOW_S = 4.0
THINK_S = 1.5
TURNS = 5
Row = tuple[float, str, Any]


class Person:
    """Thinks, then shows what anybody could: ``x`` what its generator picks, others no card."""

    def __init__(self, seat: int, x: int) -> None:
        self.rng = random.Random(seat)
        self.mine = seat == x
        self.went_on = 0

    async def choose(self, game: Game, ask: Ask) -> Answer:
        await asyncio.sleep(THINK_S)
        if ask.kind == "act" and not self.mine:
            return ask.legal[-1]
        return self.rng.choice(ask.legal)

    async def go_on(self, game: Game, choice: str) -> None:
        self.went_on += 1
        await asyncio.sleep(THINK_S)


def now() -> float:
    return asyncio.get_running_loop().time()


def watched(game: Game, x: int, path: Path, turns: int = TURNS) -> tuple[list[Row], int]:
    """All that seat ``x`` gets from the next turns: events, its view at each, tasks, and when.

    With it the number of others' own choices in which there was none.
    """
    table = table_of(game, [], path, WINDOW_S)
    rows: list[Row] = []
    seats = [Person(seat, x) for seat in range(len(game.seats))]
    table.players = [StandingPlayer(table.intents, person) for person in seats]
    people = random.Random(x)
    until = game.s.turns + turns

    def hear(event: Event) -> None:
        if event.audience is None or x in event.audience:
            rows.append((now(), event.kind, event))
            if event.kind in HELD:
                rows.append((now(), "view", table.windows.shown.view(x)))

    opened = table.intents.open

    def speak(offers: Any) -> int:
        number = opened(offers)
        mine = table.intents.offers(x)
        rows.append((now(), "offers", (number, mine)))
        table.intents.say(x, number, people.choice(mine))
        return number

    table.intents.open = speak  # type: ignore[method-assign]
    table.watcher.then = hear  # type: ignore[attr-defined]
    assert isinstance(table.island, QuickIsland)
    table.island.then = lambda tasks: rows.append((now(), "tasks", tasks))

    async def main() -> None:
        await table._set_board()
        while table.game.ask is not None and table.game.s.turns < until:
            await table.step(table.game.ask)
            await table._follow_up()

    run(main())
    ends = [at for at, kind, event in rows if kind == "turn" and event.data["turn"] == until]
    rows = [row for row in rows if not ends or row[0] <= ends[0]]
    return rows, sum(person.went_on for person in seats if not person.mine)


def told_alike(one: list[Row], other: list[Row]) -> int:
    """Compares row by row up to the moment at which a card rightly shows; how many were equal."""
    until = float("inf")
    for a, b in zip(one, other, strict=False):
        if a != b and a[0] == b[0] and a[1] == b[1] and a[1] in LEARNT:
            until = a[0]  # from here on the seat knows rightly more
            break
    before = [[row for row in rows if row[0] < until] for rows in (one, other)]
    for a, b in zip(*before, strict=False):
        assert a == b
    assert len(before[0]) == len(before[1])
    return len(before[0])


SEEDS = range(24)


def test_pauses_tasks_and_views_tell_nothing_of_a_hand(tmp_path):
    rows = forced_in_one = 0
    for seed in SEEDS:
        twins = start(seed)
        if twins is None:
            continue
        (one, went_on), (other, other_went_on) = (
            watched(game, twins.x, tmp_path / f"{seed}-{which}")
            for which, game in enumerate(twins.games)
        )
        rows += told_alike(one, other)
        forced_in_one += went_on != other_went_on
    assert rows > 2000 and forced_in_one > 8, (rows, forced_in_one)


@pytest.mark.parametrize("hand", [["fireball"], ["cancel"]])
def test_an_own_choice_takes_as_long_as_its_seat_whatever_it_holds(tmp_path, hand):
    """Before the roll and after the move, where a Cancel leaves nothing to choose."""
    position = Position({"red": "TA4", "blue": "VP5"}, hands={"blue": hand})
    rows, went_on = watched(position.g, 0, tmp_path / "a", turns=2)
    assert went_on == (2 if hand == ["cancel"] else 0)
    opened, closed = (
        [(at, e.data["choice"]) for at, kind, e in rows if kind == k and e.data["seat"] == 1]
        for k in ("choice_opened", "choice_closed")
    )
    assert [choice for _, choice in opened] == ["before_roll", "after_move"]
    assert [(at + THINK_S, choice) for at, choice in opened] == closed


def test_a_doll_takes_as_long_whether_or_not_there_is_a_choice(tmp_path):
    """Two equal cards leave no choice of which to discard, two different ones do."""

    def times(hand: list[str]) -> tuple[list[tuple[float, str]], int]:
        position = Position(
            {"red": "VP4", "blue": "TA5"},
            active="blue",
            hands={"blue": hand},
            items="both",
            dolls={"TA4": "red", "TA6": "red"},
        )
        rows, went_on = watched(position.g, 0, tmp_path / "-".join(hand), turns=1)
        return [row[:2] for row in rows], went_on

    (same, forced), (different, chosen) = times(["cancel"] * 2), times(["cancel", "talisman"])
    assert same == different and forced == chosen + 1


def test_the_board_is_set_at_the_same_moment_whatever_is_left_in_the_pile(tmp_path):
    """Chance is not asked for a card where all that are left are of one kind."""

    def heard(pile: list[str]) -> list[tuple[float, str]]:
        position = Position({"red": "VP4", "blue": "TA5"}, active="blue", pile=pile)
        rows, _ = watched(position.g, 0, tmp_path / "-".join(pile), turns=1)
        assert any(kind == "card_drawn" for _, kind, _ in rows)  # a 2 leads to dark spaces
        return [row[:2] for row in rows]  # the discards differ, and are for all to see

    assert heard(["cancel", "cancel"]) == heard(["cancel", "double"])


class Lines:
    """A terminal's person, who types Enter after a while."""

    def __init__(self) -> None:
        self.shown: list[str] = []

    async def read(self, prompt: str) -> str:
        self.shown.append(prompt)
        return ""


def test_a_person_at_the_terminal_goes_on_with_enter(tmp_path):
    lines = Lines()
    player = TerminalPlayer(0, lines.shown.append, lines.read, lambda game, seat: "hand", {})
    asyncio.run(player.go_on(Position({"red": "TA4", "blue": "TA8"}).g, "after_move"))
    assert lines.shown == ["hand", "No choice after move; Enter goes on: "]


def test_a_bot_decides_by_its_own_count_of_decisions():
    """The number of a question counts the others' too, and so what they hold."""

    async def chosen(number: int, decided: int) -> list[Answer]:
        made = functools.partial(make, "random", ruleset="classic")
        player = BotPlayer(made, 0, 1, decided)
        legal = tuple(["move", [f"TA{i}"]] for i in range(60))
        ask = Ask(number, 0, "move", "red", legal)
        game = Position({"red": "TA4", "blue": "TA8"}).g
        return [await player.choose(game, ask) for _ in range(3)]

    alone, among_others = asyncio.run(chosen(7, 0)), asyncio.run(chosen(12, 0))
    assert alone == among_others
    assert asyncio.run(chosen(9, 1))[:2] == alone[1:]  # taken up again after one decision
