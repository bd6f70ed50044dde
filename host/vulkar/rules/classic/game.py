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
from vulkar.rules.classic.items import steps_attack, steps_dig, steps_use, steps_way
from vulkar.rules.classic.items.flows import ALL_FLOWS
from vulkar.rules.classic.items.state import ItemState
from vulkar.rules.classic.options import Options, make_options
from vulkar.rules.classic.state import FREE, LYING, NOWHERE, ClassicState
from vulkar.rules.classic.ways import Ways
from vulkar.rules.core import Ask, Refused, Result, Sink, View
from vulkar.rules.flow import Frame, Table, compile_flows
from vulkar.rules.game import TableGame


def step_functions() -> dict[str, Any]:
    """The functions of all steps, by the names that ``compile_flows`` looks for."""
    core = (steps_turn, steps_window, steps_cards, steps_roll, steps_move, steps_fireball)
    modules = (*core, steps_use, steps_dig, steps_attack, steps_way)
    return {k: v for m in modules for k, v in vars(m).items() if callable(v)}


class Game(Ways, TableGame[ClassicState]):
    """One 1986 game.

    ``island``: a ``vulkar.maps.IslandMap``. ``seats``: the pawn's name of each seat, in clockwise
    seat order (2-4). ``options`` change single readings of the preset. Raises ``VulkarError``.
    """

    TABLE: ClassVar[Table] = compile_flows(ALL_FLOWS, step_functions())
    RULESET = "classic"

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
        self._lay_out()
        self.ask = None
        self.result = None
        self.sink = sink
        start = self.board.names[self.board.start]
        for pawn in self.seats:
            self.emit("placed", pawn=pawn, space=start, posture="up", why="setup")
        self.s.stack.append(Frame(flows.GAME, n=(1 << n) - 1))
        self.resume()
        self.sink = None

    def _lay_out(self) -> None:
        """Changes the state before the first question; here there is nothing to change."""

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

    def marbles(self) -> dict[str, int]:
        """Source id -> how many marbles belong there: one in its cradle, the others beside it."""
        return dict(zip(self.board.sources, self.s.marbles, strict=True))

    @property
    def asks_who_fell(self) -> bool:
        """A touched piece only counts if it is knocked over."""
        return self.options.hit_rule == "knockdown"

    def view(self, seat: int | None) -> View:
        """What ``seat`` may know; None: what everybody may."""
        return view.view_of(self, seat)

    def imagine(self, seat: int, rng: random.Random) -> Game:
        """A game that ``seat`` cannot tell from this one: what is hidden from it is dealt anew."""
        return imagine.imagine(self, seat, rng)

    def offers(self, seat: int) -> list[list[str]]:
        """What ``seat`` could play in the window that waits now."""
        return steps_window.offers(self, seat)

    def asked_in(self, window: str, seat: int) -> frozenset[int]:
        """Whom a window of that name about ``seat`` may ask, as far as everybody knows."""
        return steps_window.asked_in(self, window, seat)

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
