"""Plays a scenario: lines of the script, with chance and the world from its lists."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from vulkar.rules.classic.cards import KINDS
from vulkar.rules.classic.scenario.arrange import Watched, arrange
from vulkar.rules.classic.scenario.checks import differences
from vulkar.rules.classic.scenario.reader import Scenario
from vulkar.rules.classic.scenario.schema import Check
from vulkar.rules.classic.scenario.unasked import explain_unasked
from vulkar.rules.core import CHANCE, WORLD, Answer, Ask, Event, Refused
from vulkar.rules.scenario.words import (
    CHANCE_WORD,
    WORLD_WORD,
    Line,
    answer_of,
    asker_name,
    fact_row,
    said,
)


class Stop(Exception):
    """The script cannot go on."""


@dataclass(slots=True)
class Outcome:
    """What came of a scenario. It held if nothing was refused unforeseen and nothing differs."""

    scenario: Scenario
    game: Watched
    events: list[Event] = field(default_factory=list)
    answers: list[tuple[str, Answer]] = field(default_factory=list)
    refused: list[tuple[Line, Refused]] = field(default_factory=list)  # foreseen or not
    differs: list[str] = field(default_factory=list)

    @property
    def held(self) -> bool:
        """Whether all came out as the scenario says."""
        return not self.differs


def run(scenario: Scenario) -> Outcome:
    """Plays it to the end of its script. Raises ``VulkarError`` only for a setup that is none."""
    events: list[Event] = []
    game = arrange(scenario, events.append)
    player = _Player(Outcome(scenario, game, events))
    out = player.out
    try:
        for entry in scenario.script:
            if isinstance(entry, Line):
                player.line(entry)
            else:
                player.check(entry)
        player.feed()
        player.finish(scenario.file.expect)
    except Stop as stop:
        out.differs.append(str(stop))
    return out


class _Player:
    def __init__(self, out: Outcome) -> None:
        self.out = out
        self.g = out.game
        file = out.scenario.file
        self.lists: dict[str, list[Any]] = {
            "dice": list(file.dice),
            "draw_pile": list(file.draw_pile),
            "picks": list(file.picks),
            "marbles": [[fact_row(f) for f in roll] for roll in file.marbles],
        }

    # --- answers ----------------------------------------------------------------------------
    def give(self, value: Answer) -> None:
        """Answers the open question."""
        ask = self.g.ask
        assert ask is not None
        self.g.answer(ask.number, value, self.out.events.append)
        self.out.answers.append((asker_name(ask, self.g.seats), value))

    def feed(self, speaker: str = "", *, wait: bool = False) -> None:
        """Lets chance and world answer from their lists while these last.

        ``speaker``: the one who speaks next; a line of chance or world goes before the lists.
        ``wait``: not for a roll that its player has no line for yet, although it was forced.
        """
        while (ask := self.g.ask) is not None and ask.asker in (CHANCE, WORLD):
            name = list_of(ask)
            if not self.lists[name] or asker_name(ask, self.g.seats) == speaker:
                return
            if wait and self._unsaid_roll():
                return
            value = self.lists[name].pop(0)
            if name == "picks":
                value = self._pick(ask, value)
            try:
                self.give(value)
            except Refused as no:
                raise Stop(f"{name}: {said(value)} is refused: {no.why} ({no.rule})") from no

    def _pick(self, ask: Ask, card: str) -> int:
        hand = [KINDS[k] for k in self.g.s.hands[ask.data["victim"]]]
        if card not in hand:
            raise Stop(f"picks: {self.g.seats[ask.data['victim']]} does not hold {card}")
        return hand.index(card)

    def _unsaid_roll(self) -> bool:
        return any(
            answer[:1] == ["roll"] for _, answer in self.g.forced if isinstance(answer, list)
        )

    def line(self, line: Line) -> None:
        """One answer of the script; see docs/reference/scenarios.md for what is passed over."""
        g = self.g
        first: Refused | None = None
        if self._unsaid_roll() and g.ask is not None and g.ask.asker == CHANCE:
            said_roll = answer_of(line.words)
            if said_roll[0] == "roll" and self._was_forced(line, said_roll):
                return
            if line.refused and (no := explain_unasked(g, line.who, said_roll)) is not None:
                self._refusal(line, no)
                return
        while True:
            self.feed(line.who)
            ask = g.ask
            if ask is None:
                if self._was_forced(line, answer_of(line.words)):
                    return
                raise Stop(f"line {line.number}, {line.text!r}: the game is over")
            who = asker_name(ask, g.seats)
            window = ask.data.get("window") if ask.kind == "respond" else None
            asked = who == line.who and line.window in (None, window)
            value = self._value(line, ask)
            out_of_place = not asked or (value not in ask.legal and ask.legal)
            if out_of_place and self._was_forced(line, value):
                return
            if asked and line.only:
                choice = "; ".join(said(a) for a in ask.legal)
                raise Stop(f"line {line.number}, {line.text!r}: there was a choice: {choice}")
            if asked:
                no = self._try(line, value)
                if no is not None and ask.kind not in ("act", "respond"):
                    no = explain_unasked(g, line.who, value) or no
                if no is None:
                    return
                if ask.kind != "respond" or line.refused:
                    self._refusal(line, no)
                    return
                first = first or no
                self.give(["pass"])
            elif ask.kind == "respond":
                self.give(["pass"])
            else:
                unanswered = ask.asker in (CHANCE, WORLD) and not line.refused
                no = first or (None if unanswered else explain_unasked(g, line.who, value))
                if no is None:
                    raise Stop(f"line {line.number}, {line.text!r}: {waiting(ask, g.seats)}")
                self._refusal(line, no)
                return

    def _value(self, line: Line, ask: Ask) -> Answer:
        if line.who == CHANCE_WORD:
            word = line.words[0]
            return int(word) if word.isdigit() else word
        if line.who == WORLD_WORD:
            return [fact_row(f) for f in " ".join(line.words).split(", ") if f != "nothing"]
        if line.words[:2] == ("move", "to"):
            return self._way_to(line, ask)
        return answer_of(line.words)

    def _way_to(self, line: Line, ask: Ask) -> Answer:
        """The one way offered that ends there; else the bare words, to be refused or forced."""
        end = line.words[2]
        if ask.kind not in ("move", "rest", "slide"):
            return ["move", "to", end]
        ways = [a for a in ask.legal if a[1][-1] == end]
        if len(ways) == 1:
            return ways[0]
        if ways:
            offered = "; ".join(said(w) for w in ways)
            raise Stop(f"line {line.number}, {line.text!r}: there are several ways: {offered}")
        ends = ", ".join(dict.fromkeys(a[1][-1] for a in ask.legal))
        raise Stop(f"line {line.number}, {line.text!r}: no way ends there; they end on {ends}")

    def _was_forced(self, line: Line, value: Answer) -> bool:
        """Whether the game did this by itself, as the only legal answer, since the last line."""
        if line.who not in self.g.seats or line.refused:
            return False
        seat = self.g.seats.index(line.who)
        for i, (asker, forced) in enumerate(self.g.forced):
            ends_there = value[:2] == ["move", "to"] and forced[:1] == ["move"]
            if asker == seat and (forced == value or (ends_there and forced[1][-1] == value[2])):
                del self.g.forced[: i + 1]
                return True
        return bool(value == ["pass"])

    def _try(self, line: Line, value: Answer) -> Refused | None:
        """Answers; the refusal if there is one, with nothing changed by it."""
        before = (self.g.s.key(), self.g.ask)
        kept = list(self.g.forced)
        self.g.forced.clear()
        try:
            self.give(value)
        except Refused as no:
            self.g.forced[:] = kept
            if (self.g.s.key(), self.g.ask) != before:
                text = f"line {line.number}, {line.text!r}: refused, but it changed the game"
                raise Stop(text) from no
            return no
        if line.refused:
            raise Stop(
                f"line {line.number}, {line.text!r}: was accepted, not refused by {line.refused}"
            )
        return None

    def _refusal(self, line: Line, no: Refused) -> None:
        self.out.refused.append((line, no))
        if line.refused is None:
            raise Stop(f"line {line.number}, {line.text!r}: refused: {no.why} ({no.rule})")
        if no.rule != line.refused:
            text = f"refused by {no.rule} ({no.why}), not by {line.refused}"
            raise Stop(f"line {line.number}, {line.text!r}: {text}")

    # --- expectations -----------------------------------------------------------------------
    def check(self, check: Check) -> None:
        """A check between two lines; windows of others are passed on the way to who is asked."""
        self.feed(wait=True)
        g = self.g
        while (
            check.asked not in (None, "nobody")
            and g.ask is not None
            and g.ask.kind == "respond"
            and asker_name(g.ask, g.seats) != check.asked
        ):
            self.give(["pass"])
            self.feed(wait=True)
        found = differences(check, g, self.out.events)
        self.out.differs += [f"check after {len(self.out.answers)} answers: {d}" for d in found]

    def finish(self, expect: Check) -> None:
        """Ends open windows by silence, then compares; everything listed must have been used."""
        while self.g.ask is not None and self.g.ask.kind == "respond" and expect.asked is None:
            self.give(["pass"])
            self.feed()
        if expect.asked is None:
            self.out.differs += differences(expect, self.g, self.out.events)
            ask = self.g.ask
            if ask is not None and ask.asker in (CHANCE, WORLD) and not _turns_roll(ask):
                why = f"{waiting(ask, self.g.seats)}; if that is meant, expect `asked`"
                self.out.differs.append(why)
        else:
            before = len(self.out.differs)
            self.check(expect)
            rest = self.out.differs[before:]
            self.out.differs[before:] = [d.split(": ", 1)[1] for d in rest]
        for name, left in self.lists.items():
            if left and not (name == "draw_pile" and self.out.scenario.file.discards == "rest"):
                self.out.differs.append(f"{name}: not used: {', '.join(map(said, left))}")


def list_of(ask: Ask) -> str:
    """The list of the file that answers a question to chance or to the world."""
    if ask.asker == WORLD:
        return "marbles"
    return {"draw": "draw_pile", "pick": "picks"}.get(ask.kind, "dice")


def _turns_roll(ask: Ask) -> bool:
    """The roll of a turn: a script may end before it, for a turn may begin by itself."""
    return ask.kind == "die" and ask.data["for"] == "move"


def waiting(ask: Ask, seats: tuple[str, ...]) -> str:
    """What the game waits for, in words."""
    if ask.asker in (CHANCE, WORLD):
        about = f" for {ask.pawn}" if ask.pawn else ""
        return f"the game waits for {list_of(ask)}{about}, and nothing is left there"
    offered = "; ".join(said(a) for a in ask.legal[:12]) + (" ..." if len(ask.legal) > 12 else "")
    return f"{asker_name(ask, seats)} is asked ({ask.kind}): {offered}"
