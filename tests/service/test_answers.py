"""Answers name their question and carry an id: each counts once, and a repeat gets the same result,
also from a table that was killed and started again."""

import asyncio

import pytest

from tests.service.quickhouse import Phone, closed_house, evening, house_at, run
from vulkar.errors import VulkarError
from vulkar.table.journal import Journal


async def question_of(phone, seat):
    """The next question of a seat that is no mere going on."""
    for _ in range(2000):
        question = (await phone.ask("view", seat=seat))["question"]
        if question is not None and question["kind"] != "go_on":
            return question
        if question is not None:
            await phone.ask(
                "answer", seat=seat, question=question["question"], id=question["question"],
                value=["go_on"],
            )  # fmt: skip
        await asyncio.sleep(0.5)
    raise AssertionError("nothing was asked")


async def begun(path, seats="ob", **terms):
    """A game with one person, at the person's first question."""
    e = await evening(path, seats, window_s=1.0, **terms)
    await e.marshal.ask("table.start")
    return e, e.phones[0], await question_of(e.phones[0], 0)


def answering(question, id="a", value=None):
    value = question["choices"][0]["value"] if value is None else value
    return {"seat": 0, "question": question["question"], "id": id, "value": value}


def test_a_repeat_gets_the_first_result_and_moves_nothing(tmp_path):
    async def main():
        e, phone, question = await begun(tmp_path)
        first = await phone.ask("answer", **answering(question))
        rows = len(e.house.sitting.running.table.journal.answers())
        for value in (None, ["something", "else"]):
            assert await phone.ask("answer", **answering(question, value=value)) == first
        assert await phone.refused("answer", **answering(question, id="b")) == "seat.question"
        assert len(e.house.sitting.running.table.journal.answers()) == rows
        await e.house.close()

    run(main())


def test_the_same_answer_sent_twice_at_once_is_one(tmp_path):
    async def main():
        e, phone, question = await begun(tmp_path)
        both = await asyncio.gather(*(phone.ask("answer", **answering(question)) for _ in "ab"))
        assert both[0] == both[1]
        await e.house.close()

    run(main())


def test_an_answer_survives_a_kill_and_so_does_its_result(tmp_path):
    async def main():
        e, phone, question = await begun(tmp_path)
        first = await phone.ask("answer", **answering(question))
        e.house.sitting.running._task.cancel()  # killed: nothing is closed
        house = await house_at(tmp_path)
        back = Phone(house, credential=phone.credential)
        await asyncio.sleep(0.1)
        assert await back.ask("answer", **answering(question)) == first
        later = await question_of(back, 0)
        assert int(later["question"]) == int(question["question"]) + 1
        await house.close()

    run(main())


@pytest.mark.parametrize("value", [["roll", "twice"], "roll", 1, True, None, [], {"a": 1}])
def test_what_is_not_offered_is_refused_with_its_rule_and_stays_open(tmp_path, value):
    async def main():
        e, phone, question = await begun(tmp_path)
        wrong = answering(question, id="wrong") | {"value": value}
        assert await phone.refused("answer", **wrong) == "rules.refused"
        assert (await phone.ask("view", seat=0))["question"]["question"] == question["question"]
        assert await phone.refused("answer", **wrong) == "rules.refused"  # the first result
        await phone.ask("answer", **answering(question))
        await e.house.close()

    run(main())


def test_a_full_disk_pauses_the_game_and_the_answer_can_be_given_again(tmp_path, monkeypatch):
    async def main():
        e, phone, question = await begun(tmp_path)
        write = Journal.add_answer

        def full(self, row, settled=None):
            if row.asker == 0:
                raise VulkarError("journal.unwritable", path=self.path, reason="disk full")
            write(self, row, settled)

        monkeypatch.setattr(Journal, "add_answer", full)
        before = await phone.ask("view", seat=0)
        assert await phone.refused("answer", **answering(question)) == "journal.unwritable"
        await asyncio.sleep(0)
        paused = (await phone.ask("table.state"))["table"]["paused"]
        assert paused == {"by": "error", "code": "journal.unwritable"}
        assert str(tmp_path) not in str(phone.events())  # paths are not for everybody
        seen = await phone.ask("view", seat=0)
        assert seen["view"] == before["view"] and seen["question"] is None
        assert await phone.refused("answer", **answering(question)) == "table.paused"
        stranger = Phone(e.house)
        await stranger.ask("join.watch")
        assert await stranger.refused("retry") == "session.role"
        monkeypatch.setattr(Journal, "add_answer", write)
        await phone.ask("retry")
        again = await question_of(phone, 0)
        assert again == question
        await phone.ask("answer", **answering(question))
        assert await phone.refused("retry") == "table.not_paused"
        assert [event["kind"] for event in phone.events()].count("resumed") == 1
        await e.house.close()

    run(main())


