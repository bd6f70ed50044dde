"""The words of a scenario: ``red: play take_card on blue | refused C86.token.protects``."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from vulkar.rules.core import CHANCE, WORLD, Answer, Ask

CHANCE_WORD, WORLD_WORD = "chance", "world"
FILLERS: Final = frozenset({"on", "to", "at", "from", "for", "with"})
# one-word answers that people write as two
JOINED: Final = {("end", "turn"): "end_turn"}
FACTS: Final = ("hit", "fell", "off_board", "bridge_down", "not_pushed", "never_left")


class Line(NamedTuple):
    """One answer of the script. ``window``: only in that window; ``refused``: by that rule."""

    text: str
    number: int  # line of the file
    who: str
    words: tuple[str, ...]
    window: str | None = None
    refused: str | None = None
    only: bool = False  # the game must have left no choice


def split_line(text: str, number: int) -> Line:
    """Takes a line apart. Raises ``ValueError`` with what is missing."""
    said, bar, after = text.partition("|")
    who, colon, rest = said.partition(":")
    if not colon:
        raise ValueError('an answer is "PAWN: what it says", for example "red: roll"')
    who, at, window = who.strip().partition("@")
    refused = None
    if bar:
        word, _, refused = after.strip().partition(" ")
        if word != "refused" or not refused.strip():
            raise ValueError('after "|" stands "refused" and the id of the rule')
        refused = refused.strip()
    words = tuple(rest.split())
    only = words[:1] == ("only",)
    words = words[1:] if only else words
    if not words:
        raise ValueError(f"{who.strip()} says nothing")
    at_window = window.strip() if at else None
    return Line(text, number, who.strip(), words, at_window, refused, only)


def answer_of(words: tuple[str, ...]) -> Answer:
    """``("move", "A", "B")`` -> ``["move", ["A", "B"]]``; ``("play", "double")`` -> as a list."""
    if words[0] in ("move", "rest") and words[1:2] != ("to",):
        return ["move", list(words[1:])]
    if words[:2] in JOINED:
        return [JOINED[words[0], words[1]], *words[2:]]
    rest = [w for w in words[1:] if w not in FILLERS]
    return [words[0], *(int(w) if w.isdigit() else w for w in rest)]


def fact_row(text: str) -> list[Any]:
    """``"hit red"`` -> ``["hit", "red"]``; ``"fell red VP1 VP2"`` -> with its list of spaces."""
    kind, *rest = text.split()
    if kind == "fell":
        return [kind, *rest[:1], list(rest[1:])]
    return [kind, *rest]


def said(answer: Answer) -> str:
    """The words for an answer, the inverse of :func:`answer_of`."""
    if not isinstance(answer, list):
        return str(answer)
    flat: list[str] = []
    for part in answer:
        flat.extend(map(str, part) if isinstance(part, list) else (str(part),))
    return " ".join(flat)


def asker_name(ask: Ask, seats: tuple[str, ...]) -> str:
    """Who is asked: a pawn, ``chance`` or ``world``."""
    return {CHANCE: CHANCE_WORD, WORLD: WORLD_WORD}.get(ask.asker) or seats[ask.asker]
