"""Whatever a house says, by whatever operation, in whatever log: it is the same, and comes at the
same time, in two games that differ only in what who hears it may not know.

Every operation of the house is asked here again and again, by a seat, by who looks on, and by the
marshal; one that is missing from ``ASKS`` fails. The two games are those of ``test_silence.py``.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import logging
import random
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.service import quickhouse, test_silence
from tests.service.quickhouse import Phone, QuickPlace, Refusal, evening, run
from tests.service.test_silence import Row, SameStream, Tape, plays, same_until_learnt
from vulkar.cli.report_parts import journal as report_of
from vulkar.service import running, streams
from vulkar.service.house import OPERATIONS
from vulkar.service.messages import encode
from vulkar.table import told
from vulkar.table.journal import Journal

X = test_silence.X
TURNS = 3
EACH_S = 2.0
Args = dict[str, Any]


class Hearer:
    """One who asks everything. ``seat``: X, or -1 for who has none; ``rows``: all that it got."""

    def __init__(self, phone: Phone, seat: int) -> None:
        self.phone = Phone(phone.house, credential=phone.credential)
        self.seat = seat
        self.rows: list[Row] = []
        self.view: dict[str, Any] = {}
        self.n = 0  # of the sweep
        self.marshal = False

    def keep(self, what: str, data: bytes) -> None:
        self.rows.append((asyncio.get_running_loop().time(), what, data))

    def hear(self) -> None:
        for push in self.phone.pushes():
            assert push.event is not None or push.closed is not None
            kind = push.event["kind"] if push.event else "closed"
            self.keep(kind, encode(push).partition(b",")[2])  # without its number

    async def ask(self, op: str, args: Args) -> None:
        """Asks, and keeps what came before, what comes back, and when."""
        self.hear()
        try:
            found = await self.phone.ask(op, **args)
            if op == "view":
                self.view = found
            said = repr(found)
        except Refusal as refusal:
            said = f"{refusal.code} {refusal.params!r}"
        self.keep(op, said.encode())

    async def sweep(self) -> None:
        """Every operation once, in each way that there is."""
        self.n += 1
        for op in sorted(ASKS, key=lambda op: op != "view"):
            for args in ASKS[op](self):
                await self.ask(op, args)
        self.hear()

    def question(self) -> Args:
        """Where an answer goes: the open question, or one that is not open."""
        open_ = self.view.get("question") or {"question": "99"}
        return {"seat": max(0, self.seat), "question": open_["question"]}

    def window(self) -> str:
        return str((self.view.get("window") or {"window": "none"})["window"])


def once(**args: Any) -> Callable[[Hearer], list[Args]]:
    return lambda hearer: [args]


def own(**args: Any) -> Callable[[Hearer], list[Args]]:
    """For one's own seat, and for another's."""
    return lambda hearer: [{"seat": max(0, hearer.seat), **args}, {"seat": 1, **args}]


def heard(hearer: Hearer) -> list[Args]:
    audiences = ("public", X, 1)
    return [{"as": who, "since": n} for who in audiences for n in (0, 10**6)]


def unless_marshal(**args: Any) -> Callable[[Hearer], list[Args]]:
    """What would end the game."""
    return lambda hearer: [] if hearer.marshal else [args]


BAD = ["play", "no-such-card"]
ASKS: dict[str, Callable[[Hearer], list[Args]]] = {
    "accept": once(roll=1),
    "amend": lambda h: [
        {"stream": "5" * 16, "event": n, "value": BAD} for n in (1, 5 * h.n, 10**6)
    ],
    "amend.choices": lambda h: [{"stream": "5" * 16, "event": n} for n in (1, 5 * h.n, 10**6)],
    "answer": lambda h: [
        {**h.question(), "id": f"{h.n}a", "value": BAD},
        {**h.question(), "id": f"{h.n}b", "question": "98", "value": BAD},
        {**h.question(), "id": f"{h.n}c", "seat": 1, "value": BAD},
    ],
    "arm": once(),
    "audit": once(),
    "board.look": once(),
    "bump": once(pawns=["no-such-pawn"]),
    "clear": once(looked=True),
    "correct": once(roll=1, facts=[]),
    "disarm": once(),
    "estop": once(),
    "events": heard,
    "export": lambda h: [{}, {"since": 5 * h.n}, {"game": 7}],
    "fire": lambda h: [{**h.question(), "id": f"{h.n}f", "nonce": "0" * 16}],
    "hello": once(),
    "history": once(),
    "intend": lambda h: [
        {"seat": seat, "window": h.window(), "id": f"{h.n}{at}", "value": BAD}
        for at, seat in enumerate((max(0, h.seat), 1))
    ],
    "join.claim": once(key="no-such-key", name="Red"),
    "join.look": once(key="no-such-key"),
    "join.watch": once(),
    "marshal.enter": once(pin="00000000"),
    "marshal.start": once(key="no-such-key"),
    "pause": once(),
    "pin.changed": once(),
    "place": once(pawn="no-such-pawn", space="WT1"),
    "reroll": once(roll=1),
    "resume": once(),
    "retry": once(),
    "scene": once(),
    "rules.options": once(),
    "seat.back": own(),
    "seat.handover": own(),
    "seat.kick": unless_marshal(seat=1),
    "seat.leave": once(seat=1),
    "seat.link": once(seat=1),
    "seat.rename": lambda h: [{"seat": max(0, h.seat), "name": f"Player {h.n}"}],
    "seat.swap": once(seat=0, other=1),
    "statistics": lambda h: [{}, {"game": 7}],
    "steps": lambda h: [{}, {"game": 7}],
    "subscribe": heard,
    "table.abandon": unless_marshal(),
    "table.create": once(seats=[{"kind": "open"}, {"kind": "open"}]),
    "table.rematch": once(),
    "table.start": once(),
    "table.state": once(),
    "unsubscribe": once(sub=1),
    "veto": once(),
    "view": lambda h: [
        {"seat": seat, "known": known} for seat in (X, 1) for known in (0 > 1, True)
    ],
    "word": once(number=0, value=True),
}


def all_said(path: Path, variant: int, monkeypatch: pytest.MonkeyPatch) -> dict[str, list[Row]]:
    """What each hearer gets of the first turns, and what is written for others to read."""
    monkeypatch.setattr(Tape, "variant", variant)
    for module in (running, told):
        monkeypatch.setattr(module, "Chance", Tape)
    monkeypatch.setattr(streams, "secrets", SameStream)
    monkeypatch.setattr(quickhouse, "NUMBERS", count(1))
    log = io.StringIO()
    handler = logging.StreamHandler(log)
    said: dict[str, list[Row]] = {}

    async def main() -> None:
        e = await evening(path, "ooo", QuickPlace(), window_s=2.0)
        looking = Phone(e.house)
        await looking.ask("join.watch")
        x, spectator, marshal = (
            Hearer(e.phones[X], X), Hearer(looking, -1), Hearer(e.marshal, -1),
        )  # fmt: skip
        marshal.marshal = True
        for hearer in (x, spectator, marshal):
            await hearer.phone.ask("subscribe", **{"as": X if hearer is x else "public"})
        await e.phones[X].ask("table.start")
        people = [
            asyncio.ensure_future(plays(phone, seat, X, None))
            for seat, phone in enumerate(e.phones)
        ]
        for _ in range(2000):
            await asyncio.sleep(EACH_S)
            for hearer in (x, spectator, marshal):
                await hearer.sweep()
            spectator.keep("log", log.getvalue().encode())
            with contextlib.closing(Journal.read(path / "games" / "0001.journal")) as journal:
                spectator.keep("report", repr(report_of(journal)).encode())
            if ((await looking.ask("table.state"))["table"].get("turn") or 0) > TURNS:
                break
        for task in people:
            task.cancel()
        await asyncio.gather(*people, return_exceptions=True)
        await e.house.close()
        said.update(seat=x.rows, spectator=spectator.rows, marshal=marshal.rows)

    logging.getLogger().addHandler(handler)
    try:
        with contextlib.redirect_stderr(log), contextlib.redirect_stdout(log):
            run(main())
    finally:
        logging.getLogger().removeHandler(handler)
    return said


def test_every_operation_is_asked_here() -> None:
    assert sorted(ASKS) == sorted(op for ops in OPERATIONS for op in ops)


def test_no_outlet_tells_of_anothers_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    random.seed(0)
    one = all_said(tmp_path / "one", 0, monkeypatch)
    other = all_said(tmp_path / "other", 1, monkeypatch)
    for who in one:
        alike = same_until_learnt(one[who], other[who])
        asked = {row[1] for row in one[who][:alike]}
        assert asked >= set(ASKS) - ({"table.abandon", "seat.kick"} if who == "marshal" else set())
        assert alike > 1000, (who, alike, len(one[who]))
