"""The 1986 game: state, shared tables and the small operations that its steps are made of."""

from __future__ import annotations

import random
from typing import Any, ClassVar

from vulkar.errors import VulkarError
from vulkar.facts import Fact, to_row
from vulkar.maps import IslandMap
from vulkar.rules.classic import (
    explain,
    flows,
    imagine,
    steps_cards,
    steps_fireball,
    steps_move,
    steps_roll,
    steps_turn,
    steps_window,
    view,
)
from vulkar.rules.classic.board import Board, board_of
from vulkar.rules.classic.cards import HAND_LIMIT
from vulkar.rules.classic.flows import AHEAD, ROLLED
from vulkar.rules.classic.items import steps_attack, steps_dig, steps_use, steps_way
from vulkar.rules.classic.items.flows import ALL_FLOWS
from vulkar.rules.classic.items.reach import item_terms
from vulkar.rules.classic.items.state import ItemState
from vulkar.rules.classic.options import Options, make_options
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
from vulkar.rules.classic.state import FREE, LYING, NOWHERE, ClassicState
from vulkar.rules.core import (
    Ask,
    BaseGame,
    Frame,
    Refused,
    Result,
    Sink,
    Table,
    View,
    compile_flows,
)


def _functions() -> dict[str, Any]:
    core = (steps_turn, steps_window, steps_cards, steps_roll, steps_move, steps_fireball)
    modules = (*core, steps_use, steps_dig, steps_attack, steps_way)
    return {k: v for m in modules for k, v in vars(m).items() if callable(v)}