def test_a_game_without_an_answer_is_taken_up_and_said_to_be(tmp_path):
    async def main():
        e = await evening(tmp_path, "oo")
        await e.marshal.ask("table.start")
        assert "resumed" not in [event["kind"] for event in e.phones[0].events()]
        journal = Journal.read(e.house.sitting.journal)
        assert journal.answers() == []
        journal.close()
        await e.house.close()
        house, said = closed_house(tmp_path), []
        house.resumed = said.append
        await house.open()
        phone = Phone(house, credential=e.phones[0].credential)
        await asyncio.sleep(1)
        assert said == [0]  # nobody's turn yet
        told = await phone.ask("events", **{"as": 0, "since": 0})
        assert [event["kind"] for event in told["events"]].count("resumed") == 1
        await house.close()

    run(main())


def test_a_board_that_is_not_there_pauses_the_game_until_it_is(tmp_path):
    async def main():
        e = await evening(tmp_path, "ob")
        e.house.place.fails = VulkarError("port.missing", port="/dev/ttyACM0")
        await e.marshal.ask("table.start")
        await asyncio.sleep(1)
        paused = (await e.marshal.ask("table.state"))["table"]["paused"]
        assert paused == {"by": "error", "code": "port.missing"}
        e.house.place.fails = None
        await e.marshal.ask("retry")
        await question_of(e.phones[0], 0)
        await e.house.close()

    run(main())


class Elsewhere:
    """People who are a program, which is ended."""

    def __init__(self):
        self.end = asyncio.Event()

    async def gone(self):
        await self.end.wait()
        return VulkarError("people.lost", path="board.people")


def test_people_who_go_away_pause_the_game_in_the_middle_of_a_question(tmp_path):
    async def main():
        e = await evening(tmp_path, "ob", window_s=1.0)
        people = e.house.place.socket = Elsewhere()
        await e.marshal.ask("table.start")
        phone = e.phones[0]
        question = await question_of(phone, 0)
        people.end.set()
        await asyncio.sleep(0.1)
        assert (await phone.ask("table.state"))["table"]["paused"]["code"] == "people.lost"
        assert await phone.refused("answer", **answering(question)) == "table.paused"
        e.house.place.socket = None
        await phone.ask("retry")
        assert await question_of(phone, 0) == question
        await phone.ask("answer", **answering(question))
        await e.house.close()

    run(main())


def test_a_bug_in_a_game_pauses_it_and_ends_nothing(tmp_path, capfd):
    async def main():
        e, phone, _ = await begun(tmp_path)
        table = e.house.sitting.running.table
        table.game.imagine = None  # the next step of the simple bot stumbles over it
        for _ in range(100):
            now = (await phone.ask("table.state"))["table"]
            if now["paused"]:
                break
            asked = await asyncio.wait_for(question_or_none(phone), 5)
            if asked:
                await phone.ask("answer", **answering(asked, id=asked["question"]))
            await asyncio.sleep(1)
        assert now["paused"] == {"by": "error", "code": "table.fault"}
        await phone.ask("retry")
        await question_of(phone, 0)
        await e.house.close()

    async def question_or_none(phone):
        running = phone.house.sitting.running
        open_ = running.desks[0].open
        if open_ is None or open_.answer.done():
            return None
        return {"question": open_.name, "choices": [{"value": v} for v in open_.legal]}

    run(main())
    assert "TypeError" in capfd.readouterr().err


def test_while_the_marshal_holds_the_game_nothing_is_answered(tmp_path):
    async def main():
        e, phone, question = await begun(tmp_path)
        running = e.house.sitting.running
        running.pausing.hold(True)
        assert await phone.refused("answer", **answering(question)) == "table.paused"
        assert await phone.refused("retry") == "table.not_paused"
        running.pausing.hold(False)
        await phone.ask("answer", **answering(question))  # the same id: it was not taken before
        await e.house.close()

    run(main())
