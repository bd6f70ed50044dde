"""What an answer is worth to a seat of the 2018 game, in points of the final count, roughly."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from vulkar.rules.core import Answer, Ask
from vulkar.rules.curse.cards import ACTION_IDS, ACTIONS, COLOURS, SOUVENIRS, STRIDE
from vulkar.rules.curse.score import HEART, PENNY, SETS, SNAPSHOT
from vulkar.rules.curse.state import ABOARD, BACK, ITS_PLACE, LYING

if TYPE_CHECKING:
    from vulkar.rules.curse.game import Game

STEP: Final = 0.5  # what a step farther from what is sought costs
SOUVENIR: Final = 1.0  # what a souvenir in hand is worth
HOME: Final = 12.0  # being aboard once the helicopter is back
EFFECT: Final = {"cataclysm": 0.6, "ember": 0.5, "idol": 0.2, "tree": 0.1}


def colours(g: Game, seat: int) -> list[int]:
    """How many treasures of each colour the seat's pawns hold together."""
    return [sum(g.s.treasures[p][k] for p in g.pawns_of[seat]) for k in range(len(COLOURS))]


def token_worth(g: Game, seat: int, token: str, lost: bool = False) -> float:
    """What one more token is worth, or the one that would be lost."""
    if token == "heart":
        return HEART
    if token == "penny":
        return PENNY
    have = colours(g, seat)[COLOURS.index(token)] - int(lost)
    here, more = (SETS[min(n, len(SETS) - 1)] for n in (have, have + 1))
    return more - here + 0.1 * have


def gain_at(g: Game, seat: int, space: int) -> float:
    """What can be taken at a space."""
    s, board = g.s, g.board
    urn, shot = board.urns_at[space], board.shots_at[space]
    gain = 0.0
    if urn >= 0:
        gain += max(
            (token_worth(g, seat, COLOURS[k]) for k, n in enumerate(s.urns[urn]) if n), default=0.0
        )
    if shot >= 0 and g.may_photograph(seat, shot):
        gain += SNAPSHOT
    if space == board.heart and s.heart == ITS_PLACE:
        gain += HEART
    return gain


def sought(g: Game, seat: int) -> list[float]:
    """For each space how well it lies: the best that can be had from it, less the steps there."""
    board = g.board
    whole = all(n == len(g.pawns_of[seat]) for n in g.s.shots[seat])
    home = g.s.copter == BACK or whole
    value = [0.0 if home else gain_at(g, seat, i) for i in range(len(board.names))]
    if home:
        value[board.helipad] = HOME
    best = value[:]
    queue = deque(sorted(range(len(best)), key=lambda i: -best[i]))
    while queue:
        here = queue.popleft()
        for there in board.near[here]:
            if best[here] - STEP > best[there]:
                best[there] = best[here] - STEP
                queue.append(there)
    return best


def path_worth(g: Game, seat: int, pawn: int, path: tuple[int, ...], lies: list[float]) -> float:
    """What a way gives: all that it passes, and where it ends."""
    s, board = g.s, g.board
    end = path[-1]
    if end == board.copter and s.copter == BACK:
        return 2 * HOME
    total = lies[end]
    for space in (s.pos[pawn], *path[:-1]):
        other = g.other_at(space, pawn)
        if other >= 0:
            total += HEART if s.heart == other and g.owner(other) != seat else 0.0
        else:
            total += gain_at(g, seat, space)
    return total


def _card(g: Game, ask: Ask, seat: int, answer: Answer) -> float:
    pawn = g.pawns.index(ask.pawn or "")
    action = ACTIONS[ACTION_IDS.index(answer[1])]
    number, cost = action.number, 0.0
    if len(answer) > 2:
        number = number + 2 if SOUVENIRS.index(answer[2]) == STRIDE else 1
        cost = SOUVENIR
    value = EFFECT[action.effect] - cost
    if g.s.posture[pawn] == ABOARD:
        return value
    lies = sought(g, seat)
    return value + max(
        (path_worth(g, seat, pawn, path, lies) for path in g.paths(pawn, number)), default=0.0
    )


