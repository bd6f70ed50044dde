"""What the marshal may do to a running game, on a board where every roll is over at once."""

import asyncio
import sqlite3
from contextlib import suppress

import pytest

from tests.service.quickhouse import FAR, Phone, QuickPlace, closed_house, evening, plays, run
from vulkar.errors import VulkarError
from vulkar.island.port import Question
from vulkar.service.people import PeopleDesk
from vulkar.service.pin import new_pin
from vulkar.table.games import build_game, load_map
from vulkar.table.journal import Journal


class Watched:
    """An evening under way, and a marshal who hears the public events."""

    def __init__(self, e):
        self.e = e
        self.marshal = e.marshal
        self.people = []

    async def until(self, kind, seconds=4000.0):
        """The next public event of a kind that has not been waited for yet."""
        for _ in range(int(seconds / 0.1)):
            heard = self.marshal.events()
            while self.read < len(heard):
                self.read += 1
                if heard[self.read - 1]["kind"] == kind:
                    return heard[self.read - 1]
            await asyncio.sleep(0.1)
        raise AssertionError(f"no {kind}")

    read = 0

    def journal(self):
        return Journal.read(self.e.house.sitting.journal)


def watched(tmp_path, main, seats="oo", **terms):
    """Runs ``main`` beside people who play."""

    async def go():
        e = await evening(tmp_path, seats, **{"window_s": 0.5, "hold_s": 5.0} | terms)
        await e.marshal.ask("subscribe", **{"as": "public"})
        await e.marshal.ask("table.start")
        w = Watched(e)
        for phone, seat in zip(e.phones, e.keys, strict=True):
            w.people.append(asyncio.ensure_future(plays(phone, seat)))
        try:
            await main(w)
        finally:
            for person in w.people:
                person.cancel()
                with suppress(asyncio.CancelledError):
                    await person
            await e.house.close()

    run(go())


def test_what_a_fireball_touched_is_corrected_before_it_counts(tmp_path):
    async def main(w):
        settling = (await w.until("settling"))["data"]
        state = (await w.e.phones[0].ask("table.state"))["table"]
        assert state["settling"]["roll"] == settling["roll"]
        refused = w.e.phones[0].refused
        assert await refused("correct", roll=settling["roll"], facts=[]) == "session.role"
        wrong = [["hit", "nobody"]]
        assert (
            await w.marshal.refused("correct", roll=settling["roll"], facts=wrong)
            == "rules.refused"
        )
        other = settling["roll"] + 1
        assert await w.marshal.refused("correct", roll=other, facts=[]) == "settle.over"
        stream = (await w.marshal.ask("hello"))["stream"]
        aimed = next(e for e in reversed(w.marshal.events()) if e["kind"] == "fireball_declared")
        value = ["route", aimed["data"]["route"]]
        amending = {"stream": stream, "event": aimed["n"], "value": value}
        assert await w.marshal.refused("amend", **amending) == "amend.rolling"
        await w.marshal.ask("correct", roll=settling["roll"], facts=[["hit", "red"]])
        rolled = (await w.until("fireball_rolled"))["data"]
        assert rolled["hit"] == ["red"] or rolled["immune"] == ["red"]
        late = await w.marshal.refused("correct", roll=settling["roll"], facts=[])
        assert late == "settle.over"

    watched(tmp_path, main)


def test_facts_settle_by_themselves_but_not_in_a_pause(tmp_path):
    async def main(w):
        began, over = await w.until("settling"), await w.until("settled")
        assert over["t_ms"] - began["t_ms"] == 5000
        await w.until("settling")
        await w.marshal.ask("pause")
        await asyncio.sleep(60.0)
        assert not any(e["kind"] == "settled" for e in w.marshal.events()[w.read :])
        await w.marshal.ask("resume")
        await w.until("settled", 1.0)

    watched(tmp_path, main)


def test_a_fireball_that_does_not_count_is_rolled_again_once(tmp_path):
    async def main(w):
        first = (await w.until("settling"))["data"]["roll"]
        await w.marshal.ask("reroll", roll=first)
        second = (await w.until("settling"))["data"]["roll"]
        await w.marshal.ask("accept", roll=second)
        await w.until("fireball_rolled")
        rolls = w.journal().rolls()
        assert second == first + 1
        assert rolls[0].number == rolls[1].number
        assert rolls[0].report["void"] and "void" not in rolls[1].report

    watched(tmp_path, main)


