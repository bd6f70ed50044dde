"""What holds between any two answers of a game, whatever is answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vulkar.rules.classic.cards import COUNTS, HAND_LIMIT, KINDS
from vulkar.rules.classic.items.kinds import ITEM_LIMIT
from vulkar.rules.classic.state import LYING
from vulkar.rules.core import WORLD

if TYPE_CHECKING:
    from vulkar.rules.classic.game import Game


def broken(g: Game) -> str | None:
    """The first invariant that does not hold, in words; None where all hold."""
    s = g.s
    cards = list(s.pile)
    for kind, count in enumerate(s.discard):
        cards[kind] += count
    for held in (*s.hands, s.table):
        for kind in held:
            cards[kind] += 1
    if tuple(cards) != COUNTS:
        lost = [name for name, a, b in zip(KINDS, cards, COUNTS, strict=True) if a != b]
        return f"the deck is not whole: {', '.join(lost)}"
    if max(map(len, s.hands)) > HAND_LIMIT:
        return "a hand holds too many cards"
    if (s.owner >= 0) == (s.jewel_at >= 0):
        return "there is not one jewel"
    return _crowded(g) or _items(g) or _question(g)


def _crowded(g: Game) -> str | None:
    board, teams = g.board, g.options.teams != "none"
    seen = set()
    for at in g.s.pos:
        if board.many[at] or (teams and at == board.dock):
            continue
        if at in seen:
            return f"two pieces stand on {board.names[at]}"
        seen.add(at)
    return None


def _items(g: Game) -> str | None:
    inv = g.s.inv
    if inv is None:
        return None
    if any(held.bit_count() > ITEM_LIMIT for held in inv.held):
        return "a seat holds too many items"
    if len({at for at, _ in inv.dolls}) < len(inv.dolls):
        return "two dolls lie on one space"
    return None


def _question(g: Game) -> str | None:
    ask = g.ask
    if ask is None:
        return None if g.result is not None else "no question is open, and nobody has won"
    if g.result is not None:
        return "a question is open after the end"
    if ask.asker == WORLD:
        return None
    if len(ask.legal) < 2 or len(ask.legal) != len(ask.codes):
        return f"a forced question: {ask.kind}"
    if ask.asker < 0:
        return None
    # a Shield answers the hit itself, and the gift of the Ultimate Fireball waits for nobody
    allowed = ask.kind == "item" or ask.data.get("window") == "shield"
    if g.s.out[ask.asker] == LYING and not allowed:
        return f"a piece that lies is asked: {ask.kind}"
    return None
