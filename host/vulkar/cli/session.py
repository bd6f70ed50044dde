"""One sitting at a table: joins players, rules, island and clock for ``vulkar play``."""

from __future__ import annotations

import asyncio
import functools
import random
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.console import Console

from vulkar import bots
from vulkar.cli.linklog import LinkLog
from vulkar.cli.watchers import Both, JsonLines, Terminal
from vulkar.devices.board import Board
from vulkar.devices.board_in_use import BoardInUse
from vulkar.devices.panel_file import Panel
from vulkar.island.port import Island, People, RollOrder, RollReport
from vulkar.link.finder import Finder
from vulkar.maps import IslandMap
from vulkar.maps.names import names_with_ids
from vulkar.rules import Game, rulesets
from vulkar.rules.chance import Chance
from vulkar.table.clock import loop_clock
from vulkar.table.games import build_game
from vulkar.table.journal import Journal
from vulkar.table.keeper import InlineKeeper, Keeper, ThreadKeeper
from vulkar.table.players import BotPlayer, Player, TerminalPlayer, ToldPlayer
from vulkar.table.table import Table

if TYPE_CHECKING:
    from vulkar.island.lasting_link import LastingLink
    from vulkar.sim.engine import Stats
    from vulkar.sim.lockstep import Sim
    from vulkar.sim.people import Hands
    from vulkar.sim.pty import SimBoard


@dataclass
class LastRoll:
    """What the picture at the end shows of the last fireball."""

    order: RollOrder
    report: RollReport
    track: list[tuple[int, float, float, float]]