def test_in_a_pause_nothing_is_answered_and_only_the_marshal_ends_it(tmp_path):
    async def main(w):
        await w.until("turn")
        await w.marshal.ask("pause")
        for person in w.people:
            person.cancel()
        phone = w.e.phones[0]
        assert await phone.refused("resume") == "session.role"
        before = len(w.journal().answers())
        await asyncio.sleep(60.0)
        assert len(w.journal().answers()) <= before + 1
        await w.marshal.ask("resume")
        assert await w.marshal.refused("resume") == "marshal.not_paused"

    watched(tmp_path, main)


def test_a_move_is_amended_and_everybody_is_asked_anew_from_there(tmp_path):
    async def main(w):
        move = await w.until("moving")
        while move["data"]["why"] != "rolled":
            move = await w.until("moving")
        stream = (await w.marshal.ask("hello"))["stream"]
        other = other_way(w, move["data"]["path"])
        while other is None:
            move = await w.until("moving")
            other = other_way(w, move["data"]["path"])
        result = await w.marshal.ask("amend", stream=stream, event=move["n"], value=other)
        assert result["changed"]
        reset = await w.until("reset")
        assert reset["data"]["stream"] != stream
        (amendment,) = w.journal().amendments()
        kept = {row.number: row.value for row in w.journal().answers()}
        assert kept[amendment.number] == other
        old = {row[0]: row[3] for row in amendment.before}
        assert old[amendment.number] == ["move", move["data"]["path"]]
        desks = w.e.house.sitting.running.desks
        while not (names := [desk.open.name for desk in desks if desk.open is not None]):
            await asyncio.sleep(0.1)
        assert all("a1" in name for name in names)  # no late answer meets another question
        await w.until("won")  # people play on to the end

    watched(tmp_path, main)


def test_an_amended_game_is_taken_up_again_as_it_was_amended(tmp_path):
    async def main(w):
        rolled = await w.until("fireball_rolled")
        await w.marshal.ask("pause")
        for person in w.people:
            person.cancel()
        stream = (await w.marshal.ask("hello"))["stream"]
        both = [["hit", "red"], ["hit", "blue"]]
        other = both[:1] if rolled["data"]["hit"] == ["blue"] else both[1:]
        await w.marshal.ask("amend", stream=stream, event=rolled["n"], value=other)
        await w.until("reset")
        key = w.e.house.sitting.running.table.game.s.key()
        again = closed_house(tmp_path)
        await w.e.house.close()
        await again.open()
        await asyncio.sleep(0)
        while (table := again.sitting.running.table) is None:
            await asyncio.sleep(0.1)
        assert len(table.journal.amendments()) == 1
        assert table.game.s.key() == key
        await again.close()

    watched(tmp_path, main)


def other_way(w, path):
    """Another way that the piece could have gone, while the table is where it was."""
    for row in reversed(w.journal().answers()):
        if row.value == ["move", path]:
            break
    else:
        return None
    journal = w.journal()
    game, _ = build_game(load_map(journal.setup), journal.setup)
    for each in journal.answers():
        if each.number == row.number:
            others = [value for value in game.ask.legal if value != row.value]
            return others[0] if others else None
        game.answer(each.number, each.value)
    return None


def test_what_chance_did_is_not_amended_and_no_refusal_tells_of_a_hand(tmp_path):
    async def main(w):
        rolled = await w.until("rolled")
        stream = (await w.marshal.ask("hello"))["stream"]
        refused = w.marshal.refused
        assert await refused("amend", stream=stream, event=rolled["n"], value=6) == "amend.cause"
        assert await refused("amend", stream=stream, event=99_999, value=6) == "amend.cause"
        assert await refused("amend", stream="x", event=rolled["n"], value=6) == "stream.gone"
        card = await w.until("card_played")
        for value in (["play", "fireball"], ["play", card["data"]["card"]], "roll", None):
            code = await refused("amend", stream=stream, event=card["n"], value=value)
            assert code == "amend.hidden"
        assert w.journal().amendments() == []

    watched(tmp_path, main)


def test_everybody_at_the_board_may_stop_and_only_a_marshal_who_is_there_may_clear(tmp_path):
    async def main(w):
        # this board has no controller, so whoever may stop it learns just that
        assert await Phone(w.e.house).refused("estop") == "marshal.no_link"
        ended = Phone(w.e.house, credential="of a session that has ended")
        assert await ended.refused("estop") == "marshal.no_link"
        assert await ended.refused("disarm") == "session.unknown"
        assert await Phone(w.e.house, client=FAR).refused("estop") == "session.none"
        far = Phone(w.e.house, client=FAR, credential=w.e.phones[0].credential)
        assert await far.refused("estop") == "session.away"
        far.credential = w.marshal.credential
        assert await far.refused("estop") == "marshal.no_link"
        assert await far.refused("clear", looked=True) == "session.local"
        assert await w.e.phones[0].refused("clear", looked=True) == "session.role"
        assert await w.marshal.refused("clear") == "marshal.look"

    watched(tmp_path, main)


