"""Plays a scenario: chance from its lists, then the lines and checks of its script."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from vulkar.rules.core import CHANCE, WORLD, Answer, Ask, Event, Refused
from vulkar.rules.scenario.words import Line, asker_name, fact_row, said
from vulkar.rules.ship.cards import CARDS
from vulkar.rules.ship.describe import describe
from vulkar.rules.ship.game import Game
from vulkar.rules.ship.ids import RULES
from vulkar.rules.ship.scenario.checks import differences
from vulkar.rules.ship.scenario.reader import Scenario
from vulkar.texts import render


class Stop(Exception):
    """The script cannot go on."""


@dataclass(slots=True)
class Outcome:
    """What came of a scenario. It held if nothing was refused unforeseen and nothing differs."""

    scenario: Scenario
    game: Game
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
    file = scenario.file
    events: list[Event] = []
    options: dict[str, object] = dict(file.options)
    game = Game(scenario.island, file.preset, tuple(file.seats), options, events.append)
    player = _Player(Outcome(scenario, game, events))
    out = player.out
    try:
        player.set_up()
        for entry in scenario.script:
            if isinstance(entry, Line):
                player.line(entry)
            else:
                found = differences(entry, game, events)
                out.differs += [f"check after {len(out.answers)} answers: {d}" for d in found]
        out.differs += differences(file.expect, game, events)
    except Stop as stop:
        out.differs.append(str(stop))
    return out


class _Player:
    def __init__(self, out: Outcome) -> None:
        self.out = out
        self.g = out.game
        file = out.scenario.file
        self.volcanoes, self.treasures = list(file.volcanoes), list(file.treasures)
        self.laid = set(file.locations.values())
        self.world_speaks = any(
            isinstance(e, Line) and e.who == "world" for e in out.scenario.script
        )

    def give(self, value: Answer) -> None:
        ask = self.g.ask
        assert ask is not None
        self.g.answer(ask.number, value, self.out.events.append)
        self.out.answers.append((asker_name(ask, self.g.seats), value))

    def set_up(self) -> None:
        """Lays the island; the looks that the file tells of are done."""
        file, g = self.out.scenario.file, self.g
        self.feed()
        g.s.winners = tuple(g.seats.index(pawn) for pawn in file.won)
        g.s.round = len(file.won)
        while (ask := g.ask) is not None and ask.kind == "look":
            side = file.looks.get(g.seats[ask.asker])
            if side is None:
                return
            self.give(["look", side])

    def feed(self) -> None:
        """Lets chance answer from the file's lists, and the world where no line speaks for it."""
        while (ask := self.g.ask) is not None and ask.asker in (CHANCE, WORLD):
            if ask.asker == WORLD:
                if self.world_speaks:
                    return
                self.give([])
                continue
            value = self.chance(ask)
            if value not in ask.legal:
                raise Stop(f"{value} cannot come now, only one of {list(ask.legal)}")
            self.give(value)

    def chance(self, ask: Ask) -> Any:
        file = self.out.scenario.file
        match ask.data.get("what"):
            case "location":
                told = file.locations.get(ask.data["place"])
                return told or next(c for c in ask.legal if c not in self.laid)
            case "set":
                wanted = [birds for birds in file.volcanoes if birds in ask.legal]
                return wanted[0] if wanted else ask.legal[0]
            case "volcano":
                return self.volcanoes.pop(0) if self.volcanoes else ask.legal[0]
            case "treasure":
                return self.treasures.pop(0) if self.treasures else ask.legal[0]
        return self.g.seats.index(file.begins) if file.begins else ask.legal[0]

    def line(self, line: Line) -> None:
        """One answer of the script."""
        ask = self.g.ask
        where = f"line {line.number}, {line.text!r}"
        if ask is None:
            raise Stop(f"{where}: the game is over")
        who = asker_name(ask, self.g.seats)
        if who != line.who:
            raise Stop(f"{where}: {who} is asked ({ask.kind})")
        before = (self.g.s.key(), self.g.ask)
        try:
            self.give(self.value(line))
        except Refused as no:
            self.out.refused.append((line, no))
            if (self.g.s.key(), self.g.ask) != before:
                raise Stop(f"{where}: refused, but it changed the game") from no
            if no.rule != line.refused:
                raise Stop(f"{where}: refused: {no.why} ({no.rule})") from no
            return
        if line.refused:
            raise Stop(f"{where}: was accepted, not refused by {line.refused}")
        self.feed()

    def value(self, line: Line) -> Answer:
        if line.who == "world":
            return [fact_row(f) for f in " ".join(line.words).split(", ") if f != "nothing"]
        return list(line.words)


def as_json(out: Outcome) -> dict[str, Any]:
    """Everything: the rules it is about, what was refused, the state, the events, what differs."""
    g, file = out.game, out.scenario.file
    ask = None
    if g.ask is not None:
        offered = [said(answer) for answer in g.ask.legal]
        ask = {"who": asker_name(g.ask, g.seats), "kind": g.ask.kind, "legal": offered}
    return {
        "title": file.title,
        "held": out.held,
        "differs": out.differs,
        "refused": [
            {"answer": line.text.split("|")[0].strip(), "line": line.number, **_rule(no.rule)}
            | {"why": no.why, "foreseen": line.refused == no.rule}
            for line, no in out.refused
        ],
        "rules": [_rule(rule) for rule in file.rules],
        "state": g.view(None).visible
        | {"locations": [CARDS[card] if card >= 0 else None for card in g.s.cards]},
        "ask": ask,
        "answers": [[who, said(value)] for who, value in out.answers],
        "events": [
            {
                "kind": e.kind,
                "text": render(describe(e)),
                "data": e.data,
                "seen_by": None if e.audience is None else [g.seats[i] for i in e.audience],
            }
            for e in out.events
        ],
    }


def _rule(rule: str) -> dict[str, str]:
    return {"rule": rule, "text": RULES[rule].text, "source": RULES[rule].source}
