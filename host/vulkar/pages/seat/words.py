"""The words that the browser's modules put on buttons and headings, by their short names."""

from __future__ import annotations

from typing import Final

from vulkar.pages.seat.places import Say
from vulkar.texts import Text, text

WORDS: Final[dict[str, Text]] = {
    "hand": text("page.seat.word.hand"),
    "no_cards": text("page.seat.word.no_cards"),
    "paper": text("page.seat.word.paper"),
    "when": text("page.seat.word.when"),
    "now": text("page.seat.word.now"),
    "not_now": text("page.seat.word.not_now"),
    "back": text("page.seat.word.back"),
    "choices": text("page.seat.word.choices"),
    "map": text("page.seat.word.map"),
    "whole": text("page.seat.word.whole"),
    "near": text("page.seat.word.near"),
    "people": text("page.seat.word.people"),
    "me": text("page.seat.word.me"),
    "jewel": text("page.seat.word.jewel"),
    "log": text("page.seat.word.log"),
    "private": text("page.seat.word.private"),
    "fire": text("page.seat.word.fire"),
    "announced": text("page.seat.word.announced"),
    "deciding": text("page.seat.window.said"),
    "ends": text("page.seat.window.ends"),
    "chosen": text("page.seat.word.chosen"),
    "time": text("page.seat.word.time"),
    "work": text("page.seat.word.work"),
    "start": text("page.seat.word.start"),
    "again": text("page.seat.word.again"),
    "show": text("page.seat.word.show"),
    "hand_on": text("page.seat.word.hand_on"),
    "retry": text("page.seat.word.retry"),
    "veto": text("page.seat.word.veto"),
}


def words(say: Say) -> dict[str, str]:
    """All of them in the reader's language."""
    return {name: say(word) for name, word in WORDS.items()}
