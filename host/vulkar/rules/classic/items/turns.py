"""What items add to the steps of a turn, a move and a cave; small hooks, called from there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vulkar.rules.classic.flows import AHEAD, BACK
from vulkar.rules.classic.items.flows import CURSE
from vulkar.rules.classic.items.kinds import TORCH
from vulkar.rules.classic.items.reach import anchor_holds
from vulkar.rules.classic.items.uses import Use
from vulkar.rules.classic.paths import Path
from vulkar.rules.flow import Frame, Outcome

if TYPE_CHECKING:
    from vulkar.rules.classic.game import Game


def may_light(g: Game, seat: int) -> bool:
    """A Torch is lit in one's own turn, in a cave, before the roll for a cave."""
    inv = g.s.inv
    return inv is not None and seat == g.s.active and inv.has(seat, TORCH)


def ask_torch(g: Game, f: Frame) -> Outcome:
    """The question before a roll for a cave; posed by the step ``cave_roll``."""
    legal = [["use", "torch"], ["roll"]]
    space = g.board.names[g.s.pos[f.seat]]
    return g.pose(f, f.seat, "torch", g.seats[f.seat], legal, (Use(TORCH), None), {"space": space})


def held_by_anchor(g: Game, seat: int) -> int:
    """0 if a rolled move goes ahead, 1 (too low) or 2 (too high)."""
    inv = g.s.inv
    if inv is None:
        return 0
    inv.rolled = 1
    if not inv.anchor or g.s.owner != seat:
        return 0
    return anchor_holds(g, seat, g.s.value)


def pay_curse(g: Game, seat: int) -> Outcome:
    """The doll that stopped the active piece takes its due, and the turn is over."""
    inv = g.s.inv
    assert inv is not None
    space, inv.cursed = inv.cursed - 1, 0
    g.push(Frame(CURSE, seat=seat, n=space))
    return None


def stood_up(g: Game, seat: int) -> None:
    """A piece that lay beside its own jewel takes it again, if nobody else did."""
    s, inv = g.s, g.s.inv
    assert inv is not None
    if inv.fallen[seat]:
        inv.fallen[seat] = 0
        if s.owner < 0 and s.jewel_at == s.pos[seat]:
            g.jewel_to(seat, "stood_up")


def set_down(g: Game, pawn: int, start: int, path: Path, mode: int) -> None:
    """A move has ended: the way is remembered, and a doll on the last space takes hold."""
    inv = g.s.inv
    assert inv is not None
    inv.walked(pawn, start, path, mode == BACK)
    here = path[-1]
    if mode != BACK and (mode != AHEAD or g.options.doll_stops_ahead):
        cursed = any(at == here and by != pawn for at, by in inv.dolls)
        if cursed and (g.options.doll_stops_empty or g.s.hands[pawn] or inv.held[pawn]):
            inv.cursed = here + 1
