"""The steps that a real deck changes: cards come from it, and go from hand to hand, unseen.

Named as the steps that they stand for; each leaves the cards of phone hands to that one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from vulkar.rules.classic import steps_cards, steps_roll
from vulkar.rules.classic.cards import KINDS, TAKE_CARD, UNKNOWN
from vulkar.rules.classic.flows import OWN_DISCARD, OWN_DRAW, OWN_LOOK, OWN_TAKE
from vulkar.rules.classic.items import steps_use
from vulkar.rules.classic.paper.deck import could_be_in, could_draw, could_play
from vulkar.rules.classic.steps_window import choice_closed, choice_opened
from vulkar.rules.flow import Frame, Outcome

if TYPE_CHECKING:
    from vulkar.rules.classic.paper.game import PaperGame

ANY: Final = "unseen"  # the name of a card in an answer, where the table is not told which


def reveal(g: PaperGame, seat: int, kind: int) -> None:
    """A card of a paper hand is told: if it is not known to lie there, an unknown one was it."""
    if kind not in g.s.hands[seat]:
        turn_over(g, seat, kind)


def turn_over(g: PaperGame, seat: int, kind: int) -> None:
    """One unknown card of a hand becomes known."""
    hand = list(g.s.hands[seat])
    hand.remove(UNKNOWN)
    g.s.hands[seat] = tuple(sorted((*hand, kind)))


# --- draw ---------------------------------------------------------------------------------------
def draw_next(g: PaperGame, f: Frame) -> Outcome:
    s = g.s
    if f.n <= 0 or not g.to_fill(f.seat):
        return "done"
    if not s.pile[UNKNOWN]:
        if not any(s.discard):
            g.emit("no_cards", seat=f.seat)
            return "done"
        s.pile[UNKNOWN], s.discard = sum(s.discard), [0] * len(KINDS)
        g.emit("reshuffled", cards=s.pile[UNKNOWN])
    choice_opened(g, OWN_DRAW, f.seat)
    if g.paper[f.seat]:
        return draw_next_take(g, f, UNKNOWN)
    kinds = could_draw(g, f.seat)
    return g.pose(f, f.seat, "drew", g.seats[f.seat], _words("drew", kinds), kinds)


def draw_next_take(g: PaperGame, f: Frame, code: int) -> Outcome:
    choice_closed(g, OWN_DRAW, f.seat)
    g.s.pile[UNKNOWN] -= 1
    if code != UNKNOWN:
        return steps_roll.drawn(g, f, code)
    g.s.draws += 1
    g.s.add_card(f.seat, UNKNOWN)
    f.n -= 1
    g.emit("card_drawn", seat=f.seat, pawn=g.seats[f.seat])
    return "more"


# --- cards --------------------------------------------------------------------------------------
def card_play(g: PaperGame, f: Frame) -> Outcome:
    reveal(g, f.seat, f.n)
    return steps_cards.card_play(g, f)


def card_resolve(g: PaperGame, f: Frame) -> Outcome:
    """Take 1 Card from a paper hand; the table picks from a phone hand, which it knows."""
    if f.n != TAKE_CARD or not g.paper[f.pawn]:
        return steps_cards.card_resolve(g, f)
    steps_cards.leave_table(g, f)
    if not g.s.hands[f.pawn] or not g.to_fill(f.seat):
        return "done"
    if g.paper[f.seat]:
        take_unseen(g, f.seat, f.pawn)
        return "done"
    kinds = could_be_in(g, f.seat, f.pawn)
    return _ask_told(g, f, "took", OWN_TAKE, kinds, ())


def card_resolve_take(g: PaperGame, f: Frame, code: int) -> Outcome:
    if not g.paper[f.pawn]:
        return steps_cards.card_resolve_take(g, f, code)
    choice_closed(g, OWN_TAKE, f.seat)
    reveal(g, f.pawn, code)
    steps_cards.take_card(g, f.seat, f.pawn, code)
    return "done"


def take_unseen(g: PaperGame, thief: int, victim: int) -> None:
    """From paper to paper. The table no longer knows which cards of that hand it knew are left."""
    s, n = g.s, len(g.seats)
    hand = s.hands[victim]
    if hand[0] != UNKNOWN and hand[0] == hand[-1]:  # all alike, and known: so is the card
        steps_cards.take_card(g, thief, victim, hand[0])
        return
    s.hands[victim] = (UNKNOWN,) * (len(hand) - 1)
    for other in range(n):
        s.known[other * n + victim] = ()
    s.add_card(thief, UNKNOWN)
    g.emit("card_taken", seat=thief, pawn=g.seats[thief], victim=g.seats[victim])


# --- Crystal ------------------------------------------------------------------------------------
def look_see(g: PaperGame, f: Frame) -> Outcome:
    """The next card of a paper hand is turned up; who looks at it from a phone says which it is."""
    if not g.paper[f.pawn]:
        return steps_use.look_see(g, f)
    if len(f.path) >= min(f.n, len(g.s.hands[f.pawn])):
        return "seen"
    if g.paper[f.seat]:
        return look_see_take(g, f, UNKNOWN)
    return _ask_told(g, f, "saw", OWN_LOOK, could_be_in(g, f.seat, f.pawn, f.path), f.path)


def look_see_take(g: PaperGame, f: Frame, code: int) -> Outcome:
    if not g.paper[f.pawn]:
        return steps_use.look_see_take(g, f, code)
    if code == UNKNOWN:
        f.path = (*f.path, UNKNOWN)
        who = {"seat": f.seat, "pawn": g.seats[f.seat], "victim": g.seats[f.pawn]}
        g.emit("card_seen", **who)
        return "next"
    choice_closed(g, OWN_LOOK, f.seat)
    if g.s.hands[f.pawn].count(code) == f.path.count(code):
        turn_over(g, f.pawn, code)
    steps_use.turned_up(g, f, code)
    return "next"


def look_take(g: PaperGame, f: Frame) -> Outcome:
    if UNKNOWN not in f.path:
        return steps_use.look_take(g, f)
    if not g.to_fill(f.seat):
        return "done"
    data = {"victim": g.seats[f.pawn], "seen": []}
    legal = [["take", ANY], ["leave"]]
    return g.pose(f, f.seat, "take", g.seats[f.pawn], legal, (UNKNOWN, -1), data)


def look_take_take(g: PaperGame, f: Frame, code: int) -> Outcome:
    if code != UNKNOWN:
        return steps_use.look_take_take(g, f, code)
    take_unseen(g, f.seat, f.pawn)
    return "done"


# --- Voodoo Doll --------------------------------------------------------------------------------
def curse_pay(g: PaperGame, f: Frame) -> Outcome:
    if UNKNOWN not in g.s.hands[f.seat]:
        return steps_use.curse_pay(g, f)
    kinds = could_play(g, f.seat, range(len(KINDS)))
    choice_opened(g, OWN_DISCARD, f.seat)
    data = {"space": g.board.names[f.n]}
    return g.pose(f, f.seat, "discard", g.seats[f.seat], _words("discard", kinds), kinds, data)


def curse_pay_take(g: PaperGame, f: Frame, code: int) -> Outcome:
    if UNKNOWN in g.s.hands[f.seat]:
        reveal(g, f.seat, code)
    return steps_use.curse_pay_take(g, f, code)


def _ask_told(
    g: PaperGame, f: Frame, word: str, choice: int, kinds: Sequence[int], seen: Sequence[int]
) -> Outcome:
    """Asks a seat which card of the paper hand of ``f.pawn`` it has before it."""
    choice_opened(g, choice, f.seat)
    victim = g.seats[f.pawn]
    data = {"victim": victim, "seen": [KINDS[kind] for kind in seen]}
    return g.pose(f, f.seat, word, victim, _words(word, kinds), kinds, data)


def _words(word: str, kinds: Sequence[int]) -> list[list[str]]:
    return [[word, KINDS[kind]] for kind in kinds]
