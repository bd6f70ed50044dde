"""Steps of the flow ``move``: the way, what is taken on it, caves (003, moving)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vulkar.rules.core import CHANCE
from vulkar.rules.curse.cards import COLOURS, OLD_MAP
from vulkar.rules.curse.state import ABOARD, BACK, ITS_PLACE, more
from vulkar.rules.flow import Frame, Outcome

if TYPE_CHECKING:
    from vulkar.rules.curse.game import Game

Path = tuple[int, ...]
LEAVE = -1


def move_start(g: Game, f: Frame) -> Outcome:
    cave = g.board.is_cave[g.s.pos[f.pawn]]
    return "cave" if cave and not f.mode else "walk"


def move_choose(g: Game, f: Frame) -> Outcome:
    paths = g.paths(f.pawn, f.n)
    name = g.pawns[f.pawn]
    if not paths:
        g.emit("cannot_move", pawn=name)
        return "stay"
    legal = [g.board.move_answer(p) for p in paths]
    data = {"count": f.n, "from": g.board.names[g.s.pos[f.pawn]]}
    return g.pose(f, f.seat, "move", name, legal, paths, data)


def move_choose_take(g: Game, f: Frame, code: Path) -> Outcome:
    f.path = code
    g.emit("moving", pawn=g.pawns[f.pawn], path=g.board.ids(code), by=f.seat)
    return "chosen"


def move_walk(g: Game, f: Frame) -> Outcome:
    """Goes along the way until there is something to decide. ``m`` counts what is done with."""
    s, board, p = g.s, g.board, f.pawn
    last = len(f.path) - 1
    while f.m <= last:
        i, f.m = f.m, f.m + 1
        here = f.path[i] if i >= 0 else s.pos[p]
        if i >= 0 and g.other_at(here, p) >= 0:
            if _asks_for_the_heart(g, f, here):
                return None
            continue
        if here == board.helipad and i >= 0:
            g.at_helipad(p, landed=i == last)
        lands = i == last
        takes = lands if g.options.landing_takes else not lands
        if (takes or (g.options.landing_takes and 0 <= i < last)) and _asks(g, f, here):
            return None
    return _land(g, f)


def _land(g: Game, f: Frame) -> Outcome:
    s, board, p = g.s, g.board, f.pawn
    here = f.path[-1]
    f.n -= g.counted(f.path, p)
    s.pos[p] = here
    g.emit("moved", pawn=g.pawns[p], path=board.ids(f.path), to=board.names[here], by=f.seat)
    f.path = ()
    f.m = 0
    if board.is_cave[here]:
        return "cave"
    if here == board.copter and s.copter == BACK:
        s.posture[p] = ABOARD
        g.emit("copter_boarded", pawn=g.pawns[p], seat=f.seat)
    return "there"


def _asks_for_the_heart(g: Game, f: Frame, here: int) -> bool:
    """Whether the pawn that is jumped over holds the Heart, and the question that it leads to."""
    holder = g.other_at(here, f.pawn)
    if g.s.heart != holder or g.options.heart_theft != "passing":
        return False
    data = {"from": g.pawns[holder]}
    legal = [["steal", "heart"], ["leave"]]
    g.pose(f, f.seat, "steal", g.pawns[f.pawn], legal, [("steal", 0), ("leave", 0)], data)
    return True


def _asks(g: Game, f: Frame, here: int) -> bool:
    """Poses the question of what lies at a space, if anything does that may be taken."""
    s, board = g.s, g.board
    legal: list[list[str]] = []
    codes: list[tuple[str, int]] = []
    urn, shot = board.urns_at[here], board.shots_at[here]
    if urn >= 0:
        for colour, n in enumerate(s.urns[urn]):
            if n:
                legal.append(["take", COLOURS[colour]])
                codes.append(("treasure", urn * len(COLOURS) + colour))
    if shot >= 0 and g.may_photograph(f.seat, shot):
        legal.append(["take", board.shots[shot]])
        codes.append(("snapshot", shot))
    if here == board.heart and s.heart == ITS_PLACE:
        legal.append(["take", "heart"])
        codes.append(("heart", 0))
    if not legal:
        return False
    legal.append(["leave"])
    codes.append(("leave", 0))
    data = {"space": board.names[here]}
    g.pose(f, f.seat, "take", g.pawns[f.pawn], legal, codes, data)
    return True


def move_walk_take(g: Game, f: Frame, code: tuple[str, int]) -> Outcome:
    s, p = g.s, f.pawn
    what, n = code
    name = g.pawns[p]
    if what == "treasure":
        urn, colour = divmod(n, len(COLOURS))
        s.urns[urn] = more(s.urns[urn], colour, -1)
        s.treasures[p] = more(s.treasures[p], colour)
        g.emit("treasure_taken", pawn=name, treasure=COLOURS[colour], urn=g.board.urns[urn])
    elif what == "snapshot":
        s.shots_left = more(s.shots_left, n, -1)
        s.shots[f.seat] = more(s.shots[f.seat], n)
        g.emit("snapshot_taken", pawn=name, seat=f.seat, colour=g.board.shots[n])
    elif what == "heart":
        s.heart = p
        g.emit("heart_taken", pawn=name, why="taken", robbed=None)
        g.add_to_scar("heart")
    elif what == "steal":
        robbed, s.heart = s.heart, p
        g.emit("heart_taken", pawn=name, why="stolen", robbed=g.pawns[robbed])
    return "taken"


def move_cave(g: Game, f: Frame) -> Outcome:
    """A die names the cave that the pawn comes out of, or an old map does."""
    if OLD_MAP not in g.s.souvenirs[f.seat]:
        return "die"
    numbers = sorted(g.board.caves)
    legal: list[list[object]] = [["roll"], *(["old_map", n] for n in numbers)]
    return g.pose(f, f.seat, "cave", g.pawns[f.pawn], legal, [0, *numbers], {})


def move_cave_take(g: Game, f: Frame, code: int) -> Outcome:
    if not code:
        return "die"
    g.use_souvenir(f.seat, OLD_MAP)
    f.m = code
    return "named"


def move_die(g: Game, f: Frame) -> Outcome:
    sides = list(range(1, 7))
    data = {"ordinal": g.s.dice, "why": "cave"}
    return g.pose(f, CHANCE, "die", g.pawns[f.pawn], sides, sides, data)


def move_die_take(g: Game, f: Frame, code: int) -> Outcome:
    g.s.dice += 1
    g.emit("cave_die", pawn=g.pawns[f.pawn], n=code)
    f.m = code
    return "rolled"


def move_goal(g: Game, f: Frame) -> Outcome:
    """A free cave of that number, the own one included; none: the move is over (003:141)."""
    free = [c for c in g.board.caves.get(f.m, ()) if g.other_at(c, f.pawn) < 0]
    if not free:
        g.emit("cave_full", pawn=g.pawns[f.pawn], n=f.m)
        return "stay"
    legal = [["cave", g.board.names[c]] for c in free]
    return g.pose(f, f.seat, "goal", g.pawns[f.pawn], legal, free, {"n": f.m})


def move_goal_take(g: Game, f: Frame, code: int) -> Outcome:
    g.s.pos[f.pawn] = code
    f.m, f.mode = 0, 1
    g.emit("cave_left", pawn=g.pawns[f.pawn], to=g.board.names[code])
    return "moved" if f.n > 0 else "stay"
