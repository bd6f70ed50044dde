"""What the service's own events say: every kind that it tells has a sentence, or is shown only."""

from __future__ import annotations

import ast
from typing import Final

from tests.texts.codes import HOST
from vulkar.service.said import CASES, said
from vulkar.texts import render

# shown on a page as what it is, without a sentence
SHOWN: Final[set[str]] = {"fireball"}


def told() -> set[str]:
    """The kinds in calls of ``tell`` in the service that leave the text to ``said``."""
    kinds = set()
    for path in (HOST / "service").glob("*.py"):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(call, ast.Call) and len(call.args) == 2:
                name = getattr(call.func, "attr", getattr(call.func, "id", ""))
                first = call.args[0]
                if name.strip("_") == "tell" and isinstance(first, ast.Constant):
                    kinds.add(str(first.value))
    return kinds


def test_every_kind_that_the_service_tells_has_a_sentence_and_no_other_has() -> None:
    assert told() - SHOWN == set(CASES)


def test_sentences_of_the_service_name_who_and_hide_what_went_wrong() -> None:
    seat = {"seat": 0, "pawn": "red", "name": "<b>{pawn}", "state": "gone", "stand_in": False}
    lines = {
        ("seat", "de"): "<b>{pawn} (Rot) ist weg; der Platz wartet.",
        ("pause", "en"): "Something went wrong: the game waits, and nothing is lost.",
    }
    fault = {"paused": {"by": "error", "code": "journal.unwritable"}}
    for kind, data in (("seat", seat), ("pause", fault)):
        text = said(kind, data)
        assert text is not None
        for language in ("en", "de"):
            line = lines.get((kind, language))
            assert line is None or render(text, language) == line
    assert said("rolled", {"die": 3}) is None
    goes_on = said("pause", {"paused": None})
    assert goes_on is not None and render(goes_on) == "The game goes on."
