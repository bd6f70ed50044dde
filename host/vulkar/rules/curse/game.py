"""The 2018 game: state, shared tables and the small operations that its steps are made of."""

from __future__ import annotations

import random
from typing import Any, ClassVar, Final

from vulkar.errors import VulkarError
from vulkar.facts import Fact, Fell, OffBoard, to_row
from vulkar.maps import IslandMap
from vulkar.rules.core import Ask, Refused, Sink, View
from vulkar.rules.curse import (
    explain,
    flows,
    imagine,
    steps_move,
    steps_roll,
    steps_setup,
    steps_turn,
    view,
)
from vulkar.rules.curse.board import Board, board_of
from vulkar.rules.curse.cards import ACTION_IDS, ACTIONS, COLOURS, DECK, SOUVENIRS
from vulkar.rules.curse.options import OPTIONS, Options
from vulkar.rules.curse.state import (
    BACK,
    LYING,
    SCAR_LIMIT,
    THE_PIT,
    CurseState,
    more,
    without,
)
from vulkar.rules.curse.ways import Ways
from vulkar.rules.flow import Frame, Table, compile_flows
from vulkar.rules.game import TableGame

PAWNS: Final = ("red", "blue", "green", "yellow")
# tokens besides the treasures' colours, as codes
HEART_TOKEN: Final = len(COLOURS)
PENNY_TOKEN: Final = len(COLOURS) + 1
TOKENS: Final = (*COLOURS, "heart", "penny")


def step_functions() -> dict[str, Any]:
    """The functions of all steps, by the names that ``compile_flows`` looks for."""
    modules = (steps_setup, steps_turn, steps_move, steps_roll)
    return {k: v for m in modules for k, v in vars(m).items() if callable(v)}


