"""Why an answer to a question of the 2018 game is not legal: the rule that forbids it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vulkar.rules.core import CHANCE, Ask, Refused
from vulkar.rules.curse.ids import refuse

if TYPE_CHECKING:
    from vulkar.rules.curse.game import Game

_OF_KIND = {
    "stand": "CUR.stand.covers",
    "card": "CUR.card.hand",
    "take": "CUR.treasure.take",
    "steal": "CUR.heart.steal",
    "cave": "CUR.cave.die",
    "goal": "CUR.cave.choice",
    "token": "CUR.copter.token",
    "rope": "CUR.souvenir.rope",
    "lose": "CUR.fall.other",
}
_EFFECTS = {
    "turn": "CUR.effect.idol",
    "tree": "CUR.effect.tree",
    "ember": "CUR.effect.ember",
    "cataclysm": "CUR.effect.cataclysm",
    "lever": "CUR.souvenir.lever",
    "net": "CUR.souvenir.net",
}


def explain(g: Game, ask: Ask, value: Any) -> Refused:
    """The refusal of ``value``, which is not a legal answer to ``ask``."""
    if ask.asker == CHANCE:
        return refuse("core.chance")
    if not isinstance(value, list) or not value or not isinstance(value[0], str):
        return refuse("core.form")
    if ask.kind == "move" and value[0] == "move":
        return _explain_move(g, ask, value)
    if ask.kind == "effect":
        return refuse(_EFFECTS.get(value[0], "core.form"))
    if value[0] not in {legal[0] for legal in ask.legal}:
        return refuse("core.form")
    if ask.kind == "stand":
        return refuse(_explain_stand(g, ask))
    if ask.kind == "take" and len(value) > 1 and value[1] in g.board.shots:
        colour = g.board.shots.index(value[1])
        held = g.s.shots[ask.asker][colour] >= len(g.pawns_of[ask.asker])
        return refuse("CUR.shot.one" if held else "CUR.shot.left")
    return refuse(_OF_KIND[ask.kind])


def _explain_stand(g: Game, ask: Ask) -> str:
    p = g.pawns.index(ask.pawn or "")
    if not g.s.rise[p]:
        return "CUR.stand.off"
    if not g.s.lies[p]:
        return "CUR.stand.odd"
    return "CUR.stand.covers"


def _explain_move(g: Game, ask: Ask, value: list[Any]) -> Refused:
    board = g.board
    names = value[1] if len(value) == 2 and isinstance(value[1], list) else None
    if not names or not all(isinstance(n, str) and n in board.index for n in names):
        return refuse("core.form")
    pawn = g.pawns.index(ask.pawn or "")
    path = [board.index[n] for n in names]
    before, here = -1, g.s.pos[pawn]
    for k, there in enumerate(path):
        if there not in board.near[here]:
            return refuse("CUR.move.link", f"{board.names[here]} and {names[k]} are not linked.")
        if there == before:
            return refuse("CUR.move.turn_round")
        ends = board.unstable[there] or board.is_cave[there]
        if ends and g.other_at(there, pawn) < 0 and k + 1 < len(path):
            return refuse("CUR.unstable.stop" if board.unstable[there] else "CUR.cave.die")
        if there == board.copter:
            return refuse("CUR.copter.away")
        before, here = here, there
    if g.other_at(here, pawn) >= 0:
        return refuse("CUR.move.jump")
    return refuse("CUR.move.count")
