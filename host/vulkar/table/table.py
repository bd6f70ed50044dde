"""The table: asks whoever the rules ask, writes the answer down, then moves the world.

Time comes from ``clock_us``, chance from the seeded ``Chance``; nothing else decides anything here.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from vulkar.facts import Fact, Fell, to_row
from vulkar.island.people_text import speak, still_missing
from vulkar.island.port import (
    Island,
    Marble,
    People,
    Question,
    RollOrder,
    RollReport,
)
from vulkar.maps import IslandMap
from vulkar.rules import CHANCE, WORLD, Answer, Ask, Event, Game
from vulkar.rules.chance import Chance
from vulkar.table.intents import Intents
from vulkar.table.journal import AnswerRow, HeldRoll, Journal, RollRow, Said, Settled
from vulkar.table.keeper import Keeper
from vulkar.table.laying import Layout
from vulkar.table.players import Player
from vulkar.table.replaying import chained, replay
from vulkar.table.rows import order_from_row, order_row, report_row
from vulkar.table.windows import Wait, Windows, whole_time


class Watcher(Protocol):
    """Whoever looks on: a terminal, a stream of JSON lines, nobody."""

    def event(self, number: int, event: Event, past: bool) -> None:
        """One event of the rules, caused by the answer to question ``number``; 0 is the setup.

        ``past``: it happened before the game was taken up again.
        """

    def resumed(self, turn: int, number: int) -> None:
        """The game goes on in ``turn`` with question ``number``."""

    def rolled(self, order: RollOrder, report: RollReport) -> None:
        """One settled roll, before the rules have heard of it."""


@dataclass
class Tally:
    """What a game adds up to, for the summary at its end."""

    turns: int = 0
    fireballs: int = 0
    hits: int = 0


async def _at_once(ask: Ask) -> None:
    """Nothing is waited for."""


@dataclass
class Hooks:
    """Where those who run a table come in; each is awaited where it is said to be."""

    before: Callable[[Ask], Awaitable[None]] = (
        _at_once  # each step, the question being open; once before the board is set up
    )
    # each roll, before its order is written: what is written is rolled without another word
    release: Callable[[Ask], Awaitable[None]] = _at_once
    written: Callable[[AnswerRow], None] = lambda row: None  # an answer is safe on disk
    # what a fireball touched, before the rules hear it: what they are to hear, or None where it
    # does not count and is rolled again. Without it they hear it at once.
    settle: Callable[[Ask, HeldRoll], Awaitable[Answer | None]] | None = None


@dataclass
class Table:
    """One running game: ``restore()`` what its journal holds, then ``await play()``."""

    game: Game
    opening: list[Event]  # what the rules said while the game was set up
    map: IslandMap
    island: Island
    people: People
    players: Sequence[Player]
    chance: Chance
    journal: Journal
    keeper: Keeper
    clock_us: Callable[[], int]
    watcher: Watcher
    window_s: float = 0.0  # how long every response window stays open: see windows.window_s
    said: Callable[[int], Said | None] = lambda seat: None  # the message that a seat answered with
    hooks: Hooks = field(default_factory=Hooks)
    intents: Intents = field(default_factory=Intents)
    wait: Wait = whole_time  # in an open window
    tally: Tally = field(default_factory=Tally)
    layout: Layout = field(default_factory=Layout)
    opened: bool = False  # the island is: an amended game goes on where one was played
    rolling: bool = False  # a fireball is ordered and the rules have not heard what came of it
    rolled: bool = False  # and the board has told what came of it
    _chain: str = ""
    _releases: int = 0

    def __post_init__(self) -> None:
        self.windows = Windows(
            self.window_s,
            self.intents,
            self._hear,
            lambda game: self._follow(game),
            lambda seat, game, choice: self.players[seat].go_on(game, choice),
            self.game,
            self.wait,
        )

    def restore(self) -> None:
        """Brings the game to where the journal ends. Raises ``VulkarError("journal.diverged")``."""
        past = bool(self.journal.answers())
        self._hear(0, self.opening, past)
        self._chain = chained("", self.opening)

        def hear(number: int, events: list[Event]) -> None:
            self._chain = chained(self._chain, events)
            self._hear(number, events, past=True)

        replay(self.game, self.opening, self.journal, self.chance, hear)
        self._releases = max((row.release_id for row in self.journal.rolls()), default=0)
        self.rolled = self.journal.held_roll() is not None
        self.rolling = self.rolled or self.journal.pending_roll() is not None
        if past and self.game.ask is not None:
            self.watcher.resumed(self.tally.turns, self.game.ask.number)

    async def play(self) -> None:
        """Opens the island, sets the board up as the game stands, and plays to the end."""
        if not self.opened:
            await self.island.open()
            self.opened = True
        if self.game.ask is not None:
            await self.hooks.before(self.game.ask)
        pending, held = self.journal.pending_roll(), self.journal.held_roll()
        if held is not None:
            assert self.game.ask is not None
            await self._settle(self.game.ask, held)
            await self._set_board()
        elif pending is not None:
            await self._settle_pending(pending)
        elif self.layout.known:
            await self._follow(self.game)
        else:
            await self._set_board()
        if self.window_s and self.game.ask is not None and self.game.ask.kind == "respond":
            # taken up again in the middle of a window: whom it may ask is known no more
            await self.windows.hold(self.game, range(len(self.game.seats)))
        while (ask := self.game.ask) is not None:
            await self.hooks.before(ask)
            await self.step(ask)
            await self._follow_up()

    async def step(self, ask: Ask) -> None:
        """Has the open question answered and the answer written, whoever is asked."""
        if ask.asker == WORLD:
            await self._roll(ask)
        else:
            await self._take(ask, await self._value(ask))

    async def _value(self, ask: Ask) -> Answer:
        if ask.asker == CHANCE:
            return self.chance.answer(ask)
        return await self.players[ask.asker].choose(self.game, ask)

    async def _take(self, ask: Ask, value: Answer, settled: Settled | None = None) -> None:
        """Answers, then writes the answer down before anybody hears of it or anything moves.

        A roll's outcome and the answer that it gives are written as one.
        """
        heard = self.windows.listen(self.game)
        self.game.answer(ask.number, value, heard)
        chain = chained(self._chain, heard.events)
        said = self.said(ask.asker) if ask.asker >= 0 else None
        row = AnswerRow(ask.number, ask.asker, ask.kind, value, self.clock_us(), chain, said)
        await self.keeper.run(lambda: self.journal.add_answer(row, settled))
        self._chain = chain
        self.rolling = self.rolled = False
        self.hooks.written(row)
        await self.windows.publish(ask.number, heard)

    def _hear(self, number: int, events: Sequence[Event], past: bool = False) -> None:
        for event in events:
            if event.kind == "turn":
                self.tally.turns += 1
            elif event.kind == "fireball_rolled":
                self.tally.fireballs += 1
                self.tally.hits += len(event.data["hit"])
            self.watcher.event(number, event, past)

    # --- the world --------------------------------------------------------------------------

    async def _roll(self, ask: Ask) -> None:
        await self.hooks.release(ask)
        while self.layout.is_behind(self.game):  # somebody has disturbed the board meanwhile
            await self._follow(self.game)
            await self.hooks.release(ask)
        self._releases += 1
        route, target, home = ask.data["route"], ask.data["target"], ask.data["home"]
        assert isinstance(route, str) and isinstance(home, str)
        elsewhere = home != self.map.routes[route].source
        order = RollOrder(
            release_id=self._releases,
            route=route,
            target=target if isinstance(target, str) else None,
            standing=self.layout.standing,
            memory=self.island.memory,
            home=home if elsewhere else "",
            beside=elsewhere and self.game.marbles()[home] > 0,
        )
        row = RollRow(order.release_id, ask.number, order_row(order), self.clock_us(), None, None)
        self.rolling = True
        await self.keeper.run(lambda: self.journal.add_roll(row))
        await self._carry_out(ask, order)

    async def _carry_out(self, ask: Ask, order: RollOrder) -> None:
        report = await self.island.roll(order)
        self.rolled = True
        self.layout.rolled(order, report, self.map)
        if report.marble is Marble.MISSING:
            source = self.map.routes[order.route].source
            self.people.say(still_missing(source, order.home))
        self.watcher.rolled(order, report)
        facts = await self._facts(report)
        await self._settle(ask, HeldRoll(order.release_id, report_row(report), facts))

    async def _settle(self, ask: Ask, held: HeldRoll) -> None:
        """Has the rules hear of a roll, once nobody corrects it any more.

        It is written down before anybody is asked: whatever happens meanwhile, its marble rolled.
        """
        facts: Answer | None = held.facts
        if self.hooks.settle is not None:
            await self.keeper.run(lambda: self.journal.hold_roll(held))
            facts = await self.hooks.settle(ask, held)
        settled = Settled(held.release_id, held.report, self.clock_us())
        if facts is None:
            void = replace(settled, report={**held.report, "void": True})
            await self.keeper.run(lambda: self.journal.void_roll(void))
            self.rolling = self.rolled = False
        else:
            await self._take(ask, facts, settled)

    async def _facts(self, report: RollReport) -> Answer:
        """What the rules hear. Sensors tell touched from untouched, not fallen from shoved: where
        only a fallen pawn counts, people say which of the touched fell."""
        facts: list[Fact] = list(report.facts)
        if self.game.asks_who_fell:
            for touch in report.touches:
                fell = Question("fell", pawn=touch.pawn, space=touch.space)
                if touch.touched and await self.people.ask(fell):
                    facts.append(Fell(touch.pawn, (touch.space,)))
        return [to_row(fact) for fact in facts]

    async def _settle_pending(self, row: RollRow) -> None:
        """A roll was ordered and its outcome never heard.

        If its marble was not let go, the board is set up and the same order given again, under
        which no second one is let go. Else the order is only settled.
        """
        ask = self.game.ask
        assert ask is not None and ask.asker == WORLD
        order = order_from_row(row.order)
        if await self.island.went(order):
            await self._carry_out(ask, order)
            await self._set_board()
        else:
            await self._set_board()
            await self._carry_out(ask, order)
            await self._follow(self.game)

    # --- the board --------------------------------------------------------------------------

    async def _set_board(self) -> None:
        for source, count in self.game.marbles().items():
            if count > 1:
                self.people.say(speak("marble.several", source=source, number=count))
        await self.layout.set_up(self.island, self.game)

    async def _follow_up(self) -> None:
        """Sets the board after an answer, unless a card is drawn first: whether chance is asked
        for one tells what is left in the pile, and the board comes after it in either case."""
        if self.game.ask is None or self.game.ask.kind != "draw":
            await self._follow(self.game)

    async def _follow(self, game: Game) -> None:
        await self.layout.follow(self.island, game)
