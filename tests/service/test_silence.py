"""Every byte that leaves the house for a seat or for who looks on is the same in two games that
differ only in what these may not know, and comes at the same time.

In the two games other seats draw other cards. They hold them and show none, so nothing that X may
know is different; only what is offered to them in windows and in their own turns is. Whoever is
asked or is not, X must not be able to tell.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
from typing import Any

import pytest

from tests.rules.test_hidden import LEARNT
from tests.service.quickhouse import Phone, QuickPlace, Refusal, evening, run
from vulkar.rules import Ask
from vulkar.rules.chance import Chance
from vulkar.service import running, streams
from vulkar.service.messages import encode

X = 0
TURNS = 8
Row = tuple[float, str, bytes]


class Tape(Chance):
    """X draws what its own draws give in every variant, the others what the variant gives them."""

    variant = 0

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.active = X

    def answer(self, ask: Ask) -> Any:
        if ask.kind != "draw":
            return super().answer(ask)
        mine = ask.pawn == "red"
        key = (ask.data["ordinal"], 0 if mine else self.variant)
        ranks = {
            repr(value): hashlib.sha256(repr((key, value)).encode()).digest() for value in ask.legal
        }
        return min(ask.legal, key=lambda value: ranks[repr(value)])


class SameStream:
    """Streams of the two games have one name, so that they can be compared."""

    @staticmethod
    def token_hex(count: int) -> str:
        return "5" * 2 * count


def unshown(question: dict[str, Any]) -> Any:
    """What shows no card: the last choice, as all of them end or roll; else the first."""
    values = [choice["value"] for choice in question["choices"]]
    plain = [value for value in values if value[0] not in ("play", "use", "token")]
    return (plain or values)[-1]


async def plays(phone: Phone, seat: int, x: int, rows: list[Row] | None) -> None:
    """Answers after a second and a half, always; keeps all that X hears and sees."""
    rng = random.Random(seat)
    loop = asyncio.get_running_loop()

    def keep(what: str, data: Any) -> None:
        if rows is not None:
            rows.append((loop.time(), what, data))

    while True:
        seen = await phone.ask("view", seat=seat)
        for push in phone.pushes():
            assert push.event is not None
            keep(push.event["kind"], encode(push).partition(b",")[2])  # without its number
        keep("view", repr(seen).encode())
        question = seen["question"]
        if question is not None:
            await asyncio.sleep(1.5)
            value = unshown(question) if seat != x else rng.choice(question["choices"])["value"]
            name = question["question"]
            try:
                await phone.ask("answer", seat=seat, question=name, id=name, value=value)
            except Refusal as exc:
                assert exc.code in ("seat.question", "table.state")
        await asyncio.sleep(0.25)


def heard(path: Any, variant: int, monkeypatch: pytest.MonkeyPatch) -> tuple[list[Row], list[Row]]:
    """What X and what a spectator get of the first turns."""
    monkeypatch.setattr(Tape, "variant", variant)
    monkeypatch.setattr(running, "Chance", Tape)
    monkeypatch.setattr(streams, "secrets", SameStream)
    mine: list[Row] = []
    public: list[Row] = []

    async def main() -> None:
        e = await evening(path, "ooo", QuickPlace(), window_s=2.0)
        spectator = Phone(e.house)
        await spectator.ask("join.watch")
        await spectator.ask("subscribe", **{"as": "public"})
        await e.phones[X].ask("table.start")
        people = [
            asyncio.ensure_future(plays(phone, seat, X, mine if seat == X else None))
            for seat, phone in enumerate(e.phones)
        ]
        for _ in range(6000):
            await asyncio.sleep(0.5)
            state = await spectator.ask("table.state")
            public.append((asyncio.get_running_loop().time(), "state", repr(state).encode()))
            for push in spectator.pushes():
                assert push.event is not None
                public.append((0.0, push.event["kind"], encode(push).partition(b",")[2]))
            if (state["table"].get("turn") or 0) > TURNS:
                break
        for task in people:
            task.cancel()
        await asyncio.gather(*people, return_exceptions=True)
        await e.house.close()

    run(main())
    return mine, public


def same_until_learnt(one: list[Row], other: list[Row]) -> int:
    """Compares up to the event at which a card rightly shows; how many were equal."""
    for n, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            assert a[:2] == b[:2] and a[1] in LEARNT, (n, a, b)
            return n
    assert len(one) == len(other)
    return len(one)


def test_no_byte_and_no_pause_tells_of_anothers_hand(tmp_path, monkeypatch):
    mine, public = heard(tmp_path / "one", 0, monkeypatch)
    hers, looked = heard(tmp_path / "other", 1, monkeypatch)
    assert same_until_learnt(mine, hers) > 300
    assert same_until_learnt(public, looked) > 200
