"""A game of phone hands that one seat at a real deck cannot tell from the truth, for bots."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

from vulkar.rules.classic.cards import UNKNOWN
from vulkar.rules.classic.game import Game
from vulkar.rules.classic.imagine import deal_anew
from vulkar.rules.classic.items.flows import LOOK
from vulkar.rules.classic.paper.deck import TOLD, hidden_from

if TYPE_CHECKING:
    from vulkar.rules.classic.paper.game import PaperGame

FROM_HAND: Final = frozenset({"act", "respond", "discard", "take"})


def imagine(g: PaperGame, seat: int, rng: random.Random) -> Game:
    """Deals what ``seat`` does not know and, if its hand is paper, its own unknown cards too.

    The open question stays if it is the seat's own and does not hang on a real card: chance draws
    and picks in the dream, and a paper hand's answers are those of the hand that was dealt.
    """
    new: Game = object.__new__(Game)
    new.s, new.ask, new.result, new.sink = g.s.copy(), g.ask, g.result, None
    Game._share(g, new)
    s = new.s
    own = [kind for kind in s.hands[seat] if kind != UNKNOWN]
    rest = [kind for kind, count in enumerate(hidden_from(g, seat)) for _ in range(count)]
    own += rng.sample(rest, len(s.hands[seat]) - len(own))
    s.hands[seat] = tuple(sorted(own))
    deal_anew(new, seat, rng)
    for f in s.stack:  # what it has seen of a paper hand in a look: it is cards of that hand
        if f.kind == LOOK and UNKNOWN in f.path:
            f.path = tuple(sorted(rng.sample(s.hands[f.pawn], len(f.path))))
    ask = new.ask
    if ask is not None and not _stays(g, seat):
        new.ask = None
        new.resume()
    return new


def _stays(g: PaperGame, seat: int) -> bool:
    ask = g.ask
    assert ask is not None
    if ask.asker != seat or ask.kind in TOLD:
        return False
    return not (g.paper[seat] and ask.kind in FROM_HAND)
