"""Steps of the flows ``roll`` and ``fall``: marbles, who fell, what it costs (003, safety)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vulkar.errors import VulkarError
from vulkar.facts import (
    BridgeDown,
    Fact,
    Fell,
    Hit,
    MarbleOff,
    NeverLeft,
    NotPushed,
    OffBoard,
    from_row,
)
from vulkar.rules.core import WORLD, Refused
from vulkar.rules.curse.cards import ROPE
from vulkar.rules.curse.flows import FALL
from vulkar.rules.curse.ids import refuse
from vulkar.rules.curse.state import LYING, UP
from vulkar.rules.curse.steps_setup import draw_souvenir
from vulkar.rules.flow import Frame, Outcome

if TYPE_CHECKING:
    from vulkar.rules.curse.game import Game

EMBER = 1  # ROLL.mode
IDOL_SOURCE = "idol"


def roll_push(g: Game, f: Frame) -> Outcome:
    """All marbles of the Scar at once, or one ember; the way is as idol and trees stand."""
    s, board = g.s, g.board
    if f.mode == EMBER:
        source, facing, marbles = board.embers[f.n], None, 1
    else:
        source, facing, marbles = IDOL_SOURCE, board.facings[s.facing], s.scar
    data: dict[str, Any] = {
        "route": board.route(source, facing, s.trees),
        "source": source,
        "home": source,
        "marbles": marbles,
        "target": None,
        "standing": g.standing(),
        "by": f.seat,
        "ordinal": s.rolls,
    }
    return g.pose(f, WORLD, "roll", None, (), (), data)


def check_facts(g: Game, value: Any) -> tuple[Fact, ...]:
    """The facts of a roll. Raises Refused for what cannot be true here."""
    if not isinstance(value, list):
        raise refuse("CUR.world.form")
    try:
        facts = tuple(from_row(row) for row in value)
    except VulkarError as exc:
        raise Refused("CUR.world.form", str(exc)) from exc
    board = g.board
    for fact in facts:
        if isinstance(fact, (Hit, Fell, OffBoard)):
            check_pawn(g, fact.pawn)
        if isinstance(fact, Fell):
            for place in fact.spaces:
                if place not in board.index and place not in board.areas:
                    raise refuse("CUR.world.place", f"There is no place {place!r}.")
        if isinstance(fact, BridgeDown) and (
            fact.bridge not in board.index or not board.unstable[board.index[fact.bridge]]
        ):
            raise refuse("CUR.world.bridge", f"{fact.bridge!r} is neither bridge nor ladder.")
    return facts


def check_pawn(g: Game, pawn: str) -> None:
    """Raises Refused for a pawn that is not in the game, or cannot fall where it is."""
    if pawn not in g.pawns:
        raise refuse("CUR.world.pawn", f"There is no pawn {pawn!r} in this game.")
    p = g.pawns.index(pawn)
    if not g.on_island(p):
        raise refuse("CUR.world.aboard", f"{pawn} is not on the island.")


def roll_push_take(g: Game, f: Frame, code: tuple[Fact, ...]) -> Outcome:
    s = g.s
    s.rolls += 1
    if NotPushed() in code:
        g.emit("marbles_again", by=f.seat)
        return "again"
    off = f.mode == EMBER and MarbleOff() in code
    fell = {} if NeverLeft() in code else fallen(g, code)
    order = [p for p in g.in_order(f.seat) if p in fell]
    pays = [p for p in order if s.posture[p] == UP or fell[p] is None]
    g.emit(
        "marbles_rolled",
        by=f.seat,
        fell=[g.pawns[p] for p in order],
        off=[g.pawns[p] for p in order if fell[p] is None],
        marble_off=off,
        left=NeverLeft() not in code,
    )
    if off:  # all stand again where they stood (003:179)
        return "off"
    for p in order:
        lay(g, p, fell[p])
    f.path = tuple(pays)
    return "fell"


def fallen(g: Game, facts: tuple[Fact, ...]) -> dict[int, tuple[str, ...] | None]:
    """Who fell: the places that each lies across, None off the island."""
    out: dict[int, tuple[str, ...] | None] = {}
    for fact in facts:
        if isinstance(fact, BridgeDown):
            p = g.other_at(g.board.index[fact.bridge], -1)
            if p >= 0:
                out.setdefault(p, ())
        elif isinstance(fact, Fell):
            out[g.pawns.index(fact.pawn)] = fact.spaces
    for fact in facts:
        if isinstance(fact, OffBoard):
            out[g.pawns.index(fact.pawn)] = None
    return out


def lay(g: Game, p: int, places: tuple[str, ...] | None) -> None:
    """Lays a pawn down: where it lies, and where it may rise."""
    s, board = g.s, g.board
    at = s.pos[p]
    s.posture[p] = LYING
    if places is None:
        s.lies[p] = s.rise[p] = ()
        s.pos[p] = -1
        g.emit("pawn_fell", pawn=g.pawns[p], places=[], off=True)
        return
    spaces = tuple(dict.fromkeys(board.index[i] for i in places if i in board.index))
    ends = tuple(i for a in places if a in board.areas for i in board.areas[a])
    s.lies[p] = spaces
    if spaces:
        s.pos[p] = spaces[0]
    # no place named: it lies beside the trail, nearest to where it stood
    s.rise[p] = (*spaces, *ends) or ((at, *board.near[at]) if at >= 0 else ())
    g.emit("pawn_fell", pawn=g.pawns[p], places=list(places), off=False)


def roll_falls(g: Game, f: Frame) -> Outcome:
    if not f.path:
        return "over"
    pawn, f.path = f.path[0], f.path[1:]
    g.push(Frame(FALL, seat=f.seat, pawn=pawn))
    return None


def roll_fine(g: Game, f: Frame) -> Outcome:
    """The ember left the island: who pushed it pays one treasure to the pit."""
    if not g.belongings(f.pawn):
        return "over"
    g.push(Frame(FALL, seat=-1, pawn=f.pawn, mode=1))
    return None


def fall_rope(g: Game, f: Frame) -> Outcome:
    """Nothing to lose, or a rope that keeps it."""
    if not g.belongings(f.pawn):
        return "kept"
    seat = g.owner(f.pawn)
    if f.mode or ROPE not in g.s.souvenirs[seat]:
        return "falls"
    legal = [["rope"], ["fall"]]
    return g.pose(f, seat, "rope", g.pawns[f.pawn], legal, [1, 0], {})


def fall_rope_take(g: Game, f: Frame, code: int) -> Outcome:
    if not code:
        return "falls"
    g.use_souvenir(g.owner(f.pawn), ROPE)
    return "kept"


def fall_lose(g: Game, f: Frame) -> Outcome:
    """The loser picks one of its treasures, the Heart is one of them (row 42, 78)."""
    own = g.owner(f.pawn)
    asker = own
    if g.options.treasure_picked_by == "taker" and f.seat >= 0:
        asker = f.seat
    held = g.belongings(f.pawn)
    legal = [["lose", g.token_name(t)] for t in held]
    data = {"to": None if f.seat in (-1, own) else g.pawns[g.s.pawn]}
    return g.pose(f, asker, "lose", g.pawns[f.pawn], legal, held, data)


def fall_lose_take(g: Game, f: Frame, code: int) -> Outcome:
    own = g.owner(f.pawn)
    to = -1 if f.seat in (-1, own) else g.s.pawn
    g.give(f.pawn, to, code)
    g.emit(
        "treasure_lost",
        pawn=g.pawns[f.pawn],
        treasure=g.token_name(code),
        to=None if to < 0 else g.pawns[to],
    )
    return "lost"


def fall_thank(g: Game, f: Frame) -> Outcome:
    """A souvenir for who felled the pawn, or for who fell (row 71); none where nobody did it."""
    if f.mode or f.seat < 0:
        return "drawn"
    draw_souvenir(g, f.seat if g.options.souvenir_to == "feller" else g.owner(f.pawn))
    return None
