"""Disputed readings of the 2018 rules as typed options, with the reason of each default."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from vulkar.rules.options import About, OptionSet


@dataclass(frozen=True, slots=True)
class Options:
    """One reading of every disputed rule."""

    hand_size: Literal["two", "three"] = "two"
    opening_cataclysms: bool = True
    count_jumped: bool = False
    landing_takes: bool = False
    heart_theft: Literal["passing", "none"] = "passing"
    treasure_picked_by: Literal["loser", "taker"] = "loser"
    souvenir_to: Literal["feller", "fallen"] = "feller"
    shaken: Literal["pays", "free"] = "pays"
    call_by: Literal["arriving", "landing"] = "arriving"
    last_turns_of_two: Literal["player", "character"] = "player"


ABOUT: Final[dict[str, About]] = {
    "hand_size": About(
        "How many action cards does each player hold?",
        "The rulebook deals two.",
        "003:57",
        "Two cards are little choice; three is a house rule of many tables.",
    ),
    "opening_cataclysms": About(
        "Can the first hands hold cataclysms?",
        "The rulebook mixes all cards before it deals; an older sheet dealt without them.",
        "003:57",
    ),
    "count_jumped": About(
        "Does a space that is jumped count against the card's number?",
        "The pawn is jumped, and the next space is the next step.",
        "003:120; row 73",
    ),
    "landing_takes": About(
        "Is a treasure or a snapshot taken by ending a move on its space, or by starting on it?",
        "The rulebook names starting on it and passing it, not landing on it.",
        "003:148; 003:156; row 72",
    ),
    "heart_theft": About(
        "How is the Heart stolen from its holder?",
        "The rulebook says only that it can be stolen; players tell of running past the holder.",
        "003:167; row 36",
    ),
    "treasure_picked_by": About(
        "Who picks the treasure that a fallen pawn loses?",
        "It is the loser who has to put one away.",
        "003:196; row 42",
    ),
    "souvenir_to": About(
        "Who draws the souvenir for a pawn that was felled?",
        "The sentence goes on speaking of who felled it.",
        "003:198; row 71",
    ),
    "shaken": About(
        "Does a pawn pay that fell because the island shook?",
        "It counts as fallen; nobody felled it, so the treasure goes to the pit.",
        "003:201",
    ),
    "call_by": About(
        "Is the helicopter called by coming to the helipad, or by ending a move on it?",
        "The rulebook says arriving, and who passes has arrived.",
        "003:206",
    ),
    "last_turns_of_two": About(
        "Two players with two pawns each: who has two last turns?",
        "Everything in the two-player game that is not said of a pawn is said of a player.",
        "003:220; row 80",
    ),
}

OPTIONS: Final = OptionSet(
    presets={"rulebook": Options(), "three_cards": Options(hand_size="three")},
    about=ABOUT,
    groups={
        "hand_size": "cards",
        "count_jumped": "ways",
        "treasure_picked_by": "falling",
        "call_by": "the_end",
    },
)
