"""Every kind of decision that can be amended, at a real table process, over its socket."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.service.manualplay import Begun, Players
from tests.service.played import write_played
from tests.service.tableprocess import TableProcess, line_to
from vulkar.table.journal import Journal

MANUAL = "--manual"
HIDDEN = ("act", "respond", "discard")  # what a hand made legal is not offered
KNOWN = {"kind", "seats", "about", "count"}  # and never which cards
LOOKED_AT = 12  # of the last events of a kind
Pointed = tuple[str, str]  # the kind of an event, and the first word of another answer

# A game's seed; what happened in it, each with what is said instead.
GAMES: list[tuple[int, set[Pointed]]] = [
    (
        70,
        {
            ("moving", "move"),
            ("moved", "move"),
            ("moved", "die"),  # by the other die of a torch
            ("rolled", "card"),  # a card in place of the dig for which a die fell
            ("item_found", "card"),
            ("item_used", "roll"),
            ("card_played", "pass"),  # in a window
            ("fireball_declared", "route"),
            ("fireball_rolled", "hit"),
        },
    ),
    (243, {("rolled", "cave"), ("landslide", "card"), ("card_played", "roll")}),
    (327, {("item_again", "card"), ("item_used", "pass")}),
]
OTHERS = {"die": "torch_die", "cave": "cave", "discard": "discard"}  # the questions behind a word


async def alternatives(players: Players, n: int) -> list[Any]:
    """What else could have been said in place of what brought event ``n`` about."""
    pointed = {"stream": players.stream, "event": n}
    found = await players.line.ask("amend.choices", players.marshal, **pointed)
    if "error" in found:
        assert found["error"] == "amend.cause"  # chance or the rules were, or there was no choice
        return []
    if found["choices"] is None:
        return [[] if found["value"] else [["hit", next(iter(found["pawns"]))]]]
    values = [choice["value"] for choice in found["choices"]]
    assert found["value"] in values or found["kind"] in HIDDEN
    return [value for value in values if value != found["value"]]


async def pointed_at(players: Players, kinds: set[str]) -> dict[Pointed, int]:
    """The number of the last event of each kind, by what could have been said instead."""
    heard, found = await players.hear(), dict[Pointed, int]()
    for kind in sorted(kinds):
        for event in [each for each in heard if each["kind"] == kind][: -LOOKED_AT - 1 : -1]:
            for value in (await alternatives(players, event["n"]))[:1]:
                word = value[0] if value and isinstance(value[0], str) else "hit"
                found.setdefault((kind, word), event["n"])
    return found


async def amend(players: Players, n: int, value: Any) -> dict[str, Any]:
    """Replaces the answer behind event ``n``; what its preview had said is what it does."""
    before = players.stream
    asked = {"stream": before, "event": n, "value": value}
    preview = await players.line.ask("amend", players.marshal, **asked, preview=True)
    await players.hear()
    assert players.stream == before  # so far nothing is done
    told = await players.line.ask("amend", players.marshal, **asked)
    assert told == preview and told["changed"], told
    async with asyncio.timeout(20.0):
        while not any(event["kind"] == "amended" for event in await players.hear()):
            await asyncio.sleep(0.02)
    assert players.stream != before
    return told


@pytest.mark.parametrize(("seed", "wanted"), GAMES, ids=[str(seed) for seed, _ in GAMES])
def test_each_kind_of_decision_is_amended_and_the_game_goes_on(
    begun: Begun, tmp_path: Path, seed: int, wanted: set[Pointed]
) -> None:
    path = begun.copy(tmp_path)
    kinds = {kind for kind, _ in wanted}
    write_played(path, seed, kinds | {OTHERS[word] for _, word in wanted if word in OTHERS})

    async def main() -> None:
        table = await TableProcess.start(tmp_path, MANUAL)
        async with line_to(tmp_path) as line:
            players = Players(line, begun.marshal, begun.people)
            await players.asked()
            found = await pointed_at(players, kinds)
            assert set(found) >= wanted
            known = []
            for (kind, _), n in sorted(found.items(), key=lambda row: -row[1]):
                was = players.heard[n - 1]
                value = (await alternatives(players, n))[0]
                known += (await amend(players, n, value))["known"]
                now = players.heard[n - 1] if n <= len(players.heard) else None
                same = now is not None and (now["kind"], now["data"]) == (was["kind"], was["data"])
                assert same == (kind == "rolled"), (was, now)  # no die falls another way
            assert known and all(set(row) == KNOWN for row in known)
            assert (await line.ask("table.state"))["table"]["paused"] is None
            await players.until("turn", len(players.heard))
        assert await table.end() == 0
        assert table.complained == ""
        journal = Journal.read(path)
        assert len(journal.amendments()) == len(found)
        journal.close()

    asyncio.run(main())
