"""The memory game: state, shared tables and the small operations that its steps are made of."""

from __future__ import annotations

import random
from typing import Any, ClassVar

from vulkar.errors import VulkarError
from vulkar.facts import from_row
from vulkar.maps import IslandMap
from vulkar.rules.core import Ask, Refused, Sink, View
from vulkar.rules.flow import Frame, Table, compile_flows
from vulkar.rules.game import TableGame
from vulkar.rules.ship import explain, flows, imagine, steps_end, steps_round, steps_setup, view
from vulkar.rules.ship.ids import refuse
from vulkar.rules.ship.options import OPTIONS, Options
from vulkar.rules.ship.state import ShipState


def step_functions() -> dict[str, Any]:
    """The functions of all steps, by the names that ``compile_flows`` looks for."""
    modules = (steps_setup, steps_round, steps_end)
    return {k: v for m in modules for k, v in vars(m).items() if callable(v)}


class Game(TableGame[ShipState]):
    """One memory game.

    No piece stands on the ``island``; it only gives the routes for marbles, where these are wanted.
    ``seats``: what each seat is called, in clockwise order (2-4). ``options`` change single
    readings of the preset. Raises ``VulkarError``.
    """

    TABLE: ClassVar[Table] = compile_flows(flows.FLOWS, step_functions())
    RULESET = "ship"

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
        self.preset = preset
        self.options: Options = OPTIONS.make(preset, options)
        self.seats = tuple(seats)
        n = len(seats)
        self.clockwise = tuple(tuple((i + k) % n for k in range(n)) for i in range(n))
        self.routes = tuple((r.id, r.source) for r in island.routes.values() if r.facing)
        self.s = ShipState(n)
        self.ask = None
        self.result = None
        self.sink = sink
        self.s.stack.append(Frame(flows.GAME))
        self.resume()
        self.sink = None

    def _share(self, new: Game) -> None:
        new.preset = self.preset
        new.options = self.options
        new.seats = self.seats
        new.clockwise = self.clockwise
        new.routes = self.routes

    def view(self, seat: int | None) -> View:
        """What ``seat`` may know; None: what everybody may."""
        return view.view_of(self, seat)

    def imagine(self, seat: int, rng: random.Random) -> Game:
        """A game that ``seat`` cannot tell from this one: what it has not seen is laid anew."""
        return imagine.imagine(self, seat, rng)

    def explain(self, ask: Ask, value: Any) -> Refused:
        """The refusal of an answer that is not legal."""
        return explain.explain(self, ask, value)

    def check_world(self, ask: Ask, value: Any) -> Any:
        """A list of facts, none of which matters."""
        if not isinstance(value, (list, tuple)):
            raise refuse("SHIP.island.facts")
        try:
            return tuple(from_row(row) for row in value)
        except VulkarError as exc:
            raise Refused("SHIP.island.facts", exc.what) from exc

    def from_seat(self, seat: int) -> tuple[int, ...]:
        """All seats clockwise, ``seat`` first."""
        return self.clockwise[seat]
