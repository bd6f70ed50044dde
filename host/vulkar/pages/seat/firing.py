"""The trigger of the seat's fireball as a row: may it be pulled, and if not, why not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from vulkar.pages.seat.means import Board
from vulkar.texts import error_texts, is_text, text

Row: TypeAlias = dict[str, Any]

LIVE: Final = "live"
NOT_MINE: Final = "not_your_turn"


def trigger_row(trigger: Mapping[str, Any] | None, board: Board) -> Row | None:
    """``state``, ``mine`` (a fireball of this seat waits), ``live``, ``question``, ``nonce``,
    ``reason`` and ``todo`` (words; empty when live), ``aim`` (words), ``way``, ``announced_ms``."""
    if not trigger:
        return None
    say, state = board.places.say, str(trigger.get("state"))
    reason, todo = "", ""
    if is_text(trigger.get("reason")):
        found = error_texts(trigger["reason"]["code"], trigger["reason"]["params"])
        reason, todo = say(found.what), say(found.todo)
    aim = trigger.get("aim") or {}
    route = aim.get("route")
    return {
        "state": state,
        "mine": state != NOT_MINE,
        "live": state == LIVE,
        "question": trigger.get("question"),
        "nonce": trigger.get("nonce"),
        "reason": reason,
        "todo": todo,
        "aim": _aim(aim, board),
        "way": {"route": route} if board.places.is_route(route) else None,
        "announced_ms": trigger.get("announced_ms"),
    }


def _aim(aim: Mapping[str, Any], board: Board) -> str:
    route, target = aim.get("route"), aim.get("target")
    if not isinstance(route, str):
        return ""
    by = board.places.name(route)
    if isinstance(target, str):
        at = text("page.seat.fire.at", pawn=board.pawn(target), route=by)
    else:
        at = text("page.seat.fire.at_nobody", route=by)
    return board.places.say(at)
