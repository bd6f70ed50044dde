"""The outcome of a scenario as plain JSON."""

from __future__ import annotations

from typing import Any, Final

from vulkar.maps.names import names
from vulkar.rules.classic.cards import KINDS
from vulkar.rules.classic.describe import describe
from vulkar.rules.classic.ids import RULES
from vulkar.rules.classic.scenario.runner import Outcome
from vulkar.rules.scenario.words import asker_name, said
from vulkar.texts import render

# what a view says about its own seat is no part of the state of the game
OF_ONE_SEAT: Final = ("seat", "pawn", "hand", "ask")


def as_json(out: Outcome) -> dict[str, Any]:
    """Everything: the rules it is about, what was refused, the state, the events, what differs."""
    g, file = out.game, out.scenario.file
    called = names(out.scenario.island)
    state = {k: v for k, v in g.view(0).visible.items() if k not in OF_ONE_SEAT}
    state["hands"] = {
        pawn: [KINDS[k] for k in hand] for pawn, hand in zip(g.seats, g.s.hands, strict=True)
    }
    ask = None
    if g.ask is not None:
        ask = {
            "asked": asker_name(g.ask, g.seats),
            "question": g.ask.kind,
            "may": [said(a) for a in g.ask.legal],
            "data": g.ask.data,
        }
    return {
        "title": file.title,
        "held": out.held,
        "differs": out.differs,
        "refused": [
            {
                "answer": line.text.split("|")[0].strip(),
                "line": line.number,
                **rule_json(no.rule),
            }
            | {"why": no.why, "foreseen": line.refused == no.rule}
            for line, no in out.refused
        ],
        "rules": [rule_json(rule) for rule in file.rules],
        "state": state,
        "ask": ask,
        "answers": [[who, said(value)] for who, value in out.answers],
        "events": [
            {
                "kind": e.kind,
                "text": render(describe(e, called)),
                "data": e.data,
                "seen_by": None if e.audience is None else [g.seats[i] for i in e.audience],
            }
            for e in out.events
        ],
    }


def rule_json(rule: str) -> dict[str, str]:
    """A rule id with its text and its source in the rulebooks."""
    known = RULES[rule]
    return {"rule": rule, "text": known.text, "source": known.source}
