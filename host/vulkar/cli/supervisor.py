"""When the processes of ``vulkar serve`` are started, started again and stopped. Pure.

Times and exits go in, orders come out; ``children.py`` carries them out. A part is started once
those that it needs are ready. One that dies is started again after a pause that doubles up to
``LONGEST_S`` and is short again once the part has lived for ``SOUND_S``. One that never was ready
ends everything: whatever keeps it from starting does not pass by itself. They are stopped one
after the other: the table first, because it disarms the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, TypeAlias

FIRST_S: Final = 0.5
LONGEST_S: Final = 15.0
SOUND_S: Final = 60.0
PATIENCE_S: Final = 5.0  # for a part that was told to end


@dataclass(frozen=True, slots=True)
class Start:
    part: str


@dataclass(frozen=True, slots=True)
class End:
    """Ask the part to end; ``hard``: end it."""

    part: str
    hard: bool = False


@dataclass(frozen=True, slots=True)
class Say:
    """One line for people: what of the part happened."""

    part: str
    what: str


@dataclass(frozen=True, slots=True)
class Over:
    """Every process has ended. ``failed``: the part that could not be started, if one could not."""

    failed: str | None = None


Order: TypeAlias = Start | End | Say | Over


@dataclass(frozen=True, slots=True)
class Part:
    """One process; ``needs`` are the parts that must be ready before its first start."""

    name: str
    needs: tuple[str, ...] = ()


class At(StrEnum):
    """Where a part is on its way."""

    WAITS = "waits"  # for what it needs, or for its pause to be over
    STARTING = "starting"
    READY = "ready"
    ENDING = "ending"
    ENDED = "ended"


@dataclass(slots=True)
class _Life:
    part: Part
    at: At = At.WAITS
    was_ready: bool = False  # ever
    pause_s: float = 0.0
    due_s: float | None = None  # of its next start, or of its hard end
    ready_s: float = 0.0


@dataclass(slots=True)
class Supervisor:
    """``parts`` in the order in which they are started; ``stops`` are their names as stopped.

    Each call takes the time in seconds of one clock and returns what is to be done, in order.
    """

    parts: Sequence[Part]
    stops: Sequence[str]
    _lives: dict[str, _Life] = field(default_factory=dict)
    _stopping: bool = False
    _over: bool = False
    _failed: str | None = None

    def __post_init__(self) -> None:
        self._lives = {part.name: _Life(part) for part in self.parts}
        assert sorted(self.stops) == sorted(self._lives)

    def due_s(self) -> float | None:
        """When ``tick`` has something to do, if nothing else happens."""
        return min((life.due_s for life in self._lives.values() if life.due_s is not None),
                   default=None)  # fmt: skip

    def tick(self, now_s: float) -> list[Order]:
        """Starts what may start, and ends what did not end when it was asked to."""
        orders: list[Order] = []
        for life in self._lives.values():
            passed = life.due_s is not None and now_s >= life.due_s
            if life.at is At.ENDING and passed:
                life.due_s = None
                orders += [Say(life.part.name, "does not end and is killed"),
                           End(life.part.name, hard=True)]  # fmt: skip
            elif life.at is At.WAITS and (passed or life.due_s is None) and self._may_start(life):
                life.at, life.due_s = At.STARTING, None
                orders.append(Start(life.part.name))
        return orders

    def ready(self, name: str, now_s: float) -> list[Order]:
        """The part says that it does its work."""
        life = self._lives[name]
        if life.at is not At.STARTING:
            return []
        orders: list[Order] = [Say(name, "is back")] if life.was_ready else []
        life.at, life.was_ready, life.ready_s = At.READY, True, now_s
        return orders + self.tick(now_s)

    def exited(self, name: str, reason: str, now_s: float) -> list[Order]:
        """The part's process has ended, for that reason in words."""
        life = self._lives[name]
        was, life.at, life.due_s = life.at, At.ENDED, None
        if self._stopping:
            return self._stop_next(now_s)
        if not life.was_ready:
            self._failed = name
            return [Say(name, f"cannot be started: {reason}"), *self.stop(now_s)]
        sound = was is At.READY and now_s - life.ready_s >= SOUND_S
        life.pause_s = FIRST_S if sound or not life.pause_s else min(2 * life.pause_s, LONGEST_S)
        life.at, life.due_s = At.WAITS, now_s + life.pause_s
        return [Say(name, f"ended ({reason}); it is started again in {life.pause_s:g} s")]

    def stop(self, now_s: float) -> list[Order]:
        """Somebody wants it to end. A second time: at once."""
        if self._stopping:
            alive = [n for n in self.stops if self._lives[n].at not in (At.WAITS, At.ENDED)]
            return [End(name, hard=True) for name in alive]
        self._stopping = True
        for life in self._lives.values():
            if life.at is At.WAITS:
                life.at, life.due_s = At.ENDED, None
        return self._stop_next(now_s)

    def _may_start(self, life: _Life) -> bool:
        needs = all(self._lives[name].was_ready for name in life.part.needs)
        return needs and not self._stopping

    def _stop_next(self, now_s: float) -> list[Order]:
        for name in self.stops:
            life = self._lives[name]
            if life.at is At.ENDING:
                return []  # one after the other
            if life.at is not At.ENDED:
                life.at, life.due_s = At.ENDING, now_s + PATIENCE_S
                return [End(name)]
        if self._over:
            return []
        self._over = True
        return [Over(self._failed)]
