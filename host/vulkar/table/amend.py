"""A correction of what has been answered: the game again with one answer replaced.

Later answers are kept while they answer the question that is asked and are legal; the first that
does not ends the keeping, and from there on everybody is asked anew. Chance comes from the same
tape by stream and ordinal, so an amend never brings another throw of a die or another card. A
fireball that has rolled is not rolled again: what it touched stands, for each pawn that still
stands where it stood. Pure: no clock, no file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from vulkar.errors import VulkarError
from vulkar.rules import CHANCE, WORLD, Answer, Ask, Event, Game, Refused
from vulkar.table.intents import PASS
from vulkar.table.journal import AnswerRow, canonical
from vulkar.table.replaying import chained

Tape = Callable[[Ask], Answer]
FORCED: Final = 6  # so many answers in a row can have become superfluous
PUBLIC_CARD: Final = frozenset({"card_played"})  # events that show everybody a card of a hand


@dataclass(frozen=True, slots=True)
class Known:
    """Cards that somebody saw and that, as amended, they would not have seen.

    ``kind`` is the event that showed them, ``seats`` who saw them, ``about`` whose hand they are
    or were in. Which cards is not told: that is what must not leave.
    """

    kind: str
    seats: tuple[int, ...]
    about: int
    count: int


@dataclass(frozen=True, slots=True)
class Amended:
    """A game as amended, and what that did.

    ``rows`` are the answers from the amended one on, in place of ``old``. ``dropped`` are those of
    ``old`` that seats and the world gave and that count no more, ``changed`` the numbers (in
    ``rows``) of fireballs of which a fact was left out because its pawn stands elsewhere.
    ``dice`` is how many throws everybody has seen that are still to come.
    """

    game: Game
    number: int
    rows: tuple[AnswerRow, ...]
    old: tuple[AnswerRow, ...]
    dropped: tuple[AnswerRow, ...]
    changed: tuple[int, ...]
    known: tuple[Known, ...]
    dice: int
    events: tuple[Event, ...] = field(repr=False)  # of ``rows``, the amended answer's first

    @property
    def same(self) -> bool:
        """Whether nothing has changed."""
        return self.rows == self.old


@dataclass(slots=True)
class _Line:
    """One way a game goes on: its questions, answers and events from a point on."""

    game: Game
    chain: str
    asks: list[Ask] = field(default_factory=list)
    rows: list[AnswerRow] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    def take(self, row: AnswerRow) -> None:
        """Gives the row's answer to the open question; numbers and chain are made to fit."""
        ask = self.game.ask
        assert ask is not None
        heard: list[Event] = []
        self.game.answer(ask.number, row.value, heard.append)
        self.chain = chained(self.chain, heard)
        fitted = replace(
            row, number=ask.number, asker=ask.asker, kind=ask.kind, events_sha=self.chain
        )
        self.asks.append(ask)
        self.rows.append(fitted)
        self.events += heard


def amend(
    game: Game,
    opening: Sequence[Event],
    rows: Sequence[AnswerRow],
    tape: Tape,
    number: int,
    value: Answer,
) -> Amended:
    """The game of ``rows`` with the answer to question ``number`` replaced by ``value``.

    ``game`` is fresh, as after its setup, and is not changed; ``tape`` answers what is asked of
    chance. Raises ``Refused`` where the rules forbid the value, ``VulkarError`` "amend.unknown" for
    a question that was not answered, "amend.chance" for one that chance has answered.
    """
    at = next((i for i, row in enumerate(rows) if row.number == number), None)
    if at is None:
        raise VulkarError("amend.unknown", number=number)
    if rows[at].asker == CHANCE:
        raise VulkarError("amend.chance", number=number)
    before = _Line(game.copy(), chained("", opening))
    for row in rows[:at]:
        before.take(row)
    old = _Line(before.game.copy(), before.chain)
    for row in rows[at:]:
        old.take(row)
    new = _Line(before.game.copy(), before.chain)
    new.take(replace(rows[at], value=value))
    changed, dropped = _keep(old, new, tape)
    known, dice = _known(old, new)
    return Amended(
        game=new.game,
        number=number,
        rows=tuple(new.rows),
        old=tuple(rows[at:]),
        dropped=dropped,
        changed=changed,
        known=known,
        dice=dice,
        events=tuple(new.events),
    )


