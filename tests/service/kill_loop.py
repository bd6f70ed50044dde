"""kill -9 in a loop: the table or the web process dies at random moments of a served game.

Everything is real but the board's matter: processes, sockets, the disk, the firmware under
MicroPython behind a PTY. What must hold is looked at from outside: answers in the journal, hands as
the API shows them, marbles as the simulated world has them.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tests.service.kill_board import Board, running_board
from tests.service.kill_players import Acknowledged, Players
from tests.service.kill_table import Line, Process, Zygote
from vulkar.rules.chance import Chance
from vulkar.rules.classic import Game
from vulkar.table.games import build_game
from vulkar.table.journal import AnswerRow, Journal, RollRow, Setup
from vulkar.table.replaying import replay

IN_A_ROLL = 0.7  # the share of kills among bots that wait for a fireball to be ordered first
PATIENCE_S = 6.0
LATEST_S = 2.5  # after that order, after an answer of people, or after the players are back
SETTLE_S = 20.0
FINISH_S = 240.0  # a busy machine is slow, and not at fault


@dataclass(frozen=True)
class Kept:
    """One game as its journal has it now."""

    name: str
    setup: Setup
    rows: list[AnswerRow]
    rolls: list[RollRow]
    game: Game

    @property
    def rolling(self) -> bool:
        """A marble may be under way."""
        return any(roll.report is None for roll in self.rolls)


@dataclass
class Outcome:
    """What happened in all runs."""

    kills: Counter[str] = field(default_factory=Counter)
    in_a_roll: int = 0  # kills of the table between a roll's order and its outcome
    resumed: int = 0
    answers: int = 0
    rolls: int = 0
    marbles: int = 0
    second_marbles: int = 0
    repeated: int = 0  # answers that were said again after a restart, and were one
    shown: int = 0  # hands that were shown after a restart as the journal has them
    problems: list[str] = field(default_factory=list)


@dataclass
class Loop:
    """One house that is played at and killed."""

    board: Board
    data: Path
    rng: random.Random
    table: Process
    web: Process
    outcome: Outcome = field(default_factory=Outcome)
    players: Players | None = None
    line: Line | None = None
    rows: dict[str, list[AnswerRow]] = field(default_factory=dict)  # by journal, as last seen

    async def sit_down(self, kinds: Sequence[str]) -> None:
        """The first start: a PIN, a table of people and bots, and its game."""
        lines = await self.table.start()
        pin = next(line.split()[1] for line in lines if line.startswith("pin "))
        await self.web.start()
        self.line = line = await self.connected()
        marshal = (await line.ask("marshal.enter", pin=pin))["credential"]
        seats = [{"kind": kind} for kind in kinds]
        made = await line.ask("table.create", marshal, seats=seats, window_s=0.5)
        credentials = {}
        for row in made["keys"]:
            claimed = await line.ask("join.claim", key=row["key"], name=f"P{row['seat']}")
            credentials[row["seat"]] = claimed["credential"]
        self.players = Players(self.rng, marshal, credentials)
        await line.ask("table.start", marshal)

    async def connected(self) -> Line:
        line = Line(self.data / "table.sock")
        await line.open()
        return line

    async def run(self, victim: str) -> None:
        """Plays, kills at a random moment, looks, starts again, looks."""
        assert self.line is not None and self.players is not None
        playing = asyncio.ensure_future(self.players.play(self.line))
        try:
            await self._moment()
            if playing.done():
                playing.result()
            await (self.table if victim == "table" else self.web).kill()
        finally:
            playing.cancel()
            with suppress(asyncio.CancelledError):
                await playing
        self.outcome.kills[victim] += 1
        if victim == "web":
            await self.web.start()
            self._expect(self.table.lives(), "the table died with the web process")
            return
        await self.line.close()
        turn = await self._look()
        await self.table.start()
        if any(self.rows.values()):  # else there is no turn to go on in
            (*_, said) = await self.table.until("resumed")
            self._expect(said == f"resumed turn {turn}", f"was in turn {turn}, said {said}")
        self.line = await self.connected()
        await self._hands_are_equal()
        await self._repeat()
        self.outcome.resumed += 1

    async def finish(self) -> Outcome:
        """The last look, once every ordered marble has come to rest."""
        assert self.line is not None and self.players is not None
        async with asyncio.timeout(FINISH_S):
            playing = asyncio.ensure_future(self.players.play(self.line))
            while any(kept.rolling for kept in await self._games()):
                await asyncio.sleep(0.3)
        playing.cancel()
        await self.line.close()
        await self._look()
        await self._count(settled=True)
        return self.outcome

    # --- looks ------------------------------------------------------------------------------
    async def _look(self) -> int:
        """Checks journals and marbles; returns the turn of the game that goes on."""
        assert self.players is not None
        turn, said = 0, set[str]()
        for kept in await self._games():
            before = self.rows.get(kept.name, [])
            same = kept.rows[: len(before)] == before
            self._expect(same, f"{kept.name}: written answers have changed")
            self.rows[kept.name] = kept.rows
            said |= {row.said.id for row in kept.rows if row.said is not None}
            turn = kept.game.s.turns
            self.outcome.in_a_roll += kept.rolling
        for each in self.players.written():
            self._expect(each.id in said, f"{each} was acknowledged and is lost")
        await self._count(settled=False)
        return turn

    async def _count(self, settled: bool) -> None:
        """Orders against marbles that left: never more, and in the end as many."""
        ordered: Counter[str] = Counter()
        for kept in await self._games():
            for roll in kept.rolls:
                ordered[self.board.map.routes[str(roll.order["route"])].source] += 1
        self.board.cradles.look()
        left = self.board.cradles.left
        second = sum(max(0, left[source] - ordered[source]) for source in left)
        self._expect(second == 0, f"left {left}, ordered {dict(ordered)}")
        if settled:
            self.outcome.rolls, self.outcome.marbles = sum(ordered.values()), sum(left.values())
            self.outcome.second_marbles = second
            self.outcome.answers = sum(map(len, self.rows.values()))

    async def _hands_are_equal(self) -> None:
        """Every seat is shown what the journal says, as soon as nothing moves."""
        assert self.line is not None and self.players is not None
        for seat in self.players.credentials:
            shown: dict[str, Any] = {}
            kept: dict[str, Any] = {}
            for _ in range(round(SETTLE_S / 0.1)):
                shown = (await self.players.view(self.line, seat))["view"] or {}
                kept = (await self._games())[-1].game.view(seat).visible
                if shown and shown == {k: v for k, v in kept.items() if k != "ask"}:
                    self.outcome.shown += 1
                    break
                await asyncio.sleep(0.1)
            else:
                self._expect(False, f"seat {seat} is shown {shown}, the journal has {kept}")

    async def _repeat(self) -> None:
        """The last acknowledged answer again, as a phone says it that missed the reply."""
        assert self.line is not None and self.players is not None
        written = self.players.written()
        if not written or not await self._of_now(written[-1]):
            return
        last = written[-1]
        again = await self.line.ask(
            "answer", self.players.credentials[last.seat], seat=last.seat,
            question=last.question, id=last.id, value=last.value,
        )  # fmt: skip
        self._expect(again == last.result, f"{last} again gave {again}")
        rows = (await self._games())[-1].rows
        times = sum(row.said is not None and row.said.id == last.id for row in rows)
        self._expect(times == 1, f"{last} is in the journal {times} times")
        self.outcome.repeated += 1

    async def _of_now(self, answer: Acknowledged) -> bool:
        """Whether it was given in the game that goes on, not in the one before."""
        rows = (await self._games())[-1].rows
        return any(row.said is not None and row.said.id == answer.id for row in rows)

    # --- helpers ----------------------------------------------------------------------------
    async def _moment(self) -> None:
        """Waits for a random moment: bots mostly in a roll, people after an answer."""
        assert self.players is not None
        known = len(self.players.written())
        bots = not self.players.credentials
        wants = bots and self.rng.random() < IN_A_ROLL
        end_s = asyncio.get_running_loop().time() + PATIENCE_S
        while asyncio.get_running_loop().time() < end_s:
            if wants and (await self._games())[-1].rolling:
                break
            if not wants and (bots or len(self.players.written()) > known):
                break
            await asyncio.sleep(0.2)
        await asyncio.sleep(self.rng.uniform(0.0, LATEST_S))

    async def _games(self) -> list[Kept]:
        """Every game of the house, oldest first; read beside the loop, which runs the board."""
        return await asyncio.to_thread(self._read)

    def _read(self) -> list[Kept]:
        found = []
        for path in sorted((self.data / "games").glob("*.journal")):
            journal = Journal.read(path)
            try:
                game, opening = build_game(self.board.map, journal.setup)
                chance = Chance(journal.setup.seed)
                replay(game, opening, journal, chance, lambda number, events: None)
                rows, rolls = journal.answers(), journal.rolls()
                found.append(Kept(path.name, journal.setup, rows, rolls, game))
            finally:
                journal.close()
        return found

    def _expect(self, holds: bool, problem: str) -> None:
        if not holds:
            self.outcome.problems.append(problem)


@asynccontextmanager
async def house(folder: Path, seed: int) -> AsyncIterator[Loop]:
    """A house in ``folder``, its board in this process; whatever runs is ended at the end."""
    data = folder / "house"
    async with running_board(folder, seed) as board:
        at = ["--port", str(board.port), "--people", str(board.people)]
        zygote = Zygote()
        run = ["vulkar.service", "--data", str(data), *at]
        table = Process(zygote, run, "ready", folder / "table.log")
        socket = str(data / "table.sock")
        web = Process(
            zygote, ["vulkar.remote", "--table", socket, "--listen", "127.0.0.1:0"], "listening",
            folder / "web.log",
        )  # fmt: skip
        loop = Loop(board, data, random.Random(seed), table, web)
        try:
            yield loop
        finally:
            await web.kill()
            await table.kill()
            zygote.close()


PEOPLE: Final = ("open", "open", "simple")  # answers, hands, repeats
BOTS: Final = ("simple", "simple", "simple")  # no windows to wait for: marble after marble


async def campaign(
    folder: Path, seed: int, runs: int, kinds: Sequence[str], web_every: int = 5
) -> Outcome:
    """``runs`` kills of one house, every ``web_every``-th of its web process."""
    async with house(folder, seed) as loop:
        await loop.sit_down(kinds)
        for run in range(1, runs + 1):
            await loop.run("table" if run % web_every else "web")
        return await loop.finish()
