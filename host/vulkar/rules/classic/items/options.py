"""The disputed readings of the item rules as typed options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from vulkar.rules.options import About


@dataclass(frozen=True, slots=True)
class ItemOptions:
    """One reading of every disputed item rule; none matters while ``items`` is off."""

    items: Literal["off", "set1", "set2", "both"] = "off"
    six_again: bool = False
    reroll_items: bool = True
    double_items: bool = False
    lying_owner: Literal["drops", "keeps"] = "drops"
    landslide_hits_pits: bool = False
    landslide_digs: bool = False
    landslide_way: Literal["digger", "came_from"] = "digger"
    anchor_freeze: Literal["near_dock", "always"] = "near_dock"
    anchor_ahead: Literal["exact", "free"] = "exact"
    doll_stops_ahead: bool = False
    doll_stops_empty: bool = True
    redirect_window: bool = True
    ultimate_beats_shield: bool = True


ITEM_ABOUT: Final[dict[str, About]] = {
    "items": About(
        "Which sets of Inferno items lie in the island?",
        "The items are an expansion by fans, so they are chosen; one set alone works too.",
        "002:I",
    ),
    "six_again": About(
        "House rule: may a 6 on the roll for an item be rolled again?",
        "Off, as the rules have it. Their text says that items and cards are then equally likely;"
        " they are not: an item comes with 2 in 5 then, a card with 3 in 5 (1 in 3 without it).",
        "002:II",
    ),
    "reroll_items": About(
        "Does Reroll the Die answer a roll that an item asks for?",
        "It is played after any die roll, and only Cancel is barred from items.",
        "001:78; 002:I.F",
    ),
    "double_items": About(
        "Does a waiting Double apply to a roll that an item asks for?",
        "It is played for movement and caves; a dodge must not use it up.",
        "001:72",
    ),
    "lying_owner": About(
        "Does an owner who is shot or whipped on a trail drop the jewel on the space?",
        "The Shield saves one from dropping it, so without a Shield it is dropped.",
        "002:S1.3; 002:S2.6",
    ),
    "landslide_hits_pits": About(
        "Do pieces in pits and in the water roll for a landslide?",
        "They lie below the rocks already. Read to the letter they roll, and stay all the same.",
        "002:S1.4",
    ),
    "landslide_digs": About(
        "Does a dark space take effect for a piece that a landslide sets on it?",
        "Otherwise one landslide can set off the next.",
        "002:II; 002:S1.4",
    ),
    "landslide_way": About(
        "Which way is back in a landslide: as the digger picks, or as the piece came?",
        "It is picked like any Move Back before a move. A piece at the Start stays.",
        "002:S1.4; 001:77",
    ),
    "anchor_freeze": About(
        "Does the anchor hold an owner who rolls too little wherever it is, or near the Dock?",
        "To the letter an owner far away could never move; near means within one roll.",
        "002:S2.5",
        may_not_end=("always",),
    ),
    "anchor_ahead": About(
        "Must a Move Ahead reach the Dock by exact count while the anchor hangs?",
        "It is no roll, but it replaces one; with any other count it stops before the Dock.",
        "002:S2.5; 001:76",
    ),
    "doll_stops_ahead": About(
        "Does a doll stop a piece that goes by Move Ahead?",
        "The text names movement rolls.",
        "002:S2.2",
    ),
    "doll_stops_empty": About(
        "Does a doll stop a piece whose player has neither card nor item?",
        "It ends the turn there as a bridge would; only the discard finds nothing.",
        "002:S2.2",
    ),
    "redirect_window": About(
        "May a fireball that a Staff turned be stopped again?",
        "It is a new declaration.",
        "002:S1.6",
    ),
    "ultimate_beats_shield": About(
        "Does the Ultimate Fireball leave no roll for a Shield either?",
        "No card and no item stops it, and the Shield is an item.",
        "002:I.G",
    ),
}
