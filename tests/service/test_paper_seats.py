"""Real cards at a served table: what phones tell, what is refused, and what no stand-in can do."""

from __future__ import annotations

import asyncio
import random
from itertools import count
from pathlib import Path
from typing import Any

from tests.service.quickhouse import Evening, Phone, Refusal, evening, run
from vulkar.rules.classic import PaperGame
from vulkar.rules.classic.invariants import broken
from vulkar.rules.classic.paper.deck import TOLD
from vulkar.table.journal import Journal

TURNS = 12


class Person:
    """Shows and tells cards at random; where that cannot be true, it thinks again."""

    def __init__(self, phone: Phone, seat: int) -> None:
        self.phone, self.seat = phone, seat
        self.rng = random.Random(seat)
        self.refused: list[str] = []
        self.asked: list[str] = []

    async def play(self, until: asyncio.Event) -> None:
        for number in count():
            if until.is_set():
                return
            self.phone.events()
            seen = await self.phone.ask("view", seat=self.seat)
            try:
                await self._act(seen, number)
            except Refusal as exc:
                self._no(exc)
            await asyncio.sleep(0.5)

    async def _act(self, seen: dict[str, Any], number: int) -> None:
        window, question = seen["window"], seen["question"]
        if window is not None and len(window["offers"]) > 1:
            value = self.rng.choice(window["offers"])["value"]
            name, id = window["window"], f"w{number}"
            await self.phone.ask("intend", seat=self.seat, window=name, id=id, value=value)
        if question is not None:
            self.asked.append(question["kind"])
            value, name = self.rng.choice(question["choices"])["value"], question["question"]
            await self.phone.ask(
                "answer", seat=self.seat, question=name, id=f"a{number}", value=value
            )

    def _no(self, exc: Refusal) -> None:
        if exc.code == "rules.refused":
            self.refused.append(exc.params["rule"])
        else:
            assert exc.code in ("seat.question", "seat.window"), exc


async def some_turns(e: Evening, persons: list[Person], turns: int = TURNS) -> PaperGame:
    """Plays until so many turns were begun; the game as it stands then."""
    over = asyncio.Event()
    tasks = [asyncio.ensure_future(person.play(over)) for person in persons]
    sitting = e.house.sitting
    assert sitting is not None and sitting.running is not None
    while sitting.running.table is None or sitting.running.table.game.s.turns < turns:
        assert sitting.running.pausing.now is None
        await asyncio.sleep(1.0)
    over.set()
    await asyncio.gather(*tasks)
    game = sitting.running.table.game
    assert isinstance(game, PaperGame)
    return game


def test_paper_and_phones_play_at_one_table_and_every_phone_tells_its_cards(tmp_path: Path) -> None:
    async def main() -> None:
        e = await evening(tmp_path, "pop", window_s=1.0, options={"items": "both"})
        await e.marshal.ask("table.start")
        persons = [Person(phone, seat) for seat, phone in enumerate(e.phones)]
        game = await some_turns(e, persons)
        assert game.paper == (True, False, True) and broken(game) is None
        assert "drew" in persons[1].asked
        assert not TOLD & {*persons[0].asked, *persons[2].asked}
        assert "go_on" in persons[0].asked, "who holds paper says when it has drawn"
        assert set(persons[0].refused + persons[1].refused) <= {"C86.paper.elsewhere"}
        view = await e.phones[0].ask("view", seat=0)
        assert view["view"]["hand"] == [] and view["view"]["paper"] == ["red", "green"]
        path = e.house.sitting.journal  # type: ignore[union-attr]
        await e.house.close()
        assert Journal.open(path).setup.hands == ("paper", "phone", "paper")

    run(main())


def test_a_card_that_cannot_be_is_refused_with_its_rule_and_asked_again(tmp_path: Path) -> None:
    async def main() -> None:
        e = await evening(tmp_path, "po", window_s=1.0)
        await e.marshal.ask("table.start")
        sitting = e.house.sitting
        assert sitting is not None and sitting.running is not None
        phone, seat = e.phones[1], 1
        over = asyncio.Event()
        other_one = asyncio.ensure_future(Person(e.phones[0], 0).play(over))
        while (question := (await phone.ask("view", seat=seat))["question"]) is None:
            await asyncio.sleep(0.5)
        game = sitting.running.desks[seat].open.game  # type: ignore[union-attr]
        assert question["kind"] == "drew" and game is not None
        card = question["choices"][0]["value"]
        game.s.hands[0] = (0, 0, 0, 0)  # as if others had told of all Fireballs before
        name = question["question"]
        try:
            await phone.ask("answer", seat=seat, question=name, id="a", value=card)
        except Refusal as exc:
            assert (exc.code, exc.params["rule"]) == ("rules.refused", "C86.paper.elsewhere")
        else:
            raise AssertionError
        other = question["choices"][2]["value"]
        taken = await phone.ask("answer", seat=seat, question=name, id="b", value=other)
        assert taken["taken"]
        over.set()
        await other_one
        await e.house.close()

    run(main())


def test_a_stand_in_shows_no_real_card_and_waits_where_one_must_be_told(tmp_path: Path) -> None:
    async def main() -> None:
        e = await evening(tmp_path, "po", window_s=1.0, bot_after_s=15.0)
        await e.marshal.ask("table.start")
        over = asyncio.Event()
        person = Person(e.phones[1], 1)
        there = asyncio.ensure_future(person.play(over))
        await asyncio.sleep(1.0)
        e.house.gone(e.phones[0].channel)
        sitting = e.house.sitting
        assert sitting is not None and sitting.running is not None
        for _ in range(3000):
            table = sitting.running.table
            if table is not None and table.game.s.turns >= TURNS:
                break
            await asyncio.sleep(1.0)
        else:
            raise AssertionError("the stand-in does not play on")
        played = [x for x in person.phone.events() if x["kind"] == "card_played"]
        assert sitting.seats.all[0].stand_in and all(x["data"]["seat"] == 1 for x in played)
        over.set()
        await there
        e.house.gone(e.phones[1].channel)  # now nobody can say what the phone's seat draws
        await asyncio.sleep(4000.0)
        open_now = sitting.running.desks[1].open
        assert open_now is not None and open_now.kind in TOLD
        await e.house.close()

    run(main())


def test_a_bot_sits_at_no_served_table_with_real_cards(tmp_path: Path) -> None:
    async def main() -> None:
        e = await evening(tmp_path, "oo")
        seats = [{"kind": "open", "hand": "paper"}, {"kind": "simple"}]
        assert await e.marshal.refused("table.create", seats=seats) == "op.args"
        await e.house.close()

    run(main())