class Session:
    """Runs one game in lockstep, in real time on the simulator, or on a serial port."""

    def __init__(
        self,
        journal: Journal,
        island_map: IslandMap,
        board: Board,
        console: Console,
        json_lines: bool,
        panel: Panel | None = None,
        used: BoardInUse | None = None,
    ) -> None:
        self.panel = panel
        self.used = used  # where the board's files are read again at each connection
        self.journal = journal
        self.map = island_map
        self.board = board
        self.console = console
        self.json = JsonLines() if json_lines else None
        self.game, self.opening = build_game(island_map, journal.setup)
        self.table: Table | None = None
        self.virtual_us = 0
        self.firmware = "the controller's own MicroPython"
        self.last_roll: LastRoll | None = None
        self.stats: Stats | None = None  # of lockstep
        # A resumed game meets a fresh world: its seed is the game's, moved on by what was played.
        key = f"{journal.setup.seed}/{len(journal.answers())}"
        self.world_seed = zlib.crc32(key.encode())

    # --- the ways to run --------------------------------------------------------------------

    def run_lockstep(self, by_hand: bool = False) -> None:
        """``by_hand``: the simulated people aim and roll, the board's electronics are off."""
        from vulkar.sim import lockstep

        play = self._by_hand if by_hand else self._in_lockstep
        lockstep.run(play, self.map, self.board, self.world_seed)

    async def _in_lockstep(self, sim: Sim) -> None:
        await self.play(
            sim.finder(),
            self.world_seed,  # a world of its own: nobody else's releases are remembered in it
            self._hands(sim),
            InlineKeeper(),
            lambda: sim.clock.now_us,
            sim.world.track,
        )

    async def _by_hand(self, sim: Sim) -> None:
        people, clock_us = self._hands(sim), lambda: sim.clock.now_us
        await self.play_manual(people, InlineKeeper(), clock_us, sim.world.track)

    def _hands(self, sim: Sim) -> Hands:
        from vulkar.sim.people import Hands

        self.firmware = sim.chip.interpreter
        self.stats = sim.stats
        return Hands(sim.world, self.map, random.Random(self.world_seed))

    def run_manual(self) -> None:
        """With the people at this terminal, who aim, roll and say what happened."""
        from vulkar.cli.people import at_terminal

        self.firmware = "none: people aim and roll"
        people = at_terminal(self.map, self.console, self.journal.path)
        asyncio.run(self.play_manual(people, ThreadKeeper(), loop_clock(), None))

    def run_realtime_sim(self) -> None:
        from vulkar.sim.pty import SimBoard

        async def main() -> None:
            async with SimBoard(self.map, self.board, self.world_seed) as board:
                self.firmware = board.interpreter
                await self._on_simboard(board)

        asyncio.run(main())

    async def _on_simboard(self, board: SimBoard) -> None:
        from vulkar.link.finder import PortFinder
        from vulkar.sim.people import Hands

        people = Hands(board.world, self.map, random.Random(self.world_seed))
        await self.play(
            PortFinder(board.path),
            self.journal.epoch,
            people,
            ThreadKeeper(),
            loop_clock(),
            board.world.track,
        )

    def run_on_port(self, port: str) -> None:
        async def main() -> None:
            from vulkar.cli.people import people_for
            from vulkar.island.people_socket import SocketPeople, while_there
            from vulkar.link.finder import PortFinder

            async with people_for(port, self.map, self.console, self.journal.path) as people:
                finder, keeper = PortFinder(port), ThreadKeeper()
                epoch, clock_us = self.journal.epoch, loop_clock()
                game = self.play(finder, epoch, people, keeper, clock_us, None)
                await (while_there(people, game) if isinstance(people, SocketPeople) else game)

        asyncio.run(main())

    # --- common to all ----------------------------------------------------------------------

    async def play(
        self,
        finder: Finder,
        epoch: int,
        people: People,
        keeper: Keeper,
        clock_us: Callable[[], int],
        track: Callable[[str], list[tuple[int, float, float, float]]] | None,
    ) -> None:
        from vulkar.cli.panel import with_panel
        from vulkar.island.opening import lasting_island
        from vulkar.island.panel import PanelIsland

        log = LinkLog(self.console, self.journal.path, self.json)

        def board() -> Board:
            if self.used is not None:
                self.board = log.reload(self.used)
            return self.board

        island = lasting_island(finder, board, self.map, people, epoch, log)
        with with_panel(self.panel, island, island.link, people) as guarded:
            if isinstance(guarded, PanelIsland):
                island.permit = guarded.permit
                island.stop_by_key = True
            await self._at_table(guarded, island.link, people, keeper, clock_us, track)

    async def play_manual(
        self,
        people: People,
        keeper: Keeper,
        clock_us: Callable[[], int],
        track: Callable[[str], list[tuple[int, float, float, float]]] | None,
    ) -> None:
        from vulkar.island.manual import ManualIsland

        island = ManualIsland(self.map, people)
        await self._at_table(island, None, people, keeper, clock_us, track)

    async def _at_table(
        self,
        island: Island,
        link: LastingLink | None,
        people: People,
        keeper: Keeper,
        clock_us: Callable[[], int],
        track: Callable[[str], list[tuple[int, float, float, float]]] | None,
    ) -> None:
        people_seats = frozenset(
            seat for seat, kind in enumerate(self.journal.setup.seats) if kind == "human"
        )
        terminal = Terminal(self.console, self.map, rulesets.of(self.game), people_seats)
        if link is not None:
            link.subscribe(terminal.controller)
        watcher = Both(terminal, self.json) if self.json else terminal
        self.table = Table(
            game=self.game,
            opening=self.opening,
            map=self.map,
            island=island,
            people=people,
            players=[self._player(seat) for seat in range(len(self.journal.setup.seats))],
            chance=Chance(self.journal.setup.seed),
            journal=self.journal,
            keeper=keeper,
            clock_us=clock_us,
            watcher=_Remembering(watcher, self, track),
        )
        self.table.restore()
        began_us = clock_us()
        try:
            await self.table.play()
        finally:
            self.virtual_us = clock_us() - began_us
            await island.close()
            keeper.close()

    def _player(self, seat: int) -> Player:
        from vulkar.cli.people import telling_summary

        kind = self.journal.setup.seats[seat]
        rules = rulesets.of(self.game)
        if kind == "human":
            names = names_with_ids(self.map)
            return self._person(seat, lambda game, seat: rules.summary(game, seat, names))
        make = functools.partial(bots.make, kind, ruleset=rules.name)
        told = (row.kind in rules.told for row in self.journal.answers() if row.asker == seat)
        bot = BotPlayer(make, seat, self.journal.setup.seed, sum(not each for each in told))
        return ToldPlayer(bot, self._person(seat, telling_summary)) if self.game.paper else bot

    def _person(self, seat: int, summary: Callable[[Game, int], str]) -> TerminalPlayer:
        from vulkar.cli.people import read_line

        read = functools.partial(read_line, self.console, self.journal.path)
        show = functools.partial(self.console.print, highlight=False, markup=False, soft_wrap=True)
        return TerminalPlayer(seat, show, read, summary, names_with_ids(self.map))


class _Remembering:
    """Passes everything on and keeps the last roll's track for the picture."""

    def __init__(
        self,
        watcher: Terminal | Both,
        session: Session,
        track: Callable[[str], list[tuple[int, float, float, float]]] | None,
    ) -> None:
        self.event = watcher.event
        self.resumed = watcher.resumed
        self._watcher = watcher
        self._session = session
        self._track = track

    def rolled(self, order: RollOrder, report: RollReport) -> None:
        if self._track is not None:
            source = self._session.map.routes[order.route].source
            self._session.last_roll = LastRoll(order, report, self._track(source))
        self._watcher.rolled(order, report)
