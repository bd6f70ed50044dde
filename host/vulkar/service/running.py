"""One game on the board, from its journal to its end, whatever goes wrong on the way.

What goes wrong pauses the game: the people are told, and a retry takes the game up from its
journal, as a new start of the process would. Nothing that was acknowledged is lost by it.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from vulkar.errors import VulkarError
from vulkar.island.people_socket import while_there
from vulkar.island.port import RollOrder, RollReport, TrackPoint
from vulkar.rules import Ask, Event, Game
from vulkar.rules.chance import Chance
from vulkar.service.choosing import Choosing
from vulkar.service.cueing import LampsOfGame
from vulkar.service.desk import SeatDesk
from vulkar.service.fireball import TRACKED, fireball_of, track_row, track_said
from vulkar.service.fired import FiredIsland, owner
from vulkar.service.messages import fault_of
from vulkar.service.ops_fire import firing_of
from vulkar.service.pausing import Pausing
from vulkar.service.people import PeopleDesk
from vulkar.service.place import Opened
from vulkar.service.rewriting import Rewriting, amended_from
from vulkar.service.seated import (
    PacedPlayer,
    RemotePlayer,
    ThoughtPlayer,
)
from vulkar.service.settling import Settling
from vulkar.service.streams import PUBLIC
from vulkar.service.terms import OPEN
from vulkar.service.windowing import Windowing, bot_of
from vulkar.table.clock import loop_clock
from vulkar.table.games import build_game, load_map
from vulkar.table.journal import AnswerRow, Journal, Said
from vulkar.table.players import Player, StandingPlayer
from vulkar.table.table import Hooks, Table
from vulkar.table.told import public
from vulkar.table.windows import window_s

if TYPE_CHECKING:
    from vulkar.service.house import House
    from vulkar.service.sitting import Sitting


class Running:
    """A game under way. ``table`` is None until its journal has been read.

    ``again``: it was begun by an earlier process.
    """

    def __init__(self, house: House, sitting: Sitting, again: bool) -> None:
        self.table: Table | None = None
        self.opened: Opened | None = None  # the board, while it is open
        self._people = sitting.terms.people
        self._firing = house.part(firing_of)
        self.rewriting = Rewriting(self._firing.take_back)
        self.pausing = Pausing(sitting.held, house.streams.tell, self._firing.pause)
        self.told: dict[int, tuple[int, Event]] = {}  # by public number: the answer, what it did
        self.heard = 0  # how many events of the rules everybody has been told
        hold_s = sitting.terms.hold_s if self._people else 0.0
        self.settling = Settling(hold_s, house.streams.tell, self._gate)
        self.choosing = Choosing(
            sitting.terms, sitting.seats.all, house.streams, lambda: self.pausing.now is not None
        )
        self.desks = self.choosing.desks
        self._house = house
        self._sitting = sitting
        self._windowing: Windowing | None = None
        self._last: Game | None = None
        self._begun = again
        self._resumes = again  # the people are told that it goes on
        self._kind = ""  # of the question that is being answered
        self._task: asyncio.Task[None] | None = None

    # --- from start to end --------------------------------------------------------------------
    def start(self) -> None:
        """Plays on a task of its own."""
        self._task = asyncio.get_running_loop().create_task(self._run())

    @property
    def people(self) -> PeopleDesk | None:
        """The people at the board, while it is open and they are asked here."""
        people = self.opened.people if self.opened is not None else None
        return people if isinstance(people, PeopleDesk) else None

    @property
    def shown(self) -> Game | None:
        """The game as everybody has heard of it: the only one that anybody is ever shown.

        While an error is mended it is the one of before; None until the journal has been read.
        """
        return self.table.windows.shown if self.table is not None else self._last

    async def stop(self) -> None:
        """Stops where it is; the journal holds all of it."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        self._clear()

    async def _run(self) -> None:
        while True:
            try:
                await self._play()
                self.pausing.mended()
                await self._sitting.over()
                return
            except VulkarError as exc:
                self._fail(exc)
            except Exception as exc:  # a bug pauses one game; it ends neither it nor the process
                self._house.tracebacks.report(exc)
                self._fail(VulkarError("table.fault", reason=f"{type(exc).__name__}: {exc}"))
            await self.pausing.until_retry()

    async def _play(self) -> None:
        journal = Journal.open(self._sitting.journal)
        try:
            async with self._house.place.open(journal) as opened:
                self.opened = opened
                if self.people is not None:
                    self.people.on_event = self._house.streams.tell
                if opened.guard is not None:
                    opened.guard(self._firing)
                if opened.socket is not None:
                    opened.socket.on_track = self._rolled_track
                self._firing.attach(opened.link, self._owner, opened.moves)
                self.table = self._make_table(journal, opened)
                self._restore(self.table)
                game = self._to_the_end(self.table, journal, opened)
                async with LampsOfGame(self._house, opened):
                    await (while_there(opened.socket, game) if opened.socket is not None else game)
        finally:
            self.opened = None
            self._firing.detach()
            await self._house.keeper.run(journal.close)

    async def _to_the_end(self, table: Table, journal: Journal, opened: Opened) -> None:
        while not await self.rewriting.play(table):
            self._clear()
            for desk in self.desks:
                desk.failed(VulkarError("table.amended"))
            self.table = table = amended_from(self._make_table(journal, opened), table)
            self._restore(table)

    def _make_table(self, journal: Journal, opened: Opened) -> Table:
        streams, rows = self._house.streams, journal.answers()
        self._resumes = self._begun
        if self._begun:  # what has been told is told again, in a stream of its own
            streams.restart(len(self.desks))
        self._begun = True
        self.told.clear()
        self.heard = 0
        game, opening = build_game(load_map(journal.setup), journal.setup)
        seats, terms = self._sitting.seats.all, self._sitting.terms
        windowing = Windowing(
            terms, seats, streams, self._house.think, lambda: game, journal.setup.seed
        )
        self._windowing = windowing
        for desk in self.desks:
            desk.begin(rows, streams.stream, len(journal.amendments()))
        return Table(
            game=game,
            opening=opening,
            map=self._house.place.map,
            island=FiredIsland(opened.island, self._firing, opened.guard is not None),
            people=opened.people,
            players=[self._player(desk, journal, windowing) for desk in self.desks],
            chance=Chance(journal.setup.seed),
            journal=journal,
            keeper=self._house.keeper,
            clock_us=loop_clock(),
            watcher=self,
            window_s=window_s(terms.window_s, self._people),
            said=self._said,
            hooks=Hooks(
                before=self._gate,
                release=self._gate,
                written=self._written,
                settle=self.settling.settle if self.settling.holds else None,
            ),
            intents=windowing.intents,
            wait=windowing.wait,
        )

    def _restore(self, table: Table) -> None:
        table.restore()
        streams = self._house.streams
        streams.ready()
        if self._resumes:
            streams.tell("resumed", {"turn": table.tally.turns})
            self._house.resumed(table.tally.turns)

    def _player(self, desk: SeatDesk, journal: Journal, windowing: Windowing) -> Player:
        seat = self._sitting.seats.all[desk.seat]
        decided = sum(row.asker == seat.number for row in journal.answers())
        bot = bot_of(seat, journal.setup.ruleset, journal.setup.seed, decided)
        player: Player = ThoughtPlayer(bot, self._house.think)
        if not self._people:
            return player
        player = PacedPlayer(player)
        if seat.kind == OPEN:
            posed = functools.partial(self.choosing.posed, seat.number)
            player = RemotePlayer(desk, seat.pawn, player, posed)
        return StandingPlayer(windowing.intents, player)

    def _fail(self, error: VulkarError) -> None:
        self._clear()
        for desk in self.desks:
            desk.failed(error)
        self._last = self.shown
        self.table = None
        self.pausing.fail(fault_of(error))

    def _clear(self) -> None:
        self.choosing.stop()
        if self._windowing is not None:
            self._windowing.stop()

    def _rolled_track(self, track: Sequence[TrackPoint]) -> None:
        """The way of a marble, from those who saw it; one that no fireball let go is not told."""
        streams = self._house.streams
        ball = fireball_of(streams.kept(PUBLIC))
        if ball is not None and ball["state"] in TRACKED and ball["track"] is None:
            streams.tell("fireball.track", track_row(track), {**track_said(track)})

    # --- pause --------------------------------------------------------------------------------
    def check(self) -> None:
        """Raises ``VulkarError("table.paused")`` while the game stands still."""
        if self.pausing.now is not None:
            raise VulkarError("table.paused", by=self.pausing.now.by)

    async def _gate(self, ask: Ask) -> None:
        self._kind = ask.kind
        await self.pausing.gate()

    def _owner(self) -> int | None:
        """The seat that fires what is under way; None: a program's, or nobody's."""
        return owner(self.table.game.ask if self.table else None, self._sitting.seats.all)

    # --- answers ------------------------------------------------------------------------------
    @property
    def window(self) -> Windowing | None:
        """The response window that is open."""
        windowing = self._windowing
        return windowing if windowing is not None and windowing.intents.name else None

    def _said(self, seat: int) -> Said | None:
        if self._kind == "respond" and self._windowing is not None:
            return self._windowing.intents.message(seat)
        return self.desks[seat].said

    def _written(self, row: AnswerRow) -> None:
        self.pausing.sound()
        if row.asker >= 0:
            self.desks[row.asker].written(row)

    # --- what is heard ------------------------------------------------------------------------
    def event(self, number: int, event: Event, past: bool) -> None:
        """An event of the rules; the game's own number of the question stays in here."""
        del past
        shown = public(event)
        private = shown is not None and shown.data != event.data
        self._tell(event, event.audience, private)
        if event.audience is None:
            self.told[self._house.streams.count(PUBLIC)] = (number, event)
        elif shown is not None:
            self._tell(shown, (PUBLIC,))
        self.heard += shown is not None

    def _tell(
        self, event: Event, audience: Collection[int | str] | None, private: bool = False
    ) -> None:
        said = self._sitting.terms.rules.describe(event, self._house.names)
        self._house.streams.tell(event.kind, event.data, {**said}, audience, private)

    def resumed(self, turn: int, number: int) -> None:
        """Told once the past has been told: see ``_restore``."""

    def rolled(self, order: RollOrder, report: RollReport) -> None:
        """The rules' own event tells it."""