class Game(Ways, TableGame[CurseState]):
    """One 2018 game.

    ``island``: a ``vulkar.maps.IslandMap`` with urns and snapshots. ``seats``: the pawn's name of
    each seat, clockwise, the youngest first (2-4). Two seats play two pawns each: their own, and
    the next of :data:`PAWNS` that is free. Raises ``VulkarError``.
    """

    RULESET: ClassVar[str] = "curse"
    TABLE: ClassVar[Table] = compile_flows(flows.FLOWS, step_functions())

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
        self.options: Options = OPTIONS.make(preset, options)
        self.seats = tuple(seats)
        n = len(seats)
        if n == 2:
            more_pawns = [p for p in PAWNS if p not in seats][:2]
            self.pawns: tuple[str, ...] = (*seats, *more_pawns)
            self.pawns_of: tuple[tuple[int, ...], ...] = ((0, 2), (1, 3))
        else:
            self.pawns = tuple(seats)
            self.pawns_of = tuple((i,) for i in range(n))
        self.last_turns = 2
        if n == 2 and self.options.last_turns_of_two == "character":
            self.last_turns = 4
        self.urn_sizes = tuple(u.tokens for u in island.urns.values())
        if sum(self.urn_sizes) != sum(DECK.colour_counts):
            raise VulkarError("deck.bad", what="the urns do not hold as many as there are tokens")
        self.s = CurseState(n, len(self.pawns), len(self.urn_sizes), len(self.board.trees))
        self._lay_out(island)
        self.ask = None
        self.result = None
        self.sink = sink
        for pawn in self.pawns:
            start = self.board.names[self.board.copter]
            self.emit("placed", pawn=pawn, space=start, posture="up", why="setup")
        self.s.stack.append(Frame(flows.GAME))
        self.resume()
        self.sink = None

    def _lay_out(self, island: IslandMap) -> None:
        s, board = self.s, self.board
        none = (0,) * len(COLOURS)
        s.pile, s.spile = list(DECK.action_counts), list(DECK.souvenir_counts)
        s.discard, s.sdiscard = (0,) * len(ACTIONS), (0,) * len(SOUVENIRS)
        s.maw = none
        s.urns = [none] * len(self.urn_sizes)
        s.treasures = [none] * len(self.pawns)
        s.shots_left = board.colours_shot
        s.shots = [(0,) * len(board.shots)] * len(self.seats)
        s.pos = [board.copter] * len(self.pawns)
        x, y = island.idol.x_mm, island.idol.y_mm
        pad = island.spaces[island.goal]
        s.facing = board.facing_toward(pad.x_mm - x, pad.y_mm - y)

    def _share(self, new: Game) -> None:
        for name in ("board", "preset", "options", "seats", "pawns", "pawns_of", "last_turns",
                     "urn_sizes"):  # fmt: skip
            setattr(new, name, getattr(self, name))

    # --- for the table --------------------------------------------------------------------------
    def standing(self) -> dict[str, str]:
        """Pawn -> space id, every pawn on the board, lying ones on a space included."""
        names = self.board.names
        return {pawn: names[at] for pawn, at in zip(self.pawns, self.s.pos, strict=True) if at >= 0}

    def lying(self) -> tuple[str, ...]:
        """The pawns that lie on their side."""
        return tuple(p for p, o in zip(self.pawns, self.s.posture, strict=True) if o == LYING)

    @property
    def asks_who_fell(self) -> bool:
        """Only a fallen pawn pays; a touched one that stands does not (003:194)."""
        return True

    def view(self, seat: int | None) -> View:
        """What ``seat`` may know; None: what everybody may."""
        return view.view_of(self, seat)

    def imagine(self, seat: int, rng: random.Random) -> Game:
        """A game that ``seat`` cannot tell from this one: what is hidden from it is dealt anew."""
        return imagine.imagine(self, seat, rng)

    def explain(self, ask: Ask, value: Any) -> Refused:
        """The refusal of an answer that is not legal."""
        return explain.explain(self, ask, value)

    def check_world(self, ask: Ask, value: Any) -> Any:
        """The facts of a roll, checked."""
        return steps_roll.check_facts(self, value)

    def report(self, fact: Fact, sink: Sink | None = None) -> None:
        """A pawn fell unasked: it lies, and pays at the turn's end (003:201). Others: set back."""
        if isinstance(fact, (Fell, OffBoard)):
            steps_roll.check_facts(self, [to_row(fact)])
        if self.result is not None:
            return
        self.sink = sink
        if isinstance(fact, (Fell, OffBoard)):
            p = self.pawns.index(fact.pawn)
            new = self.s.posture[p] != LYING
            steps_roll.lay(self, p, fact.spaces if isinstance(fact, Fell) else None)
            if new and self.options.shaken == "pays":
                self.s.shaken = (*self.s.shaken, p)
        else:
            self.emit("island_restored")
        self.sink = None

    # --- small questions ------------------------------------------------------------------------
    def owner(self, pawn: int) -> int:
        """The seat that plays a pawn."""
        return next(seat for seat, pawns in enumerate(self.pawns_of) if pawn in pawns)

    def in_order(self, seat: int) -> list[int]:
        """All pawns, those of ``seat`` first, then clockwise."""
        n = len(self.seats)
        return [p for k in range(n) for p in self.pawns_of[(seat + k) % n]]

    def on_island(self, pawn: int) -> bool:
        """Whether a pawn can fall: neither in the helicopter nor off the island."""
        at = self.s.pos[pawn]
        return at >= 0 and at != self.board.copter

    def may_photograph(self, seat: int, colour: int) -> bool:
        """One card of each colour, two of each for who plays two pawns; and one must be left."""
        s = self.s
        return s.shots_left[colour] > 0 and s.shots[seat][colour] < len(self.pawns_of[seat])

    def belongings(self, pawn: int) -> list[int]:
        """The tokens that a pawn can lose, as codes: colours and the Heart."""
        s = self.s
        held = [k for k, n in enumerate(s.treasures[pawn]) if n]
        return [*held, HEART_TOKEN] if s.heart == pawn else held

    def in_the_pit(self) -> list[int]:
        """The tokens in the pit, as codes."""
        s = self.s
        out = [k for k, n in enumerate(s.maw) if n]
        out += [HEART_TOKEN] * (s.heart == THE_PIT)
        return out + [PENNY_TOKEN] * (s.penny == THE_PIT)

    def token_name(self, token: int) -> str:
        """A treasure's colour, ``heart`` or ``penny``."""
        return TOKENS[token]

    # --- small changes --------------------------------------------------------------------------
    def take_card(self, seat: int, kind: int) -> None:
        """An action card goes from the pile to a hand."""
        s = self.s
        s.draws += 1
        s.pile[kind] -= 1
        s.hands[seat] = tuple(sorted((*s.hands[seat], kind)))
        self.emit("card_dealt", None, seat=seat, pile="action")
        self.emit("card_known", (seat,), seat=seat, card=ACTION_IDS[kind])

    def take_souvenir(self, seat: int, kind: int) -> None:
        """A souvenir goes from the pile to a seat."""
        s = self.s
        s.draws += 1
        s.spile[kind] -= 1
        s.souvenirs[seat] = tuple(sorted((*s.souvenirs[seat], kind)))
        self.emit("card_dealt", None, seat=seat, pile="souvenir")
        self.emit("card_known", (seat,), seat=seat, card=SOUVENIRS[kind])

    def use_souvenir(self, seat: int, kind: int) -> None:
        """A souvenir is played and laid aside."""
        s = self.s
        s.souvenirs[seat] = without(s.souvenirs[seat], kind)
        s.sdiscard = more(s.sdiscard, kind)
        self.emit("souvenir_used", seat=seat, card=SOUVENIRS[kind])

    def give(self, pawn: int, to: int, token: int) -> None:
        """A token goes from a pawn to another, or to the pit (``to`` -1)."""
        s = self.s
        if token == HEART_TOKEN:
            s.heart = to
            return
        s.treasures[pawn] = more(s.treasures[pawn], token, -1)
        if to < 0:
            s.maw = more(s.maw, token)
        else:
            s.treasures[to] = more(s.treasures[to], token)

    def from_the_pit(self, pawn: int, token: int) -> None:
        """A pawn takes a token out of the pit; the Heart from there adds no marble (row 78)."""
        s = self.s
        if token == HEART_TOKEN:
            s.heart = pawn
        elif token == PENNY_TOKEN:
            s.penny = pawn
        else:
            s.maw = more(s.maw, token, -1)
            s.treasures[pawn] = more(s.treasures[pawn], token)
        self.emit("pit_token", pawn=self.pawns[pawn], token=self.token_name(token))

    def turn_idol(self, by: int) -> None:
        """The idol turns one step; clockwise is to the right."""
        s, facings = self.s, self.board.facings
        s.facing = (s.facing + by) % len(facings)
        self.emit("idol_turned", facing=facings[s.facing])

    def add_to_scar(self, why: str) -> None:
        """One more marble, up to four; the fourth calls the helicopter (003:190, row 76)."""
        s = self.s
        if s.scar == SCAR_LIMIT:
            return
        s.scar += 1
        self.emit("scar_marble", marbles=s.scar, why=why)
        if s.scar == SCAR_LIMIT:
            self.call_copter("scar")

    def at_helipad(self, pawn: int, landed: bool) -> None:
        """A pawn reaches the helipad: with a full set of snapshots it calls the helicopter."""
        s = self.s
        seat = self.owner(pawn)
        if s.copter == BACK:
            if pawn not in s.aboard_first:
                s.aboard_first.append(pawn)
            return
        whole = len(self.pawns_of[seat])
        if all(n == whole for n in s.shots[seat]) and (
            landed or self.options.call_by == "arriving"
        ):
            self.call_copter("snapshots")

    def call_copter(self, why: str) -> None:
        """The helicopter will be back at the end of this turn."""
        s = self.s
        if not s.called:
            s.called = 1
            self.emit("copter_called", pawn=self.pawns[s.pawn], why=why)
