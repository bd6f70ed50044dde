"""Disputed readings of the memory game as typed options, with the reason of each default."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from vulkar.rules.options import About, OptionSet


@dataclass(frozen=True, slots=True)
class Options:
    """One reading of every disputed rule."""

    stack: Literal["shuffled", "ordered"] = "shuffled"
    volcanoes: Literal["drawn", "most_birds"] = "drawn"
    first_start: Literal["drawn", "first_seat"] = "drawn"
    barred: Literal["first_turn", "round"] = "first_turn"
    marble: bool = False


ABOUT: Final[dict[str, About]] = {
    "stack": About(
        "Do the treasures lie in a shuffled stack, or in one that is ordered by rubies?",
        "Shuffled is the game; ordered is offered to those who want less luck.",
        "004:20; 004:129",
        "This game is played for less luck: the small treasures come first, and all know which.",
    ),
    "volcanoes": About(
        "Which volcanoes are played with where two or three play: drawn ones, or those with most "
        "birds?",
        "The rulebook takes any; only which of them has more birds matters.",
        "004:20; row 84",
    ),
    "first_start": About(
        "Who begins the first round: somebody drawn by lot, or the first seat?",
        "Whoever last had an outburst begins, which no program can know: a lot is fair.",
        "004:34",
    ),
    "barred": About(
        "How long are the places that were looked at barred to the first start player: for the "
        "first turn, or for the whole first round?",
        "The bar keeps the first turn from being a sure one; after that it has done its work.",
        "row 82; 004:74",
    ),
    "marble": About(
        "Does the idol let a marble go whenever somebody is out?",
        "It is a show on the island that changes nothing in the game.",
        "engine",
    ),
}

OPTIONS: Final = OptionSet(
    presets={"shuffled": Options(), "ordered": Options(stack="ordered")},
    about=ABOUT,
    groups={"stack": "memory", "marble": "island"},
)