def _move(g: Game, ask: Ask, seat: int, answer: Answer) -> float:
    pawn = g.pawns.index(ask.pawn or "")
    path = tuple(g.board.index[i] for i in answer[1])
    return path_worth(g, seat, pawn, path, _kept(g, seat))


def _kept(g: Game, seat: int) -> list[float]:
    """``sought`` for the answers of one question: the game is the bot's own to write on."""
    kept: tuple[int, int, list[float]] | None = getattr(g, "_sought", None)
    if kept is None or kept[:2] != (g.s.number, seat):
        kept = (g.s.number, seat, sought(g, seat))
        g._sought = kept  # type: ignore[attr-defined]
    return kept[2]


def _space(g: Game, ask: Ask, seat: int, answer: Answer) -> float:
    return _kept(g, seat)[g.board.index[answer[1]]]


def _take(g: Game, ask: Ask, seat: int, answer: Answer) -> float:
    if answer[0] == "leave":
        return 0.0
    return SNAPSHOT if answer[1] in g.board.shots else token_worth(g, seat, answer[1])


def _cave(g: Game, ask: Ask, seat: int, answer: Answer) -> float:
    lies = _kept(g, seat)
    if answer[0] == "roll":
        return sum(lies[c] for caves in g.board.caves.values() for c in caves) / 12
    return max(lies[c] for c in g.board.caves[answer[1]]) - SOUVENIR


def _pays(g: Game, seat: int, route: str) -> float:
    """What marbles on a route bring: others' treasures, less the own."""
    total = 0.0
    spaces = g.board.source_map.routes[route].spaces
    for p, at in enumerate(g.s.pos):
        if at < 0 or g.s.posture[p] == LYING or g.board.names[at] not in spaces:
            continue
        held = len(g.belongings(p))
        if p in g.pawns_of[seat]:
            total -= 2.0 if held else 0.2
        else:
            total += 2.0 if held else 0.6
    return total


def _effect(g: Game, ask: Ask, seat: int, answer: Answer) -> float:
    s, board = g.s, g.board
    word = answer[0]
    facing = board.facings[s.facing]
    if word == "cataclysm":
        return _pays(g, seat, board.route("idol", facing, s.trees)) * math.sqrt(s.scar) + 0.1
    if word == "ember":
        return _pays(g, seat, board.route(answer[1], None, s.trees))
    if word in ("turn", "lever"):
        to = board.facings[(s.facing + (1 if answer[1] == "right" else -1)) % len(board.facings)]
        better = _pays(g, seat, board.route("idol", to, s.trees)) - _pays(
            g, seat, board.route("idol", facing, s.trees)
        )
        return 0.3 * better - (SOUVENIR if word == "lever" else 0.0)
    if word == "net":
        return token_worth(g, seat, answer[1]) - SOUVENIR
    return -0.05 if word == "tree" else 0.0


def _token(g: Game, ask: Ask, seat: int, answer: Answer) -> float:
    return token_worth(g, seat, answer[1])


def _lose(g: Game, ask: Ask, seat: int, answer: Answer) -> float:
    """The loser gives what it needs least; a taker takes what it needs most."""
    pawn = g.pawns.index(ask.pawn or "")
    if g.owner(pawn) != seat:
        return token_worth(g, seat, answer[1])
    return -token_worth(g, seat, answer[1], lost=True)


def _yes(g: Game, ask: Ask, seat: int, answer: Answer) -> float:
    return float(answer[0] in ("steal", "rope"))


SCORES: Final[dict[str, Callable[[Game, Ask, int, Answer], float]]] = {
    "card": _card,
    "stand": _space,
    "goal": _space,
    "move": _move,
    "take": _take,
    "steal": _yes,
    "cave": _cave,
    "effect": _effect,
    "token": _token,
    "rope": _yes,
    "lose": _lose,
}
