"""Why an answer is refused: the rule that forbids it. Runs only when an answer is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vulkar.rules.classic.cards import (
    AHEAD,
    ANOTHER_TURN,
    BACK,
    CANCEL,
    DOUBLE,
    FAKE_JEWEL,
    FIREBALL,
    KINDS,
    REROLL,
    TAKE_CARD,
    TALISMAN,
    UNKNOWN,
)
from vulkar.rules.classic.explain_path import explain_path
from vulkar.rules.classic.ids import refuse
from vulkar.rules.classic.items.explain import explain_kind, explain_use
from vulkar.rules.classic.paper.deck import TOLD, could_play
from vulkar.rules.classic.plays import RESPONSE_KINDS
from vulkar.rules.core import CHANCE, Ask, Refused

if TYPE_CHECKING:
    from vulkar.rules.classic.game import Game

OWN_RULE = {
    FIREBALL: "C86.fireball.card",
    FAKE_JEWEL: "C86.jewel.fake",
    CANCEL: "C86.cancel.use",
    TALISMAN: "C86.talisman.use",
    REROLL: "C86.reroll.use",
    ANOTHER_TURN: "C86.another.use",
    TAKE_CARD: "C86.take.use",
    DOUBLE: "C86.double.use",
    **dict.fromkeys(AHEAD, "C86.ahead.use"),
    **dict.fromkeys(BACK, "C86.back.use"),
}


def explain(g: Game, ask: Ask, value: Any) -> Refused:
    """The refusal of ``value`` as an answer to ``ask``."""
    if ask.asker == CHANCE:
        return refuse("core.chance", f"{value!r} is not one of {list(ask.legal)}.")
    if not isinstance(value, list) or not value or not isinstance(value[0], str):
        return refuse("core.form", f"{value!r} is no answer to this question.")
    word = value[0]
    about_item = explain_kind(ask)
    if about_item is not None:
        return about_item
    if word not in {legal[0] for legal in ask.legal} and not _known_word(ask, word):
        return refuse("core.form", f"{word!r} is no answer to this question.")
    if ask.kind in ("move", "rest"):
        return explain_path(g, ask, value)
    if ask.kind in TOLD:
        return refuse("C86.paper.seen")
    if ask.kind == "target":
        partner = len(value) > 1 and value[1] in [g.seats[m] for m in g.mates(ask.asker)]
        return refuse("C86.team.attack" if partner else "C86.fireball.target")
    if ask.kind == "route":
        return refuse("C86.fireball.route")
    if ask.kind == "cave":
        return refuse("C86.cave.occupied")
    return _explain_act(g, ask, value)


def _known_word(ask: Ask, word: str) -> bool:
    acts = ("play", "use", "token", "roll", "end_turn", "pass", "stay", "give_jewel")
    return ask.kind in ("act", "respond") and word in acts


def _explain_act(g: Game, ask: Ask, value: list[Any]) -> Refused:
    word = value[0]
    if word == "token":
        if ask.kind == "act" and g.s.token[ask.asker] == 1 and not g.to_fill(ask.asker):
            return refuse("C86.token.full")
        return refuse("C86.token.use")
    if word == "pass":
        return refuse("C86.window.pass", "It is your own turn: roll, play, or end it.")
    if word == "give_jewel":
        return refuse("C86.team.give")
    if word == "roll" and g.s.pos[ask.asker] == g.board.dock:
        return refuse("C86.team.dock_roll")
    if word == "end_turn" and ask.kind == "act" and ask.data.get("phase") == "after_move":
        return refuse("C86.card.force")
    if word == "roll" and ask.kind == "act" and ask.data.get("phase") == "before_roll":
        in_cave = g.s.pos[ask.asker] in g.board.cave_of
        return refuse("C86.cave.four" if value[1:] == ["trail"] and in_cave else "C86.cave.declare")
    if word == "use":
        return explain_use(g, ask, value)
    if word != "play":
        return refuse("C86.turn.order")
    return _explain_play(g, ask, value)


def _explain_play(g: Game, ask: Ask, value: list[Any]) -> Refused:
    s, seat = g.s, ask.asker
    name = value[1] if len(value) > 1 else None
    if name not in KINDS:
        return refuse("C86.card.unknown", f"There is no card {name!r}.")
    kind = KINDS.index(name)
    if kind not in s.hands[seat]:
        if UNKNOWN not in s.hands[seat]:
            return refuse("C86.card.hand", f"You do not hold {name!r}.")
        if not could_play(g, seat, (kind,)):
            return refuse("C86.paper.seen", f"You cannot hold one: every {name!r} lies open.")
    window = ask.data.get("window")
    one = g.options.cards_per_turn == "one" and s.played[seat]
    if one and kind not in RESPONSE_KINDS:
        return refuse("C86.card.one_per_turn")
    if window == "shield":
        return refuse("INF.shield.use")
    if window in ("after_roll", "item_roll"):
        return refuse("C86.window.after_roll")
    if kind == TAKE_CARD:
        on = value[2] if len(value) > 2 else None
        if on in g.seats and on != g.seats[seat] and not g.opposed(seat, g.seats.index(on)):
            return refuse("C86.team.attack")
        if on in g.seats and s.owner == g.seats.index(on) and s.token[s.owner] == 1:
            return refuse("C86.token.protects")
    if kind == DOUBLE and s.double and ask.kind == "act":
        return refuse("C86.double.once")
    if kind in BACK and seat != s.active and not g.opposed(seat, s.active):
        return refuse("C86.team.attack")
    if kind in BACK and not g.back_paths(BACK[kind]):
        return refuse("C86.back.where")
    if window == "item":
        return refuse("INF.item.no_cancel")
    if window == "response" and kind != CANCEL:
        return refuse("C86.window.response")
    return refuse(OWN_RULE[kind])
