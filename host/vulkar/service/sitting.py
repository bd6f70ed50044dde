"""The table of now: its terms, who sits where, and its game from first to last."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from vulkar.errors import VulkarError
from vulkar.service.ops_fire import firing_of
from vulkar.service.presence import Presence
from vulkar.service.running import Running
from vulkar.service.seats import Seat, Seats
from vulkar.service.terms import Terms
from vulkar.table.files import SIDES
from vulkar.table.games import ended, load_map
from vulkar.table.journal import Journal

if TYPE_CHECKING:
    from vulkar.service.house import House

SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS game (
    number INTEGER PRIMARY KEY, state TEXT NOT NULL, terms TEXT NOT NULL, made REAL NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS held (number INTEGER PRIMARY KEY) STRICT;
"""
LET_GO: Final = "DELETE FROM held WHERE number = ?"


class State(StrEnum):
    """How far a table is."""

    OPEN = "open"  # seats are taken, nothing is played yet
    RUNNING = "running"
    OVER = "over"
    ABANDONED = "abandoned"


class Sitting:
    """Table number ``number`` of the house. Changes are made by one caller at a time."""

    def __init__(self, house: House, number: int, terms: Terms, state: State) -> None:
        self.number = number
        self.terms = terms
        self.state = state
        self.seats = Seats(house.store, house.sessions, number, terms)
        self.held = False  # by the marshal, as it is kept
        self.running: Running | None = None
        self._house = house
        self.presence = Presence(
            self.seats.all, terms.bot_after_s, self._listens, self._seat_changed
        )

    @property
    def journal(self) -> Path:
        """Where its game is kept."""
        return self._house.data / "games" / f"{self.number:04}.journal"

    # --- beginnings ---------------------------------------------------------------------------
    @classmethod
    async def make(
        cls, house: House, number: int, terms: Terms, before: Sitting | None = None
    ) -> tuple[Self, dict[int, str]]:
        """A new table and the keys of its open seats. ``before``: whose people stay seated."""
        self = cls(house, number, terms, State.OPEN)
        row = (number, State.OPEN, json.dumps(terms.to_json()), house.wall_s())
        await house.store.write(("INSERT INTO game VALUES (?, ?, ?, ?)", row))
        keys = await self.seats.make(before.seats if before is not None else None)
        return self, keys

    @classmethod
    def load(cls, house: House) -> Self | None:
        """The last table of the house, as it was left."""
        rows = house.store.read(
            "SELECT number, state, terms FROM game ORDER BY number DESC LIMIT 1"
        )
        if not rows:
            return None
        number, state, terms = rows[0]
        self = cls(house, number, Terms.from_json(json.loads(terms)), State(state))
        self.seats.load()
        self.held = bool(house.store.read("SELECT 1 FROM held WHERE number = ?", (number,)))
        return self

    async def start(self) -> None:
        """Makes the game's journal, and plays. Raises ``VulkarError("table.unclaimed")``."""
        waiting = [seat.name for seat in self.seats.all if seat.state == "open"]
        if waiting:
            raise VulkarError("table.unclaimed", names=", ".join(waiting))
        place = self._house.place
        setup = self.terms.setup(place.map, place.board_id, self._house.new_seed())

        def make() -> None:
            self.journal.parent.mkdir(mode=0o700, exist_ok=True)  # the seed is in there
            for side in ("", *SIDES):  # of a start that never came to be
                Path(f"{self.journal}{side}").unlink(missing_ok=True)
            Journal.create(self.journal, setup).close()

        await self._house.keeper.run(make)
        await self._set(State.RUNNING)
        self.take_up(again=False)

    def take_up(self, again: bool) -> None:
        """Goes on with the running game from its journal; ``again``: as it was left."""
        self.running = Running(self._house, self, again)
        self.presence.start()
        self.running.start()

    async def hold(self, held: bool) -> None:
        """Keeps whether the marshal holds the game. Raises ``VulkarError("house.unwritable")``."""
        sql = "INSERT OR IGNORE INTO held VALUES (?)" if held else LET_GO
        await self._house.store.write((sql, (self.number,)))
        self.held = held

    # --- ends ---------------------------------------------------------------------------------
    async def over(self) -> None:
        """The game has been won."""
        self.presence.stop()
        await self._set(State.OVER)

    async def abandon(self) -> None:
        """Ends the game unfinished; its journal stays.

        Raises ``VulkarError("table.state")`` for one that was won before it could be stopped.
        """
        await self.stop()
        if self.state is State.RUNNING and await self._house.keeper.run(self._is_won):
            await self.over()
            raise VulkarError("table.state", state=State.OVER)
        await self._set(State.ABANDONED)

    async def stop(self) -> None:
        """Lets go of the board; a running game can be taken up again."""
        self.presence.stop()
        if self.running is not None:
            await self.running.stop()

    # --- what others see ----------------------------------------------------------------------
    def to_json(self) -> dict[str, Any]:
        """As everybody may see it."""
        row: dict[str, Any] = {"number": self.number, "state": self.state}
        row["seats"] = [seat.to_json() for seat in self.seats.all]
        running = self.running
        pause = running.pausing.now if running is not None else None
        row["paused"] = pause.to_json() if pause is not None else None
        people = running.people if running is not None else None
        row["board"] = people.to_json() if people is not None else None
        terms = self.terms
        row |= {"ruleset": terms.ruleset, "preset": terms.preset, "options": terms.options}
        row |= {"window_s": terms.window_s, "choice_time": terms.choice_time}
        row |= {"choice_s": terms.choice_s, "bot_after_s": terms.bot_after_s}
        row |= {"hold_s": terms.hold_s}
        row["settling"] = running.settling.open if running is not None else None
        shown = running.shown if running is not None else None
        if shown is not None:
            row["turn"], row["active"] = shown.turns, shown.active
            row["winners"] = list(shown.result.winners) if shown.result is not None else None
        return row

    def there(self, seat: Seat) -> None:
        """The seat's people are there, or have just left, or are others than before."""
        if self.state is State.RUNNING:
            self.presence.seen(seat)

    def tell_seat(self, seat: Seat) -> None:
        """Everybody hears how a seat is now."""
        self._house.streams.tell("seat", seat.to_json())

    def _is_won(self) -> bool:
        """Whether the journal has a winner; one that cannot be read has none."""
        try:
            journal = Journal.read(self.journal)
            try:
                return ended(journal, load_map(journal.setup))
            finally:
                journal.close()
        except VulkarError:
            return False

    async def _set(self, state: State) -> None:
        row = ("UPDATE game SET state = ? WHERE number = ?", (state, self.number))
        await self._house.store.write(row, (LET_GO, (self.number,)))
        self.state, self.held = state, False
        self._house.streams.tell("table", {"number": self.number, "state": state})

    def _listens(self, seat: Seat) -> bool:
        session = seat.session
        return session is not None and self._house.streams.listeners(session, seat.number) > 0

    def _seat_changed(self, seat: Seat) -> None:
        self.tell_seat(seat)
        if seat.stand_in and self.running is not None:
            self.running.choosing.stand_in(seat.number)
            self._house.part(firing_of).changed()
