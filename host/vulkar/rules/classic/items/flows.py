"""The flows of the Inferno items as data; they stand behind the flows of the game itself."""

from __future__ import annotations

from typing import Final

from vulkar.rules.classic.flows import FLOWS
from vulkar.rules.flow import Flow

# kinds of frame: indices into ALL_FLOWS
(
    USE,
    ITEM_ROLL,
    ACQUIRE,
    ATTACK,
    DEFEND,
    SLIDE,
    GHOST,
    GRAB,
    LOOK,
    LIGHT,
    CURSE,
    MOORED,
    ULTIMATE_FRAME,
) = range(len(FLOWS), len(FLOWS) + 13)

# ITEM_ROLL.mode: what the die is for
ROLL_NAMES: Final = (
    "acquire",
    "dig",
    "exorcise",
    "dodge",
    "landslide",
    "ghost",
    "tome",
    "crystal",
    "shield",
    "anchor",
)
(
    FOR_ACQUIRE,
    FOR_DIG,
    FOR_EXORCISE,
    FOR_DODGE,
    FOR_SLIDE,
    FOR_GHOST,
    FOR_TOME,
    FOR_CRYSTAL,
    FOR_SHIELD,
    FOR_ANCHOR,
) = range(10)

ITEM_FLOWS: Final = (
    Flow(
        "use",
        "An item. seat: who uses it; n: which; mode: how; pawn: the seat it is used on, or -1; "
        "m: the item that a Tome reaches for.",
        (
            ("play", "open", "respond"),
            ("play", "sure", "resolve"),
            ("respond", "closed", "resolve"),
            ("respond", "played", "resolve"),
            ("respond", "effect", "void"),
            ("resolve", "done", "=done"),
            ("resolve", "rolled", "=done"),
            ("resolve", "moved", "=done"),
            ("resolve", "drawn", "=done"),
            ("void", "done", "=done"),
        ),
    ),
    Flow(
        "item_roll",
        "A die for seat that an item asks for. mode: what for; n: the die.",
        (
            ("throw", "thrown", "window"),
            ("throw", "plain", "score"),
            ("window", "closed", "score"),
            ("window", "played", "score"),
            ("window", "effect", "throw"),
            ("score", "rolled", "=rolled"),
        ),
    ),
    Flow(
        "acquire",
        "seat's piece landed on a dark space. n: the set that may be dug in.",
        (
            ("begin", "haunted", "exorcise"),
            ("begin", "roll", "roll"),
            ("begin", "card", "card"),
            ("exorcise", "rolled", "spirit"),
            ("spirit", "done", "=drawn"),
            ("roll", "rolled", "read"),
            ("read", "six", "six"),
            ("read", "shovel", "offer"),
            ("read", "card", "card"),
            ("six", "again", "roll"),
            ("six", "card", "card"),
            ("offer", "dig", "dig"),
            ("offer", "card", "card"),
            ("dig", "rolled", "find"),
            ("find", "again", "dig"),
            ("find", "done", "=drawn"),
            ("card", "drawn", "=drawn"),
        ),
    ),
    Flow(
        "attack",
        "seat strikes with an item (mode). path: the seats in reach; n: whose turn to dodge it is; "
        "m: bits of those hit.",
        (
            ("dodge", "rolled", "judge"),
            ("dodge", "over", "shields"),
            ("judge", "next", "dodge"),
            ("shields", "over", "fall"),
            ("fall", "done", "=done"),
        ),
    ),
    Flow(
        "defend",
        "Who was hit may use a Shield. seat: whose attack; path: the seats hit; n: who is asked; "
        "m: bits of those saved.",
        (
            ("open", "opened", "offer"),
            ("offer", "pass", "offer"),
            ("offer", "done", "judge"),
            ("offer", "all", "close"),
            ("judge", "next", "offer"),
            ("close", "over", "=over"),
        ),
    ),
    Flow(
        "slide",
        "A landslide set off by seat. path: the seats that roll; n: which of them; pawn: who is "
        "carried back.",
        (
            ("begin", "rocks", "roll"),
            ("roll", "rolled", "judge"),
            ("roll", "over", "=done"),
            ("judge", "next", "roll"),
            ("judge", "hit", "back"),
            ("back", "next", "roll"),
            ("back", "drawn", "roll"),
        ),
    ),
    Flow(
        "ghost",
        "A ghost looks for its victim. n: bits of the seats that roll; path: their rolls.",
        (
            ("roll", "rolled", "note"),
            ("roll", "full", "judge"),
            ("roll", "over", "=done"),
            ("note", "next", "roll"),
            ("judge", "tied", "roll"),
            ("judge", "over", "=done"),
        ),
    ),
    Flow(
        "grab",
        "seat takes item m of the seat pawn with a Tome.",
        (
            ("roll", "rolled", "judge"),
            ("judge", "done", "=done"),
        ),
    ),
    Flow(
        "look",
        "seat looks at n cards of the seat pawn with a Crystal. path: the kinds seen.",
        (
            ("roll", "rolled", "score"),
            ("score", "look", "see"),
            ("see", "next", "see"),
            ("see", "seen", "take"),
            ("take", "done", "=done"),
        ),
    ),
    Flow(
        "light",
        "Two dice of seat for a cave, by torchlight. path: the dice; n: the higher one.",
        (
            ("throw", "again", "throw"),
            ("throw", "thrown", "window"),
            ("window", "closed", "pick"),
            ("window", "played", "pick"),
            ("window", "effect", "throw"),
            ("pick", "rolled", "=rolled"),
        ),
    ),
    Flow(
        "curse",
        "seat was stopped by the doll on space n.",
        (("pay", "cursed", "=cursed"),),
    ),
    Flow(
        "moored",
        "The anchor holds seat, whose roll was wrong. mode: 1 if it was high enough.",
        (
            ("judge", "low", "stay"),
            ("judge", "high", "cut"),
            ("cut", "rolled", "free"),
            ("free", "won", "=moved"),
            ("free", "held", "back"),
            ("back", "moved", "=moved"),
            ("stay", "moved", "=moved"),
        ),
    ),
    Flow(
        "ultimate",
        "The Ultimate Fireball of seat, and the item that it brings.",
        (
            ("fire", "done", "gift"),
            ("gift", "done", "=done"),
        ),
    ),
)

ALL_FLOWS: Final = (*FLOWS, *ITEM_FLOWS)
