"""The first table of a new house: whoever starts it says who sits there."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.service.tableprocess import TableProcess, line_to
from vulkar.cli.announce import Announcer
from vulkar.cli.serving import programs
from vulkar.remote.reach import Reach
from vulkar.service.__main__ import main


def test_a_new_house_has_the_seats_it_is_given_and_an_old_one_keeps_its_own(tmp_path: Path) -> None:
    async def start(seats: str) -> TableProcess:
        table = await TableProcess.start(tmp_path, "--manual", "--seats", seats)
        async with line_to(tmp_path) as line:
            rows = (await line.ask("table.state"))["table"]["seats"]
            assert [row["state"] for row in rows] == ["open", "bot", "open"]
        assert await table.end() == 0
        return table

    async def play() -> None:
        first = await start("human,simple,human")
        links = [line.split()[1] for line in first.said if line.startswith("link ")]
        assert links == ["1", "3"] and "seated" not in first.said
        second = await start("human,human")
        assert second.said[0] == "seated" and "link" not in "".join(second.said)
        told = Announcer(lambda port: Reach(("here",), port, None)).table(second.said[0])
        assert "has a table already" in told[0]

    asyncio.run(play())


def test_seats_that_no_table_has_are_one_clear_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--data", str(tmp_path), "--manual", "--seats", "human"]) == 1
    said = capsys.readouterr().err
    assert "2 to 4 seats" in said and "Traceback" not in said


def test_the_table_process_is_told_the_seats_that_serve_was_given() -> None:
    started = programs(
        Path("h"), "classic", "l:0", False, None, None, (), seats=("human", "simple")
    )
    args = started[0].args
    assert args[args.index("--seats") + 1] == "human,simple"