class Game(BaseGame[ClassicState]):
    """One 1986 game.

    ``island``: a ``vulkar.maps.IslandMap``. ``seats``: the pawn's name of each seat, in clockwise
    seat order (2-4). ``options`` change single readings of the preset. Raises ``VulkarError``.
    """

    TABLE: ClassVar[Table] = compile_flows(ALL_FLOWS, _functions())

    def __init__(
        self,
        island: IslandMap,
        preset: str,
        seats: tuple[str, ...],
        options: dict[str, object] | None = None,
        sink: Sink | None = None,
    ) -> None:
        if not 2 <= len(seats) <= 4 or len(set(seats)) != len(seats):
            raise VulkarError("pawns.bad", seats=", ".join(seats))
        self.board: Board = board_of(island)
        self.preset = preset
        self.options: Options = make_options(preset, options)
        self.seats = tuple(seats)
        n = len(seats)
        turn = 1 if self.options.turn_direction == "clockwise" else -1
        self.left = tuple(tuple((i + turn * k) % n for k in range(1, n)) for i in range(n))
        self.left_and_own = tuple((*left, seat) for seat, left in enumerate(self.left))
        self.team = _teams(self.seats, self.options)
        self.team_seats = tuple(
            tuple(i for i in range(n) if self.team[i] == t) for t in range(max(self.team) + 1)
        )
        self.teamed = self.options.teams != "none"
        self.s = ClassicState(n, self.board.start, self.board.vulkar, len(self.board.sources))
        if self.options.items != "off":
            self.s.inv = ItemState(n)
        self.ask = None
        self.result = None
        self.sink = sink
        start = self.board.names[self.board.start]
        for pawn in self.seats:
            self.emit("placed", pawn=pawn, space=start, posture="up", why="setup")
        self.s.stack.append(Frame(flows.GAME, n=(1 << n) - 1))
        self.resume()
        self.sink = None

    def _share(self, new: Game) -> None:
        new.board = self.board
        new.preset = self.preset
        new.options = self.options
        new.seats = self.seats
        new.left = self.left
        new.left_and_own = self.left_and_own
        new.team = self.team
        new.team_seats = self.team_seats
        new.teamed = self.teamed

    # --- for the table --------------------------------------------------------------------------
    def standing(self) -> dict[str, str]:
        """Pawn -> space id, every pawn on the board, lying ones included."""
        names = self.board.names
        return {pawn: names[at] for pawn, at in zip(self.seats, self.s.pos, strict=True)}

    def lying(self) -> tuple[str, ...]:
        """The pawns that lie on their side in a pit."""
        return tuple(p for p, o in zip(self.seats, self.s.out, strict=True) if o == LYING)

    def view(self, seat: int) -> View:
        """What ``seat`` may know."""
        return view.view_of(self, seat)

    def imagine(self, seat: int, rng: random.Random) -> Game:
        """A game that ``seat`` cannot tell from this one: what is hidden from it is dealt anew."""
        return imagine.imagine(self, seat, rng)

    def offers(self, seat: int) -> list[list[str]]:
        """What ``seat`` could play in the window that waits now, asked or not yet: its own to know.

        Its own counterpart of ``ask.legal``, for tables that hear all seats at the same time.
        """
        return steps_window.offers(self, seat)

    def explain(self, ask: Ask, value: Any) -> Refused:
        """The refusal of an answer that is not legal."""
        return explain.explain(self, ask, value)

    def check_world(self, ask: Ask, value: Any) -> Any:
        """The facts of a rolled fireball, checked."""
        return steps_fireball.check_facts(self, value)

    def report(self, fact: Fact, sink: Sink | None = None) -> None:
        """The island was bumped. Only a rolled fireball counts, so the piece is set back."""
        pawn = getattr(fact, "pawn", None)
        if pawn is not None and pawn not in self.seats:
            raise Refused("C86.world.pawn", f"There is no pawn {pawn!r} in this game.")
        if self.result is not None:
            return
        if sink is not None:
            self.sink = sink
            space = self.standing().get(pawn) if pawn else None
            self.emit("restored", fact=to_row(fact), pawn=pawn, space=space)
            self.sink = None

    # --- small questions ------------------------------------------------------------------------
    def seats_left_of(self, seat: int) -> tuple[int, ...]:
        """The other seats, clockwise, the left neighbour first."""
        return self.left[seat]

    def may_take(self, seat: int, other: int) -> bool:
        """Whether ``seat`` can take a card from ``other``: an opponent, not protected, has one."""
        s = self.s
        if self.team[other] == self.team[seat]:
            return False
        return bool(s.hands[other]) and not (s.owner == other and s.token[other] == 1)

    def mates(self, seat: int) -> tuple[int, ...]:
        """The seats of a team, ``seat`` included; alone, it is a team of its own."""
        return self.team_seats[self.team[seat]]

    def opposed(self, seat: int, other: int) -> bool:
        """Whether two seats play against each other."""
        return self.team[seat] != self.team[other]

    def dock_open(self, pawn: int) -> bool:
        """Team play: the Dock may be entered without the jewel, not by the last piece off it."""
        s, dock = self.s, self.board.dock
        if not self.teamed:
            return False
        return s.owner >= 0 or any(at != dock for p, at in enumerate(s.pos) if p != pawn)

    def occupied_by_others(self, pawn: int) -> frozenset[int]:
        """Spaces with room for one piece on which another piece stands."""
        many = self.board.many
        return frozenset([at for p, at in enumerate(self.s.pos) if p != pawn and not many[at]])

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
            NONE if back else self.jewel_from(pawn),
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

    def jewel_from(self, pawn: int) -> frozenset[int]:
        """Spaces that a passer-by takes the jewel from: under its owner, or where it lies loose."""
        s = self.s
        if s.owner >= 0:
            at = s.pos[s.owner]
            takes = self.steals_from(pawn) and self.board.trail[at]
            return frozenset((at,)) if takes else NONE
        return frozenset((s.jewel_at,)) if s.captured else NONE

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
            terms = item_terms(self, terms, pawn, AHEAD)
        return find_paths(self.board, self.s.pos[pawn], count, (), terms)

    def roll_paths(self, pawn: int, count: int) -> tuple[Path, ...]:
        """The ways of a rolled move."""
        terms = self.terms(pawn)
        if self.s.inv is not None:
            terms = item_terms(self, terms, pawn, ROLLED)
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
            terms = item_terms(self, terms, pawn, mode)
        if s.owner == pawn and o.jewel_one_way and o.mid_move_capture == "reverse":
            back = o.owner_on_low_road == "back_to_high_road"
            terms = terms._replace(dist=one_way_distances(self.board, here, back))
            return find_paths(self.board, here, left, (), terms)
        if s.owner == pawn and o.jewel_one_way:
            terms = terms._replace(owner=OWNER_FINISHING, low_road=False)
        return find_paths(self.board, here, left, visited, terms)

    # --- small changes --------------------------------------------------------------------------
    def jewel_to(self, owner: int, why: str) -> None:
        """Gives the jewel to a seat."""
        s = self.s
        s.owner, s.jewel_at = owner, NOWHERE
        self.emit("jewel", owner=self.seats[owner], space=None, why=why)
        self.check_win()

    def jewel_down(self, space: int, why: str) -> None:
        """Lays the jewel on a space."""
        s = self.s
        s.owner, s.jewel_at = -1, space
        self.emit("jewel", owner=None, space=self.board.names[space], why=why)

    def take_token(self, seat: int) -> None:
        """A piece that lands on or passes Witchlord Step takes its token, once a game."""
        if self.s.token[seat] == 0:
            self.s.token[seat] = 1
            self.emit("token", seat=seat, pawn=self.seats[seat], what="taken")

    def to_fill(self, seat: int) -> int:
        """How many cards are missing from a full hand."""
        return HAND_LIMIT - len(self.s.hands[seat])

    def active_is_out(self) -> bool:
        """Whether the active seat lost the rest of its turn."""
        s = self.s
        return s.over == 1 or s.out[s.active] != FREE

    def check_win(self) -> None:
        """After an arrival or a change of owner: the owner's whole team on the Dock wins."""
        s = self.s
        if s.owner >= 0 and all(s.pos[m] == self.board.dock for m in self.mates(s.owner)):
            self.win(s.owner, "dock")

    def win(self, seat: int, reason: str) -> None:
        """Ends the game for the team of ``seat``."""
        team = self.mates(seat)
        self.result = Result(team, reason)
        more = {"partner": self.seats[next(m for m in team if m != seat)]} if team[1:] else {}
        self.emit("won", seat=seat, pawn=self.seats[seat], reason=reason, **more)


def _teams(seats: tuple[str, ...], options: Options) -> tuple[int, ...]:
    """The team of each seat. Raises ``VulkarError("teams.four")``."""
    if options.teams == "none":
        return tuple(range(len(seats)))
    if len(seats) != 4:
        raise VulkarError("teams.four", seats=", ".join(seats))
    return tuple(seat % 2 for seat in range(4))
