"""History, statistics and export of a house: what everybody has heard, at every moment."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from tests.service.quickhouse import Phone, evening, plays, run
from vulkar.errors import VulkarError
from vulkar.maps import IslandMap
from vulkar.rules.classic.texts import CASES
from vulkar.service import past
from vulkar.service.messages import MAX_LINE_BYTES


async def exported(phone: Phone, game: int | None = None) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = []
    since: int | None = 0
    while since is not None:
        page = await phone.ask("export", game=game, since=since)
        assert len(json.dumps(page)) < MAX_LINE_BYTES - 1024
        lines += page["lines"]
        since = page["next"]
    return lines


RULES = frozenset(CASES)  # kinds of events of the rules; the service tells of seats and pauses too


@pytest.mark.parametrize("seats", ["oo", "obo"])
def test_an_export_never_tells_more_than_a_spectator_has_heard(tmp_path: Path, seats: str) -> None:
    async def main() -> None:
        e = await evening(tmp_path, seats, window_s=2.0)
        watcher = Phone(e.house)
        await watcher.ask("join.watch")
        await watcher.ask("subscribe", **{"as": "public"})
        await e.marshal.ask("table.start")
        people = asyncio.gather(
            *(plays(phone, seat) for phone, seat in zip(e.phones, e.keys, strict=True))
        )
        looked = 0
        for _ in range(40):
            await asyncio.sleep(9.1)
            lines = await exported(watcher)
            told = [[row["kind"], row["data"]] for row in lines if row["type"] == "event"]
            heard = [[r["kind"], r["data"]] for r in watcher.events() if r["kind"] in RULES]
            assert json.loads(json.dumps(told)) == json.loads(json.dumps(heard))[: len(told)]
            looked += len(told) > 20
        people.cancel()
        assert looked > 25
        await e.house.close()

    run(main())


def test_history_and_statistics_of_games_that_are_over(tmp_path: Path) -> None:
    async def main() -> None:
        e = await evening(tmp_path, "oo", window_s=0.5)
        await e.marshal.ask("table.start")
        people = [plays(p, s, think_s=0.1) for p, s in zip(e.phones, e.keys, strict=True)]
        await asyncio.gather(*people)
        spectator = e.phones[0]
        lines = await exported(spectator)
        counted = await spectator.ask("statistics")
        assert counted["finished"] and counted["statistics"] == lines[-1]["statistics"]
        journal = next((tmp_path / "games").glob("*.journal"))
        assert str(past.Journal.read(journal).setup.seed) not in json.dumps(lines)
        await e.marshal.ask("table.rematch")
        (newest, first) = (await spectator.ask("history"))["games"]
        assert (newest["number"], newest["end"]) == (2, None)
        people = (await spectator.ask("table.state"))["table"]["seats"]
        assert newest["names"] == first["names"] == [seat["name"] for seat in people]
        assert first["state"] == "over"
        assert first["end"]["statistics"] == counted["statistics"]
        assert (await spectator.ask("history", before=1))["games"] == []
        assert await spectator.refused("statistics", game=9) == "table.none"
        assert await Phone(e.house).refused("export") == "session.none"
        await e.house.close()

    run(main())


def test_a_game_is_read_once_for_each_change_however_many_ask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads: list[Path] = []
    read = past.read

    def counted(path: Path, when: past.When, here: IslandMap) -> past.Past:
        reads.append(path)
        return read(path, when, here)

    monkeypatch.setattr(past, "read", counted)

    async def main() -> None:
        e = await evening(tmp_path, "oo", window_s=0.5)
        await e.marshal.ask("table.start")
        await asyncio.sleep(30.0)
        await asyncio.gather(*(e.phones[0].ask("statistics") for _ in range(50)))
        assert len(reads) == 1
        Path(f"{reads[0]}-wal").unlink()
        reads[0].write_bytes(b"broken")
        with pytest.raises(VulkarError):
            await e.house.part(past.Pasts).of(1)
        assert (await e.phones[0].ask("hello"))["vulkar"]
        await e.house.close()

    run(main())
