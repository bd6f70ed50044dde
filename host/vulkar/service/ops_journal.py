"""Operations on games as they were: history, statistics, export. Public, whoever asks."""

from __future__ import annotations

import json
from typing import Any, Final

from vulkar.errors import VulkarError
from vulkar.service.ops import Call, Ops, Role
from vulkar.service.past import Pasts
from vulkar.service.seats import names_at
from vulkar.service.terms import Terms

PAGE: Final = 20  # games
PAGE_BYTES: Final = 40 * 1024  # of lines in one reply, which may have 64 KiB


async def history(call: Call) -> dict[str, Any]:
    """The tables of this house, newest first; ``before``: those before that number."""
    before = call.args.whole("before", 1, 10**9, default=10**9)
    rows = call.house.store.read(
        "SELECT number, state, terms, made FROM game WHERE number < ? ORDER BY number DESC LIMIT ?",
        (before, PAGE),
    )
    games = []
    for number, state, terms, made in rows:
        agreed = Terms.from_json(json.loads(terms))
        game = {"number": number, "state": state, "made_s": made, "preset": agreed.preset}
        game |= {"pawns": agreed.pawns, "names": names_at(call.house.store, number), "end": None}
        if state in ("over", "abandoned"):
            try:
                game["end"] = await call.house.part(Pasts).end(number)
            except VulkarError as error:  # one that cannot be read hides no other
                game["error"] = error.code
        games.append(game)
    return {"games": games}


async def statistics(call: Call) -> dict[str, Any]:
    """What a game adds up to so far; without ``game`` that of now."""
    number = number_of(call)
    end = await call.house.part(Pasts).end(number)
    return {"game": number, "finished": end["finished"], "played_ms": end["played_ms"]} | {
        "statistics": end["statistics"]
    }


async def export(call: Call) -> dict[str, Any]:
    """The lines of a game's public export from line ``since`` on; ``next`` asks for more."""
    number, since = number_of(call), call.args.whole("since", 0, 10**9, default=0)
    lines = await call.house.part(Pasts).of(number)
    page: list[dict[str, object]] = []
    size = 0
    for line in lines[since:]:
        size += len(json.dumps(line).encode())
        if page and size > PAGE_BYTES:
            break
        page.append(line)
    more = since + len(page)
    return {"game": number, "lines": page, "next": more if more < len(lines) else None}


def number_of(call: Call) -> int:
    """The game that is asked for. Raises ``VulkarError("table.none")``."""
    sitting = call.house.sitting
    now = sitting.number if sitting is not None else 0
    number = call.args.whole("game", 1, 10**9, default=now)
    if not 1 <= number <= now:
        raise VulkarError("table.none")
    return number


OPS: Final[Ops] = {
    "history": (Role.SPECTATOR, history),
    "statistics": (Role.SPECTATOR, statistics),
    "export": (Role.SPECTATOR, export),
}
