"""Why an answer about items is refused. Runs only when an answer is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from vulkar.rules.classic.ids import refuse
from vulkar.rules.classic.items.kinds import ITEMS
from vulkar.rules.core import Ask, Refused

if TYPE_CHECKING:
    from vulkar.rules.classic.game import Game

# item -> the rule of its use
USE_RULE: Final = {
    "boots": "INF.boots.ahead",
    "torch": "INF.torch.card",
    "revolver": "INF.revolver.range",
    "tome": "INF.tome.take",
    "staff": "INF.staff.redirect",
    "crystal": "INF.crystal.look",
    "doll": "INF.doll.leave",
    "whip": "INF.whip.range",
    "anchor": "INF.anchor.attach",
    "shield": "INF.shield.use",
    "ultimate": "INF.ultimate.use",
}
OWN_TURN: Final = frozenset({"boots", "torch", "doll", "anchor"})
# kind of question -> the rule that says what may be answered
KIND_RULE: Final = {
    "dig": "INF.dig.choice",
    "slide": "INF.slide.back",
    "torch": "INF.torch.light",
    "torch_die": "INF.torch.light",
    "take": "INF.crystal.take",
    "discard": "INF.doll.pay",
    "item": "INF.ultimate.gift",
}


def explain_kind(ask: Ask) -> Refused | None:
    """The refusal at a question that only items pose, None at any other."""
    rule = KIND_RULE.get(ask.kind)
    return refuse(rule) if rule else None


def explain_use(g: Game, ask: Ask, value: list[Any]) -> Refused:
    """Why ``["use", item, ...]`` is refused."""
    name = value[1] if len(value) > 1 else None
    if name not in USE_RULE:
        return refuse("INF.item.unknown", f"There is no item {name!r}.")
    inv, seat = g.s.inv, ask.asker
    needed = ("boots", "shield") if name == "ultimate" else (name,)
    if inv is None or not all(inv.has(seat, ITEMS.index(n)) for n in needed):
        return refuse("INF.item.held", f"You do not hold {' and '.join(needed)}.")
    window = ask.data.get("window")
    if window == "response":
        return refuse("INF.item.when", "A card is answered by Cancel, not by an item.")
    if window == "item":
        return refuse("INF.tome.answer")
    if window == "talisman":
        roller = g.s.stack[-2].seat
        guarded = g.s.owner == roller and g.s.token[roller] == 1
        return refuse("INF.staff.protected" if guarded else "INF.staff.stop")
    if window in ("shield", "after_roll", "item_roll", "theft"):
        return refuse("INF.item.when")
    if name in OWN_TURN and ask.kind != "act":
        return refuse("INF.item.own_turn")
    on = next((v for v in value[2:] if v in g.seats), None)
    if on is not None and on != g.seats[seat] and not g.opposed(seat, g.seats.index(on)):
        return refuse("C86.team.attack")
    return refuse(USE_RULE[str(name)])
