"""What the simple bot thinks of an answer: a number, higher is better."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from vulkar.bots.classic.item_tactics import ITEM_SCORES, score_item_reroll, score_use
from vulkar.rules.classic.cards import AHEAD, BACK, KINDS
from vulkar.rules.classic.flows import W_ITEM_ROLL
from vulkar.rules.core import Answer, Ask

if TYPE_CHECKING:
    from vulkar.rules.classic import Game


def goal_distance(g: Game, seat: int, at: int) -> float:
    """Steps that a seat's pawn on ``at`` is away from what it wants."""
    s, board = g.s, g.board
    at = board.rock_chip.get(at, at)
    if at in board.cave_of:
        mouths = board.next[at]
        return 1 + min((goal_distance(g, seat, m) for m in mouths), default=30)
    if at == board.water:
        at = next(iter(board.next[at]))
    if s.owner >= 0 and not g.opposed(seat, s.owner):
        return board.plain_dist[at]
    if not s.captured:
        return board.vulkar_dist[at]
    owner_at = s.pos[s.owner] if s.owner >= 0 else s.jewel_at
    mine, theirs = board.plain_dist[at], board.plain_dist[owner_at]
    # be near the jewel, and rather between it and the Dock than behind it
    return abs(mine - theirs) + (4 if mine > theirs else 0)


def leads(g: Game, seat: int) -> float:
    """How dangerous a seat is."""
    s, board = g.s, g.board
    if s.owner == seat:
        return 100 - board.plain_dist[s.pos[seat]]
    return 40 - goal_distance(g, seat, s.pos[seat]) / 2


def score_move(g: Game, ask: Ask, seat: int, answer: Answer) -> float:
    """A path: nearer the goal; passing the owner, the jewel and the token are worth a detour."""
    s, board = g.s, g.board
    path = [board.index[p] for p in answer[1]]
    pawn = g.seats.index(ask.pawn or "")
    end = path[-1]
    if pawn != seat:  # a way back of another: as far from its goal as possible
        return goal_distance(g, pawn, end) * (1 if g.opposed(seat, pawn) else -1)
    if end == board.dock:
        return 1000.0
    gain = 0.0
    thief = s.owner >= 0 and s.owner != seat and s.pos[s.owner] in path[:-1]
    if thief or (s.owner < 0 and s.captured and s.jewel_at in path):
        gain += 200 - board.plain_dist[end]
    if board.step in path and s.token[seat] == 0:
        gain += 3
    if board.dark[end] and len(s.hands[seat]) < 4:
        gain += 1.2
    if not board.safe[end] and s.owner == seat:
        gain -= 0.5 * len(board.routes_at[end])
    return gain - goal_distance(g, seat, end)


def score_play(g: Game, ask: Ask, seat: int, card: str, on: str | None) -> float:
    """A card: above 0 where it is worth playing now, below 0 where it is kept."""
    s = g.s
    kind = KINDS.index(card)
    mine = s.active == seat
    owner = s.owner
    full = len(s.hands[seat]) == 4
    if card == "fireball":
        hittable = owner >= 0 and owner != seat and not g.board.safe[s.pos[owner]]
        return 5.0 if hittable and g.board.routes_at[s.pos[owner]] else (0.5 if full else -1.0)
    if card == "fake_jewel":
        return 10.0
    if card == "talisman":
        target = g.s.stack[-1].pawn
        return 8.0 if target >= 0 and not g.opposed(seat, target) else -1.0
    if card == "take_card":
        target = g.seats.index(on or "")
        return 1.0 + (1.0 if target == owner else 0.1 * len(s.hands[target]))
    if card == "double":
        return 2.0 if owner == seat or not s.captured else 0.5
    if card == "another_turn":
        return 3.0
    if card == "reroll":
        if g.s.stack[-1].mode == W_ITEM_ROLL:
            return score_item_reroll(g, seat)
        die = g.s.stack[-2].n
        if mine:
            return 2.0 if die <= 2 else -1.0
        return 1.0 if s.active == owner and die >= 5 else -1.0
    if card == "cancel":
        return _score_cancel(g, seat)
    if kind in AHEAD:
        return 1.5 if mine and (owner == seat or not s.captured) else -1.0
    if kind in BACK:
        near_jewel = not s.captured and g.board.vulkar_dist[s.pos[s.active]] <= 6
        return 2.0 if s.active == owner or near_jewel else -1.0
    return -1.0


def _score_cancel(g: Game, seat: int) -> float:
    """Cancel what hurts: anything played on this seat or its cards, anything the owner plays."""
    frame = g.s.stack[-2]  # the card that may be answered
    if KINDS[frame.n] == "cancel":
        return 2.0 if g.s.stack[-4].seat == seat else -1.0
    if frame.pawn == seat or g.s.owner == frame.seat:
        return 2.0
    name = KINDS[frame.n]
    return 2.0 if name == "fake_jewel" and g.s.active == seat else -1.0


def score_act(g: Game, ask: Ask, seat: int, answer: Answer) -> float:
    """Own turn and windows: a card that is worth it, else the roll, the end or a pass."""
    word = answer[0]
    if word == "play":
        on = answer[2] if len(answer) > 2 else None
        return score_play(g, ask, seat, answer[1], on)
    if word == "use":
        return score_use(g, ask, seat, answer)
    if word == "give_jewel":
        mine, theirs = (g.s.pos[p] for p in (seat, g.seats.index(answer[1])))
        return 0.5 if g.board.plain_dist[theirs] + 4 < g.board.plain_dist[mine] else -1.0
    if word == "token":
        return 1.0 if len(g.s.hands[seat]) <= 1 and g.s.owner != seat else -1.0
    if answer == ["roll", "dock"]:
        return 0.5
    if answer == ["roll", "cave"]:
        at = g.s.pos[seat]
        return 0.1 if goal_distance(g, seat, at) > 25 else -0.1
    return 0.0


def score_target(g: Game, ask: Ask, seat: int, answer: Answer) -> float:
    """Never oneself where another can be aimed at; else the leader."""
    target = g.seats.index(answer[1])
    return -500.0 if not g.opposed(seat, target) else leads(g, target)


def score_route(g: Game, ask: Ask, seat: int, answer: Answer) -> float:
    """Routes that sweep over rivals and spare oneself."""
    on = set(g.board.route_spaces[g.board.by_route[answer[1]]])
    total = 0.0
    for pawn, at in enumerate(g.s.pos):
        if at in on:
            total += 1 if g.opposed(seat, pawn) else -50
    return total


def score_cave(g: Game, ask: Ask, seat: int, answer: Answer) -> float:
    """The cave that is nearest to the goal."""
    at = g.s.pos[seat] if answer == ["stay"] else g.board.index[answer[1]]
    return -goal_distance(g, seat, at)


def score_torch(g: Game, ask: Ask, seat: int, answer: Answer) -> float:
    """Light it; and of two dice, the cave that is nearest to the goal."""
    if answer[0] != "die":
        return 1.0 if answer[0] == "use" else 0.0
    at = g.board.caves.get(answer[1], g.s.pos[seat])
    return -goal_distance(g, seat, at) - (5 if answer[1] == 1 else 0)


SCORES: Final[dict[str, Callable[[Game, Ask, int, Answer], float]]] = {
    "act": score_act,
    "respond": score_act,
    "move": score_move,
    "rest": score_move,
    "target": score_target,
    "route": score_route,
    "cave": score_cave,
    "slide": score_move,
    "torch": score_torch,
    "torch_die": score_torch,
    **ITEM_SCORES,
}
