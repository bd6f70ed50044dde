"""What is done is put right: an earlier answer is looked at, and replaced.

Who points at an event points at the answer that brought it about; see ``vulkar.table.causes``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

from vulkar.errors import VulkarError
from vulkar.rules import WORLD, Answer, Ask, Ruleset
from vulkar.service.marshal import table_of
from vulkar.service.ops import Call, Ops, Role
from vulkar.service.ops_table import running_of, sitting_of
from vulkar.service.pausing import MARSHAL
from vulkar.service.running import Running
from vulkar.table.amend import Amended, amend
from vulkar.table.causes import causes_of, check_value
from vulkar.table.games import build_game, load_map
from vulkar.table.journal import AnswerRow
from vulkar.table.table import Table


async def amended(call: Call) -> dict[str, Any]:
    """Replaces the answer that brought about an event of the public stream; see the guide.

    With ``preview`` it only tells what that would do.
    """
    running, n = running_of(call), _event(call)
    value = call.args.any("value")
    table = table_of(running)
    rules = sitting_of(call).terms.rules
    row = rules.causes.cause_of(await _causes(running, table, rules, n), value)
    check_value(rules.causes, row, value)
    number = row.number
    if call.args.flag("preview"):
        return _told(rules, await table.keeper.run(lambda: _result(table, number, value)))
    who = {"by": MARSHAL, "local": call.client.local}
    at_us = table.clock_us()
    result = await running.rewriting.rewrite(
        lambda table: _rewrite(table, number, value, at_us, who)
    )
    told = _told(rules, result)
    call.house.streams.tell("amended", {**told, "event": n})
    return told


async def choices(call: Call) -> dict[str, Any]:
    """What could stand in place of the answers behind an event, and what the last of them is.

    Of a fireball ``pawns`` are those that stood then, and whoever amends names the touched ones.
    """
    running, n = running_of(call), _event(call)
    table = table_of(running)
    rules = sitting_of(call).terms.rules
    causes = await _causes(running, table, rules, n)
    row = causes[0]

    def look() -> dict[str, Any]:
        asks = _asked(table, [row.number for row in causes])
        if row.asker == WORLD:
            return {"choices": None, "pawns": asks[row.number].data["standing"]}
        legal = [
            (asks[each.number], value)
            for each in causes
            for value in asks[each.number].legal
            if rules.causes.sayable(each, value)
        ]
        names = call.house.names
        return {
            "choices": [
                {"value": value, "text": {**rules.describe_choice(ask, value, names)}}
                for ask, value in legal
            ],
            "pawns": None,
        }

    seat = row.asker if row.asker >= 0 else None
    return {"kind": row.kind, "seat": seat, "value": row.value} | await table.keeper.run(look)


def _asked(table: Table, numbers: Sequence[int]) -> dict[int, Ask]:
    """Questions of the game as they were asked, by their numbers."""
    game, _ = build_game(load_map(table.journal.setup), table.journal.setup)
    asks = {}
    for row in table.journal.answers():
        if row.number in numbers:
            assert game.ask is not None
            asks[row.number] = game.ask
        game.answer(row.number, row.value)
    return asks


def _event(call: Call) -> int:
    """The event that is pointed at. Raises ``VulkarError("stream.gone")``."""
    stream, n = call.args.text("stream"), call.args.whole("event", 1, 2**53)
    if stream != call.house.streams.stream:
        raise VulkarError("stream.gone")
    return n


async def _causes(running: Running, table: Table, rules: Ruleset, n: int) -> list[AnswerRow]:
    """The answers that made public event ``n`` happen, the last one first."""
    rows: Sequence[AnswerRow] = await table.keeper.run(table.journal.answers)
    if n not in running.told:
        raise VulkarError("amend.cause", event=n)
    number, event = running.told[n]
    turns = [at for i, (at, e) in running.told.items() if e.kind == "turn" and i <= n]
    since = turns[-1] if turns else 0
    before = [row for row in rows if since <= row.number <= number]
    later = [row for row in rows if row.number > number]
    return causes_of(rules.causes, event, before, later)


def _rewrite(table: Table, number: int, value: Answer, at_us: int, who: dict[str, Any]) -> Amended:
    """Amends the journal of a table that stands still; writes nothing where nothing changes."""
    result = _result(table, number, value)
    if not result.same:
        note = {**who, "value": value, "dropped": [row.number for row in result.dropped]}
        table.journal.amend(number, result.rows, at_us, note)
    return result


def _result(table: Table, number: int, value: Answer) -> Amended:
    journal = table.journal
    game, opening = build_game(load_map(journal.setup), journal.setup)
    return amend(game, opening, journal.answers(), table.chance.answer, number, value)


def _told(rules: Ruleset, result: Amended) -> dict[str, Any]:
    """What everybody may know of an amendment: no card, and no choice that tells of a hand."""
    seen = [row for row in result.dropped if rules.causes.seen_by_all(row)]
    return {
        "changed": not result.same,
        "dropped": [{"seat": row.asker if row.asker >= 0 else None} for row in seen],
        "fireballs": len(result.changed),
        "known": [asdict(known) for known in result.known],
        "dice": result.dice,
    }


OPS: Final[Ops] = {
    "amend": (Role.MARSHAL, amended),
    "amend.choices": (Role.MARSHAL, choices),
}
