"""Sets a game up in the situation of a scenario."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from vulkar.errors import VulkarError
from vulkar.rules.classic import Game
from vulkar.rules.classic.cards import COUNTS, KINDS
from vulkar.rules.classic.flows import FLOWS, GAME
from vulkar.rules.classic.items.kinds import ITEM_LIMIT, ITEMS
from vulkar.rules.classic.state import LYING, NOWHERE, STOOD_UP
from vulkar.rules.core import Answer, Event, Sink
from vulkar.rules.flow import Frame, Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vulkar.rules.classic.scenario.reader import Scenario
    from vulkar.rules.classic.scenario.schema import File

TURN_STEP: Final = FLOWS[GAME].steps().index("turn")


class Watched(Game):
    """A game that remembers what it decided by itself, because only one answer was legal."""

    forced: list[tuple[int, Answer]]

    def pose(
        self,
        frame: Frame,
        asker: int,
        kind: str,
        pawn: str | None,
        legal: Sequence[Answer],
        codes: Sequence[Any],
        data: dict[str, Any] | None = None,
    ) -> Outcome:
        """Poses a question as ever; a forced answer is noted."""
        if len(legal) == 1:
            if not hasattr(self, "forced"):
                self.forced = []
            self.forced.append((asker, legal[0]))
        return super().pose(frame, asker, kind, pawn, legal, codes, data)


def arrange(scenario: Scenario, sink: Sink) -> Watched:
    """The game at the moment where the script begins. Raises ``VulkarError``."""
    file = scenario.file
    game = Watched(
        scenario.island,
        file.preset,
        scenario.seats,
        dict(file.options) or None,
        sink if file.pawns is None else None,
    )
    game.forced = getattr(game, "forced", [])
    if file.pawns is not None:
        _situation(game, scenario)
        _begin(game, scenario, sink)
    return game


def _situation(g: Game, scenario: Scenario) -> None:
    file, s = scenario.file, g.s
    ix = g.board.index
    seat = {pawn: i for i, pawn in enumerate(g.seats)}
    assert file.pawns is not None
    s.pos[:] = [ix[space] for space in file.pawns.values()]
    for i, at in enumerate(s.pos):
        many = g.board.many[at] or (at == g.board.dock and g.teamed)
        if not many and s.pos.index(at) != i:
            where = g.board.names[at]
            raise _bad(scenario, f"two pieces stand on {where}, which has room for one")
    for pawn in file.lying:
        s.out[seat[pawn]] = LYING
    for pawn in file.stood_up:
        s.out[seat[pawn]] = STOOD_UP
    for pawn, space in file.pawns.items():
        in_water = ix[space] == g.board.water
        s.climbing[seat[pawn]] = int(in_water or pawn in file.climbing)
    for pawn in file.tokens:
        s.token[seat[pawn]] = 1
    for pawn in file.tokens_returned:
        s.token[seat[pawn]] = 2
    for pawn, turns in file.bonus_turns.items():
        s.bonus[seat[pawn]] = turns
    if file.jewel is not None:
        s.captured = 1
        if file.jewel in seat:
            s.owner, s.jewel_at = seat[file.jewel], NOWHERE
        else:
            s.owner, s.jewel_at = -1, ix[file.jewel]
    for pawn, cards in file.hands.items():
        for card in cards:
            s.add_card(seat[pawn], KINDS.index(card))
    _marbles(g, file, scenario)
    _piles(g, file, scenario)
    _items(g, file, scenario)


def _marbles(g: Game, file: File, scenario: Scenario) -> None:
    """How many marbles wait at each source: one, where nothing is said."""
    if not file.loaded:
        return
    if g.options.marble_return == "origin":
        raise _bad(scenario, "marbles go back to where they came from: each source has one")
    g.s.marbles = tuple(file.loaded.get(source, 1) for source in g.board.sources)
    if sum(g.s.marbles) != len(g.board.sources):
        raise _bad(scenario, f"there are {len(g.board.sources)} marbles, not {sum(g.s.marbles)}")


def _piles(g: Game, file: File, scenario: Scenario) -> None:
    """The deck less the hands; ``discards = "rest"`` leaves only ``draw_pile`` to be drawn."""
    s = g.s
    rest = list(COUNTS)
    held = [KINDS[k] for hand in s.hands for k in hand]
    lying = [] if file.discards == "rest" else list(file.discards)
    for card in (*held, *lying, *file.draw_pile):
        rest[KINDS.index(card)] -= 1
        if rest[KINDS.index(card)] < 0:
            count = COUNTS[KINDS.index(card)]
            raise _bad(scenario, f"the deck has {count} of {card}, the scenario more")
    coming = [file.draw_pile.count(kind) for kind in KINDS]
    if file.discards == "rest":
        s.pile[:], s.discard[:] = coming, rest
    else:
        s.pile[:] = [r + c for r, c in zip(rest, coming, strict=True)]
        s.discard[:] = [lying.count(kind) for kind in KINDS]


def _items(g: Game, file: File, scenario: Scenario) -> None:
    """What lies before the players and on the board, and the ways that pieces came."""
    inv = g.s.inv
    if inv is None:
        if file.items or file.haunted or file.dolls or file.anchor or file.came:
            raise _bad(scenario, 'items are off: set options = { items = "both" }')
        return
    for pawn, items in file.items.items():
        if len(items) > ITEM_LIMIT or len(set(items)) < len(items):
            raise _bad(scenario, f"{pawn} holds more than three items, or two of a kind")
        inv.held[g.seats.index(pawn)] = sum(1 << ITEMS.index(item) for item in items)
    for pawn in file.haunted:
        inv.haunted[g.seats.index(pawn)] = 1
    for pawn, way in file.came.items():
        seat = g.seats.index(pawn)
        inv.track[seat] = (*(g.board.index[space] for space in way), g.s.pos[seat])
    inv.dolls = tuple((g.board.index[at], g.seats.index(by)) for at, by in file.dolls.items())
    inv.anchor = int(file.anchor)
    for pawn in file.lying:  # a piece that lies where the jewel does was shot, and dropped it
        seat = g.seats.index(pawn)
        inv.fallen[seat] = int(g.s.pos[seat] == g.s.jewel_at)


def _begin(g: Watched, scenario: Scenario, sink: Sink) -> None:
    """Goes to the beginning of the turn of ``to_move`` (the first seat where it is not said)."""
    s = g.s
    first = g.seats.index(scenario.file.to_move or g.seats[0])
    before = next(seat for seat in range(len(g.seats)) if g.left[seat][0] == first)
    s.active = before
    kept = s.bonus[before]
    s.bonus[before] = 0  # the turn before is over; its seat's bonus turns are not played now
    s.turns, s.number = 1, 0
    if scenario.file.double and g.options.double_unused == "lost":
        raise _bad(scenario, "no Double outlives its turn under double_unused = lost: play it")
    s.double = int(scenario.file.double)

    def hear(event: Event) -> None:
        if event.kind == "turn" and s.turns == 2:  # from now on: turns that are still owed
            s.bonus[before] += kept
            s.extra = tuple(g.seats.index(pawn) for pawn in scenario.file.extra_turns)
        sink(event)

    frame = Frame(GAME)
    frame.at = TURN_STEP
    s.stack[:] = [frame]
    g.ask, g.sink = None, hear
    g.forced.clear()
    g.resume()
    g.sink = None


def _bad(scenario: Scenario, reason: str) -> VulkarError:
    return VulkarError("scenario.setup", path=scenario.path, reason=reason)


__all__ = ["Watched", "arrange"]