def test_what_is_latched_is_opened_by_a_marshal_at_the_board_and_nobody_else(tmp_path):
    place = QuickPlace()
    place.people = desk = PeopleDesk(place.map)

    async def main(w):
        await w.until("turn")
        word = asyncio.ensure_future(desk.ask(Question("clear", number=0)))
        await asyncio.sleep(0)
        answer = {"number": desk.asked("clear"), "value": True}
        assert await w.e.phones[0].refused("word", **answer) == "session.role"
        far = Phone(w.e.house, client=FAR, credential=w.marshal.credential)
        assert await far.refused("word", **answer) == "session.local"
        assert not word.done()
        await w.marshal.ask("clear", looked=True)
        assert await word is True

    watched(tmp_path, main, place=place)


def test_the_audit_log_says_who_did_what_and_holds_no_secret(tmp_path):
    async def main(w):
        pin = await new_pin(w.e.house.store)
        stranger = Phone(w.e.house, client=FAR)
        await stranger.refused("marshal.enter", pin="0" * 8 if pin != "0" * 8 else "1" * 8)
        await w.marshal.ask("marshal.enter", pin=pin)
        await w.marshal.ask("pause")
        await w.e.phones[0].refused("resume")
        entries = (await w.marshal.ask("audit"))["entries"]
        told = [(e["who"], e["local"], e["op"], e["result"]) for e in entries]
        assert told[0][2:] == ("table.create", "ok")
        assert told[-3:] == [
            ("nobody", False, "marshal.enter", "pin.wrong"),
            ("marshal", True, "marshal.enter", "ok"),
            ("marshal", True, "pause", "ok"),
        ]
        assert await w.e.phones[0].refused("audit") == "session.role"
        newest = (await w.marshal.ask("audit", since=entries[-2]["n"]))["entries"]
        assert [entry["op"] for entry in newest] == ["pause"]
        text = str(entries)
        secrets = [pin, *w.e.keys.values(), w.marshal.credential]
        assert not any(secret in text for secret in secrets)

    watched(tmp_path, main)
    with sqlite3.connect(tmp_path / "house.sqlite") as db:
        for sql in ("DELETE FROM audit", "UPDATE audit SET who = 'nobody'"):
            with pytest.raises(sqlite3.IntegrityError):
                db.execute(sql)


def test_a_full_disk_stops_nobody_from_stopping(tmp_path, monkeypatch):
    async def main(w):
        await w.until("turn")

        async def full(*statements):
            raise VulkarError("house.unwritable", path="house.sqlite", reason="full")

        monkeypatch.setattr(w.e.house.store, "write", full)
        await w.marshal.ask("pause")
        assert (await w.marshal.ask("table.state"))["table"]["paused"]["by"] == "marshal"
        assert await w.marshal.refused("resume") == "house.unwritable"

    watched(tmp_path, main)


def test_a_flood_of_refusals_does_not_fill_the_log(tmp_path):
    async def main(w):
        await new_pin(w.e.house.store)
        stranger = Phone(w.e.house, client=FAR)
        for _ in range(100):
            await stranger.refused("marshal.enter", pin="12345678")
            await stranger.refused("pause")
        entries = (await w.marshal.ask("audit"))["entries"]
        assert sum(entry["who"] == "nobody" for entry in entries) <= 3

    watched(tmp_path, main)


def test_what_anybody_at_home_can_do_over_and_over_is_written_once_in_a_while(tmp_path):
    async def main():
        e = await evening(tmp_path, "oo")
        for phone in (Phone(e.house), e.phones[0]):
            for _ in range(50):
                assert await phone.refused("estop") == "table.state"
        entries = (await e.marshal.ask("audit"))["entries"]
        assert [row["who"] for row in entries if row["op"] == "estop"] == ["nobody", "seat 1"]
        await asyncio.sleep(10)
        await e.phones[0].refused("estop")
        assert len((await e.marshal.ask("audit"))["entries"]) == len(entries) + 1
        await e.house.close()

    run(main())
