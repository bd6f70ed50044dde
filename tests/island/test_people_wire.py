"""The people's socket: what its lines mean, and both ends of it on a real Unix socket."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from vulkar.errors import VulkarError
from vulkar.island.people_socket import SocketPeople
from vulkar.island.people_wire import (
    MOST_POINTS,
    Answered,
    Asked,
    Rolled,
    Say,
    Tell,
    decode,
    encode,
)
from vulkar.island.port import Question, Task, TaskKind
from vulkar.sim.people_server import PeopleServer
from vulkar.texts import Text, text

HELLO = text("hello", on=[text("there")])
MESSAGES = (
    Tell(Task(TaskKind.PLACE, "red", "HR6", via=("HR7", "HR8"))),
    Tell(Task(TaskKind.MARBLE_HOME, source="idol")),
    Tell(Task(TaskKind.MARBLE_BESIDE, source="A", number=3, origin="idol")),
    Asked(4, Question("count", space="DOCK", number=2)),
    Asked(5, Question("clear", number=3)),
    Say(text("wrong.missing", space=text("map.x", own="HR6:\n"), number=2)),
    Asked(3, Question("touched", "red", "HR6")),
    Answered(3, True),
    Rolled(((0, 311.2, 402.0, 181.5), (33, 310.0, 399.9, 180.0))),
)


@pytest.mark.parametrize("message", MESSAGES)
def test_every_message_comes_back_as_it_went(message: object) -> None:
    line = encode(message)  # type: ignore[arg-type]
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert decode(line) == message


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"[]\n",
        b"{}\n",
        b'{"hit":"red"}\n',
        b'{"answer":3,"yes":1}\n',
        b'{"answer":true,"yes":true}\n',
        b'{"answer":3,"yes":true,"field_mt":1}\n',
        b'{"tell":{"kind":"fly"}}\n',
        b'{"tell":{"kind":"place","wings":"2"}}\n',
        b'{"tell":{"kind":"place","via":"HR6"}}\n',
        b'{"ask":1,"question":{"kind":3}}\n',
        b'{"say":"hello"}\n',
        b'{"say":{"code":"x","params":{"a":[]},"text":""}}\n',
        b"\xff\n",
        b'{"track":[[0,1,2]]}\n',
        b'{"track":[[0.5,1,2,3]]}\n',
        b'{"track":[[0,1,2,NaN]]}\n',
        b'{"track":' + json.dumps([[0, 1, 2, 3]] * (MOST_POINTS + 1)).encode() + b"}\n",
    ],
)
def test_anything_else_is_refused(line: bytes) -> None:
    with pytest.raises(VulkarError) as caught:
        decode(line)
    assert caught.value.code == "people.bad"


class Recorder:
    """People who note what they hear and answer yes about red only."""

    def __init__(self) -> None:
        self.heard: list[object] = []
        self.hold = asyncio.Event()

    def tell(self, task: Task) -> None:
        self.heard.append(task)

    def say(self, saying: Text) -> None:
        self.heard.append(saying)

    async def ask(self, question: Question) -> bool:
        if question.kind == "done":
            await self.hold.wait()
        return question.pawn == "red"


def test_a_table_reaches_people_through_the_socket(tmp_path: Path) -> None:
    async def go() -> None:
        people = Recorder()
        server = PeopleServer(people, tmp_path / "people")
        await server.start()
        table = await SocketPeople.connect(str(tmp_path / "people"))
        task = Task(TaskKind.LAY, "blue", "PIT_A")
        table.tell(task)
        table.say(HELLO)
        # the second question is answered first: answers find their question by number
        done = asyncio.create_task(table.ask(Question("done", "red", "HR6")))
        assert await table.ask(Question("touched", "blue", "HR7")) is False
        assert not done.done()
        people.hold.set()
        assert await done is True
        assert people.heard == [task, HELLO]
        await table.close()
        await table.close()
        await server.close()
        assert not (tmp_path / "people").exists()

    asyncio.run(go())


def test_the_longest_track_reaches_the_table_and_is_no_answer(tmp_path: Path) -> None:
    track = tuple((t * 33, -1234.5, 1234.5, 1234.5) for t in range(MOST_POINTS))

    async def go() -> None:
        server = PeopleServer(Recorder(), tmp_path / "people")
        server.rolled(track)  # nobody is there to hear it
        await server.start()
        table = await SocketPeople.connect(str(tmp_path / "people"))
        heard: list[object] = []
        table.on_track = heard.append
        assert await table.ask(Question("touched", "red")) is True  # they have met
        server.rolled(track)
        assert await table.ask(Question("touched", "red")) is True
        assert heard == [track]
        await table.close()
        await server.close()

    asyncio.run(go())


def test_people_that_go_away_end_every_question_with_one_error(tmp_path: Path) -> None:
    async def go() -> None:
        server = PeopleServer(Recorder(), tmp_path / "people")
        await server.start()
        table = await SocketPeople.connect(str(tmp_path / "people"))
        done = asyncio.create_task(table.ask(Question("done", "red", "HR6")))
        await table.ask(Question("touched"))
        await server.close()
        for question in (done, asyncio.create_task(table.ask(Question("touched")))):
            with pytest.raises(VulkarError) as caught:
                await question
            assert caught.value.code == "people.lost"
        table.tell(Task(TaskKind.REMOVE, "red"))  # tells nobody, and is no error
        await table.close()

    asyncio.run(go())


def test_a_table_that_was_started_again_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    async def go() -> None:
        server = PeopleServer(Recorder(), tmp_path / "people")
        await server.start()
        old = await SocketPeople.connect(str(tmp_path / "people"))
        assert await old.ask(Question("touched", "red")) is True
        new = await SocketPeople.connect(str(tmp_path / "people"))
        assert await new.ask(Question("touched", "red")) is True
        with pytest.raises(VulkarError):
            await old.ask(Question("touched", "red"))
        await old.close()
        await new.close()
        await server.close()

    asyncio.run(go())


def test_nobody_at_the_path_is_an_error_that_names_it(tmp_path: Path) -> None:
    path = str(tmp_path / "nobody")
    with pytest.raises(VulkarError) as caught:
        asyncio.run(SocketPeople.connect(path))
    assert caught.value.code == "people.connect"
    assert path in str(caught.value)
