"""What holds between any two answers of a 2018 game, whatever is answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vulkar.rules.core import WORLD
from vulkar.rules.curse.cards import DECK
from vulkar.rules.curse.flows import GAME
from vulkar.rules.curse.state import ABOARD, BACK, LYING, SCAR_LIMIT

if TYPE_CHECKING:
    from vulkar.rules.curse.game import Game


def broken(g: Game) -> str | None:
    """The first invariant that does not hold, in words; None where all hold."""
    return _cards(g) or _tokens(g) or _places(g) or _question(g)


def _cards(g: Game) -> str | None:
    s = g.s
    actions = [*s.pile]
    for k, n in enumerate(s.discard):
        actions[k] += n
    for hand in (*s.hands, s.tracker, (s.played,) if s.played >= 0 else ()):
        for k in hand:
            actions[k] += 1
    if tuple(actions) != DECK.action_counts:
        return "the action cards are not whole"
    souvenirs = [a + b for a, b in zip(s.spile, s.sdiscard, strict=True)]
    for hand in s.souvenirs:
        for k in hand:
            souvenirs[k] += 1
    if tuple(souvenirs) != DECK.souvenir_counts:
        return "the souvenirs are not whole"
    return None


def _tokens(g: Game) -> str | None:
    s = g.s
    if not (len(s.stack) == 1 and s.stack[0].kind == GAME):
        held = [sum(k) for k in zip(*s.urns, *s.treasures, s.maw, strict=True)]
        if tuple(held) != DECK.colour_counts:
            return "the treasures are not whole"
    shots = [sum(k) for k in zip(s.shots_left, *s.shots, strict=True)]
    if tuple(shots) != g.board.colours_shot:
        return "the snapshots are not whole"
    if not 1 <= s.scar <= SCAR_LIMIT:
        return "the Scar holds too few or too many marbles"
    if s.scar == SCAR_LIMIT and not s.called:
        return "the Scar is full, and the helicopter was not called"
    return None


def _places(g: Game) -> str | None:
    s = g.s
    seen = set()
    for p, at in enumerate(s.pos):
        if s.posture[p] == ABOARD:
            if s.copter != BACK or at != g.board.copter:
                return f"{g.pawns[p]} is aboard of no helicopter"
            continue
        covers = s.lies[p] if s.posture[p] == LYING else (at,)
        for space in covers:
            if space in seen and space != g.board.copter:
                return f"two pawns stand on {g.board.names[space]}"
            seen.add(space)
    return None


def _question(g: Game) -> str | None:
    ask = g.ask
    if ask is None:
        return None if g.result is not None else "no question is open, and nobody has won"
    if ask.asker != WORLD and len(ask.legal) < 2:
        return "a question with fewer than two answers is open"
    return None
