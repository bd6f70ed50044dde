"""What holds between any two answers of a game, whatever is answered."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from vulkar.rules.classic.cards import COUNTS, HAND_LIMIT, KINDS, UNKNOWN
from vulkar.rules.classic.items.kinds import ITEM_LIMIT
from vulkar.rules.classic.paper.deck import TOLD
from vulkar.rules.classic.state import LYING
from vulkar.rules.core import WORLD

if TYPE_CHECKING:
    from vulkar.rules.classic.game import Game


def broken(g: Game) -> str | None:
    """The first invariant that does not hold, in words; None where all hold."""
    s = g.s
    deck = _deck(g)
    if deck is not None:
        return deck
    if max(map(len, s.hands)) > HAND_LIMIT:
        return "a hand holds too many cards"
    if (s.owner >= 0) == (s.jewel_at >= 0):
        return "there is not one jewel"
    return _crowded(g) or _items(g) or _question(g)


def _deck(g: Game) -> str | None:
    s = g.s
    cards = [*s.pile, 0][: UNKNOWN + 1]  # a real pile counts its unknown cards there
    for kind, count in enumerate(s.discard):
        cards[kind] += count
    for held in (*s.hands, s.table):
        for kind in held:
            cards[kind] += 1
    missing = [whole - count for whole, count in zip(COUNTS, cards, strict=False)]
    if sum(missing) != cards[UNKNOWN] or min(missing) < 0 or (max(missing) and not g.paper):
        lost = [name for name, count in zip(KINDS, missing, strict=True) if count]
        return f"the deck is not whole: {', '.join(lost)}"
    for at, known in enumerate(s.known):
        if known and Counter(known) - Counter(s.hands[at % len(s.hands)]):
            return "a seat knows of a card that is not there"
    return None


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
    # a Shield answers the hit itself, the gift of the Ultimate Fireball waits for nobody, and who
    # lies may still be due the card that replaces a played one
    allowed = ask.kind in TOLD or ask.kind == "item" or ask.data.get("window") == "shield"
    if g.s.out[ask.asker] == LYING and not allowed:
        return f"a piece that lies is asked: {ask.kind}"
    return None