def _keep(old: _Line, new: _Line, tape: Tape) -> tuple[tuple[int, ...], tuple[AnswerRow, ...]]:
    """Goes on in ``new`` with what ``old`` answered, while that fits.

    Returns the numbers of the fireballs whose facts were changed, and what was dropped.
    """
    left = [i for i in range(1, len(old.rows)) if old.rows[i].asker != CHANCE]
    tail = len(old.rows) - 1 - (left[-1] if left else 0)  # answers of chance at the end
    changed: list[int] = []
    dropped: list[AnswerRow] = []
    t_us = new.rows[0].t_us
    while (ask := new.game.ask) is not None:
        if ask.asker == CHANCE:
            if not left and tail == 0:
                break  # as far as the game had come; the table goes on from there
            tail -= not left
            new.take(_chance(old.rows[len(new.rows) :], ask, tape(ask), t_us))
            continue
        at = _next(old, left, ask)
        if at is None:
            break
        row = old.rows[left[at]]
        fitting = _facts(old.asks[left[at]], ask, row) if ask.asker == WORLD else row
        try:
            new.take(fitting)
        except Refused:
            break
        if fitting.value != row.value:
            changed.append(ask.number)
        dropped += (old.rows[i] for i in left[:at] if not _idle(old, i))
        del left[: at + 1]
        t_us = row.t_us
    dropped += (old.rows[i] for i in left if not _idle(old, i))
    return tuple(changed), tuple(dropped)


def _next(old: _Line, left: Sequence[int], ask: Ask) -> int | None:
    """Which of what is ``left`` was meant for a question such as ``ask``: the next one.

    Before it may stand passes in windows that have nothing to play any more, and a seat's choices
    that are none any more, because one answer is left: the rules do not ask for that.
    """
    skipped: set[int] = set()
    for at, index in enumerate(left):
        if _answers(old.asks[index], ask):
            return at
        if not _idle(old, index):
            skipped.add(old.rows[index].asker)
        if len(skipped) > 1 or WORLD in skipped or at >= FORCED:
            return None
    return None


def _chance(later: Sequence[AnswerRow], ask: Ask, value: Answer, t_us: int) -> AnswerRow:
    """Chance's answer: the row of before where it is the same, else one made at ``t_us``."""
    row = AnswerRow(ask.number, CHANCE, ask.kind, value, t_us, "")
    was = later[0] if later else row
    same = (was.number, was.kind, was.value) == (row.number, row.kind, value)
    return was if same else row


def _idle(old: _Line, index: int) -> bool:
    """Whether an answer was a pass in a response window: no decision is lost with it."""
    return old.rows[index].kind == "respond" and old.rows[index].value == PASS


def _answers(was: Ask, ask: Ask) -> bool:
    """Whether an answer to ``was`` was meant for a question such as ``ask``."""
    if ask.asker == WORLD:
        return was.asker == WORLD and was.data["route"] == ask.data["route"]
    if (was.asker, was.kind, was.pawn) != (ask.asker, ask.kind, ask.pawn):
        return False
    about = ("phase", "window", "about", "card", "item", "target")
    return all(was.data.get(key) == ask.data.get(key) for key in about)


def _facts(was: Ask, ask: Ask, row: AnswerRow) -> AnswerRow:
    """What the rolled fireball says of the pawns that still stand where they stood."""
    before, now = was.data["standing"], ask.data["standing"]

    def holds(fact: Sequence[object]) -> bool:
        names_pawn = len(fact) > 1 and fact[1] in now
        return not names_pawn or before.get(fact[1]) == now[fact[1]]

    return replace(row, value=[fact for fact in row.value if holds(fact)])  # type: ignore[attr-defined]


def _known(old: _Line, new: _Line) -> tuple[tuple[Known, ...], int]:
    """What was seen in the old line and not in the new one."""
    showed: Counter[tuple[str, tuple[int, ...], int]] = Counter()
    unseen = Counter(_key(event) for event in old.events if _shows_card(event))
    unseen.subtract(_key(event) for event in new.events if _shows_card(event))
    everybody = tuple(range(len(old.game.seats)))
    for event in old.events:
        if _shows_card(event) and unseen[_key(event)] > 0:
            unseen[_key(event)] -= 1
            about = event.data.get("victim")
            whose = old.game.seats.index(about) if about is not None else event.data["seat"]
            showed[event.kind, event.audience or everybody, whose] += 1
    known = tuple(Known(*key, count) for key, count in sorted(showed.items()))
    return known, max(0, _thrown(old) - _thrown(new))


def _thrown(line: _Line) -> int:
    return sum(row.asker == CHANCE and row.kind == "die" for row in line.rows)


def _shows_card(event: Event) -> bool:
    return "card" in event.data and (event.audience is not None or event.kind in PUBLIC_CARD)


def _key(event: Event) -> str:
    return canonical([event.kind, event.data, event.audience])
