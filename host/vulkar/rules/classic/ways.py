"""Which ways a piece may take: the terms of every kind of move, from state and options."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from vulkar.rules.classic.board import Board
from vulkar.rules.classic.flows import AHEAD, ROLLED
from vulkar.rules.classic.items.reach import item_terms
from vulkar.rules.classic.options import Options
from vulkar.rules.classic.paths import (
    NO_OWNER,
    NONE,
    OWNER_FINISHING,
    OWNER_FREE,
    OWNER_ONE_WAY,
    Path,
    Terms,
    find_paths,
    one_way_distances,
)
from vulkar.rules.classic.state import ClassicState

if TYPE_CHECKING:
    from vulkar.rules.classic.game import Game


class Ways:
    """The part of a game that enumerates moves. ``Game`` sets all of its fields."""

    board: Board
    options: Options
    s: ClassicState
    team: tuple[int, ...]
    teamed: bool

    def dock_open(self, pawn: int) -> bool:
        """Team play: the Dock may be entered without the jewel, not by the last piece off it."""
        s, dock = self.s, self.board.dock
        if not self.teamed:
            return False
        return s.owner >= 0 or any(at != dock for p, at in enumerate(s.pos) if p != pawn)

    def occupied_by_others(self, pawn: int) -> Path:
        """Spaces with room for one piece on which another piece stands."""
        many = self.board.many
        return tuple([at for p, at in enumerate(self.s.pos) if p != pawn and not many[at]])

    def terms(self, pawn: int, *, back: bool = False) -> Terms:
        """The terms of a move of ``pawn`` from where it stands."""
        s, board, o = self.s, self.board, self.options
        here = s.pos[pawn]
        owner, caves = NO_OWNER, True
        dist: tuple[int, ...] = ()
        if s.owner == pawn:
            caves = not o.jewel_one_way
            if back or not o.jewel_one_way:
                owner = OWNER_FREE
            else:
                owner = OWNER_ONE_WAY
                dist = one_way_distances(board, here, o.owner_on_low_road == "back_to_high_road")
        return Terms(  # by place: this is the engine's hottest constructor
            self.occupied_by_others(pawn),
            () if back else self.jewel_from(pawn),
            dist,
            (),  # way
            owner,
            not s.captured,  # jewel_on_vulkar
            back,
            caves,
            NONE,  # caves_barred
            True,  # low_road
            s.climbing[pawn] == 1 and o.climb_to_top and not back,
            o.plateau_stops,
            o.dead_end == "may_stop",
            not back and self.teamed and self.dock_open(pawn),
            s.captured == 1 and o.vulkar_after == "stops",
        )

    def jewel_from(self, pawn: int) -> Path:
        """Spaces that a passer-by takes the jewel from: under its owner, or where it lies loose."""
        s = self.s
        if s.owner >= 0:
            at = s.pos[s.owner]
            takes = self.steals_from(pawn) and self.board.trail[at]
            return (at,) if takes else ()
        return (s.jewel_at,) if s.captured else ()

    def steals_from(self, pawn: int) -> bool:
        """Whether ``pawn`` takes the jewel from its owner in passing: an opponent, and in time."""
        s = self.s
        if s.owner < 0 or self.team[s.owner] == self.team[pawn]:
            return False
        return self.options.steals_per_turn == "unlimited" or not s.stole >> pawn & 1

    def ahead_paths(self, count: int) -> tuple[Path, ...]:
        """The ways of a Move Ahead of the active pawn; none where there is no roll to replace."""
        pawn = self.s.active
        board, out_of, here = self.board, self.options.ahead_out_of, self.s.pos[pawn]
        if here == board.dock or (out_of != "anywhere" and board.is_cave[here]):
            return ()
        if out_of == "trail_only" and (here in board.rock_chip or here == board.water):
            return ()
        terms = self.terms(pawn)
        if self.options.ahead_and_caves == "no_ending":
            barred = frozenset(self.board.caves[n] for n in (4, 5, 6))
            terms = terms._replace(caves_barred=barred)
        if self.s.inv is not None:
            terms = item_terms(cast("Game", self), terms, pawn, AHEAD)
        return find_paths(self.board, self.s.pos[pawn], count, (), terms)

    def roll_paths(self, pawn: int, count: int) -> tuple[Path, ...]:
        """The ways of a rolled move."""
        terms = self.terms(pawn)
        if self.s.inv is not None:
            terms = item_terms(cast("Game", self), terms, pawn, ROLLED)
        return find_paths(self.board, self.s.pos[pawn], count, (), terms)

    def back_paths(self, count: int) -> tuple[Path, ...]:
        """The ways of a Move Back of the active pawn: any before it moved, else where it came."""
        s, board = self.s, self.board
        pawn = s.active
        here = s.pos[pawn]
        if board.is_cave[here] or here in board.rock_chip or here in (board.water, board.dock):
            return ()
        terms = self.terms(pawn, back=True)
        trail = s.trail[pawn]
        if len(trail) > 1 and self.options.back_way == "came_from":
            terms = terms._replace(way=self.way_back(trail))
        return find_paths(board, here, count, (), terms)

    def way_back(self, trail: Path) -> Path:
        """The steps of ``trail`` backwards, up to a pit, the water or a cave it came from."""
        way: list[int] = []
        here = trail[-1]
        for there in trail[-2::-1]:
            if there not in self.board.next[here]:
                break
            way.append(there)
            here = there
        return tuple(way)

    def rest_paths(
        self, pawn: int, here: int, left: int, visited: Path, mode: int
    ) -> tuple[Path, ...]:
        """The ways on from ``here`` in mid-move, after the jewel changed hands or nearly did."""
        s, o = self.s, self.options
        terms = self.terms(pawn)
        if s.inv is not None:
            terms = item_terms(cast("Game", self), terms, pawn, mode)
        if s.owner == pawn and o.jewel_one_way and o.mid_move_capture == "reverse":
            back = o.owner_on_low_road == "back_to_high_road"
            terms = terms._replace(dist=one_way_distances(self.board, here, back))
            return find_paths(self.board, here, left, (), terms)
        if s.owner == pawn and o.jewel_one_way:
            terms = terms._replace(owner=OWNER_FINISHING, low_road=False)
        return find_paths(self.board, here, left, visited, terms)
