"""Who did what to the table: written down, never changed, for the marshal to read.

An entry says who asked, for which operation, with which arguments, and what came of it. PINs, keys
and credentials are never in it, and neither is anything that only a seat may know.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from contextlib import nullcontext, suppress
from typing import TYPE_CHECKING, Any, Final

from vulkar.errors import VulkarError
from vulkar.rules import Refused
from vulkar.service.ops import Call, Handler, Ops, Role

if TYPE_CHECKING:
    from vulkar.service.house import House

SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT, wall_s REAL NOT NULL, who TEXT NOT NULL,
    local INTEGER NOT NULL, op TEXT NOT NULL, args TEXT NOT NULL, result TEXT NOT NULL
) STRICT;
CREATE TRIGGER IF NOT EXISTS audit_kept BEFORE DELETE ON audit
    BEGIN SELECT raise(ABORT, 'the audit log is kept'); END;
CREATE TRIGGER IF NOT EXISTS audit_unchanged BEFORE UPDATE ON audit
    BEGIN SELECT raise(ABORT, 'the audit log is kept'); END;
"""
# Which arguments of which operation are written down; a name that is not here never is.
AUDITED: Final[dict[str, tuple[str, ...]]] = {
    "marshal.enter": (),
    "marshal.start": (),
    "table.create": ("ruleset", "preset", "options", "window_s", "choice_time", "hold_s"),
    "table.start": (),
    "table.abandon": (),
    "table.rematch": (),
    "seat.kick": ("seat",),
    "seat.link": ("seat",),
    "seat.swap": ("seat", "other"),
    "estop": (),
    "clear": (),
    "arm": (),
    "disarm": (),
    "veto": (),
    "pause": (),
    "resume": (),
    "correct": ("roll", "facts"),
    "accept": ("roll",),
    "reroll": ("roll",),
    "amend": ("event", "value", "preview"),
    "place": ("pawn", "space"),
    "bump": ("pawns",),
    "word": ("number", "value"),
}
# What was stopped is stopped, also where a full disk keeps it out of the log.
STOPS: Final = frozenset({"estop", "disarm", "veto", "pause"})
MOST_ARGS: Final = 500  # characters
MOST_ROWS: Final = 200
MOST_LATELY: Final = 256
AGAIN_MS: Final = 10_000
# Refusals that anybody can bring about as fast as they like: they would fill the disk.
FLOODS: Final = frozenset(
    {
        "pin.wait",
        "pin.busy",
        "session.none",
        "session.role",
        "session.local",
        "session.away",
        "trigger.no_veto",
    }
)


class Lately:
    """What others than marshals bring about as fast as they like is written once in a while."""

    def __init__(self, house: House) -> None:
        self._now_ms = house.now_ms
        self._at: OrderedDict[tuple[str, ...], int] = OrderedDict()

    def again(self, *entry: str) -> bool:
        """Whether the same has been written already in the last ``AGAIN_MS``."""
        now_ms = self._now_ms()
        last_ms = self._at.get(entry)
        if last_ms is not None and now_ms - last_ms < AGAIN_MS:
            return True
        self._at[entry] = now_ms
        self._at.move_to_end(entry)
        if len(self._at) > MOST_LATELY:
            self._at.popitem(last=False)
        return False


async def audited(call: Call, handler: Handler) -> dict[str, Any]:
    """``handler(call)``, and an entry of it if it is to have one."""
    if call.op not in AUDITED:
        return await handler(call)
    try:
        result = await handler(call)
    except (VulkarError, Refused) as exc:
        code = exc.code if isinstance(exc, VulkarError) else exc.rule
        if code not in FLOODS:
            await _write(call, code)
        raise
    with suppress(VulkarError) if call.op in STOPS else nullcontext():
        await _write(call, "ok")
    return result


async def _write(call: Call, result: str) -> None:
    args = {name: call.args.any(name) for name in AUDITED[call.op] if call.args.has(name)}
    text = json.dumps(args)[:MOST_ARGS]
    marshal = call.session is not None and call.session.marshal
    entry = (_who(call), str(call.client.local), call.op, result, text if result == "ok" else "")
    if not marshal and call.house.part(Lately).again(*entry):
        return
    sql = "INSERT INTO audit (wall_s, who, local, op, args, result) VALUES (?, ?, ?, ?, ?, ?)"
    row = (call.house.wall_s(), _who(call), int(call.client.local), call.op, text, result)
    await call.house.store.write((sql, row))


def _who(call: Call) -> str:
    session = call.session
    if session is None:
        return "nobody"
    seats = [f"seat {seat + 1}" for seat in sorted(session.seats)]
    return ", ".join((["marshal"] if session.marshal else []) + seats) or "spectator"


async def audit(call: Call) -> dict[str, Any]:
    """The entries after ``since``, oldest first."""
    since = call.args.whole("since", 0, 2**53, default=0)
    sql = "SELECT id, wall_s, who, local, op, args, result FROM audit WHERE id > ? ORDER BY id"
    house = call.house
    rows = await house.keeper.run(lambda: house.store.read(f"{sql} LIMIT {MOST_ROWS}", (since,)))
    names = ("n", "wall_s", "who", "local", "op", "args", "result")
    entries = [dict(zip(names, row, strict=True)) for row in rows]
    return {"entries": [{**entry, "local": bool(entry["local"])} for entry in entries]}


OPS: Final[Ops] = {"audit": (Role.MARSHAL, audit)}
