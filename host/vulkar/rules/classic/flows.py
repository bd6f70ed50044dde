"""The flows of the 1986 game as data: what leads to what.

Fields of a frame are said in each flow's text: ``seat`` who decides, ``pawn`` whose pawn it is
about, ``n`` ``m`` ``mode`` small numbers, ``path`` spaces.
"""

from __future__ import annotations

from typing import Final

from vulkar.rules.flow import Flow

# kinds of frame: indices into FLOWS
GAME, TURN, WINDOW, CARD, ROLL, MOVE, THEFT, FIREBALL, BONUS, DRAW, CAVE = range(11)

# TURN.mode: how the seat said it would use its roll
BY_TRAIL, BY_CAVE, BY_DOCK = 0, 1, 2
# MOVE.mode: why a pawn moves
ROLLED, AHEAD, BACK, BOOTS = 0, 1, 2, 3
# WINDOW.mode
W_BEFORE_CARDS, W_BEFORE_ROLL, W_AFTER_ROLL, W_AFTER_MOVE = 0, 1, 2, 3
W_STANDING_UP, W_RESPONSE, W_TALISMAN, W_THEFT = 4, 5, 6, 7
W_ITEM, W_SHIELD, W_ITEM_ROLL = 8, 9, 10
WINDOW_NAMES: Final = (
    "before_cards",
    "before_roll",
    "after_roll",
    "after_move",
    "standing_up",
    "response",
    "talisman",
    "theft",
    "item",
    "shield",
    "item_roll",
)
# not windows: the active seat's own choice, before its roll and after, and what it discards
OWN_BEFORE, OWN_AFTER, OWN_DISCARD = 100, 101, 102
# with a real deck: a card is drawn, taken out of a paper hand, or looked at in one
OWN_DRAW, OWN_TAKE, OWN_LOOK = 103, 104, 105
CHOICE_NAMES: Final = {
    OWN_BEFORE: "before_roll",
    OWN_AFTER: "after_move",
    OWN_DISCARD: "discard",
    OWN_DRAW: "draw",
    OWN_TAKE: "take",
    OWN_LOOK: "look",
}

FLOWS: Final = (
    Flow(
        "game",
        "The whole game. n: bits of the seats still in for the first turn; path: their rolls, or "
        "in deal the seats that have their card.",
        (
            ("first", "next", "first"),
            ("first", "tied", "first"),
            ("first", "decided", "deal"),
            ("deal", "drawn", "deal"),
            ("deal", "dealt", "turn"),
            ("turn", "ended", "turn"),
        ),
    ),
    Flow(
        "turn",
        "One turn of seat. mode: BY_TRAIL, BY_CAVE or BY_DOCK once the roll is announced.",
        (
            ("begin", "lying", "standing"),
            ("begin", "ready", "before_cards"),
            ("standing", "closed", "end"),
            ("standing", "played", "end"),
            ("before_cards", "closed", "choose"),
            ("before_cards", "played", "choose"),
            ("before_cards", "ahead", "ahead"),
            ("before_cards", "out", "end"),
            ("choose", "done", "choose"),
            ("choose", "ahead", "ahead"),
            ("choose", "out", "end"),
            ("choose", "drawn", "choose"),
            ("choose", "roll", "before_roll"),
            ("choose", "stay", "rest"),
            ("rest", "done", "after_move"),
            ("rest", "drawn", "after_move"),
            ("before_roll", "closed", "roll"),
            ("before_roll", "played", "choose"),
            ("before_roll", "ahead", "ahead"),
            ("before_roll", "out", "end"),
            ("roll", "rolled", "use"),
            ("roll", "caved", "after_move"),
            ("use", "fireball", "fireball"),
            ("use", "move", "move"),
            ("use", "out", "end"),
            ("use", "dock", "dock"),
            ("dock", "done", "after_move"),
            ("ahead", "moved", "after_move"),
            ("fireball", "done", "after_move"),
            ("move", "moved", "after_move"),
            ("move", "held", "moored"),
            ("moored", "moved", "after_move"),
            ("after_move", "closed", "last"),
            ("after_move", "played", "last"),
            ("after_move", "out", "end"),
            ("after_move", "cursed", "after_move"),
            ("last", "done", "after_move"),
            ("last", "drawn", "last"),
            ("last", "out", "end"),
            ("last", "end_turn", "end"),
            ("end", "ended", "=ended"),
        ),
    ),
    Flow(
        "window",
        "A chance for seats to play cards. mode: which window; seat: whose turn, card or fireball "
        "it is about; pawn: the one seat asked, or -1; n: place in the order; m: 1 once a card "
        "was played.",
        (
            ("open", "opened", "poll"),
            ("poll", "done", "heard"),
            ("poll", "passed", "poll"),
            ("poll", "nobody", "close"),
            ("heard", "on", "poll"),
            ("heard", "over", "close"),
            ("close", "closed", "=closed"),
            ("close", "played", "=played"),
            ("close", "ahead", "=ahead"),
            ("close", "out", "=out"),
            ("close", "effect", "=effect"),
        ),
    ),
    Flow(
        "card",
        "One card. seat: who plays it; n: its kind; pawn: the seat it is played on, or -1.",
        (
            ("play", "open", "respond"),
            ("play", "immune", "resolve"),
            ("respond", "closed", "resolve"),
            ("respond", "played", "resolve"),
            ("respond", "effect", "void"),
            ("resolve", "done", "replace"),
            ("resolve", "moved", "replace"),
            ("void", "done", "replace"),
            ("replace", "done", "=done"),
            ("replace", "drawn", "=done"),
        ),
    ),
    Flow(
        "roll",
        "A die for seat, with its window. mode: BY_TRAIL, BY_CAVE or BY_DOCK; n: the die.",
        (
            ("throw", "thrown", "window"),
            ("window", "closed", "score"),
            ("window", "played", "score"),
            ("window", "effect", "throw"),
            ("score", "rolled", "=rolled"),
        ),
    ),
    Flow(
        "move",
        "A move of pawn, whose way seat chooses. mode: ROLLED, AHEAD or BACK; n: the count; "
        "path: the way; m: how many spaces of it have been walked.",
        (
            ("choose", "chosen", "walk"),
            ("choose", "stay", "=moved"),
            ("walk", "stolen", "rest"),
            ("walk", "kept", "rest"),
            ("walk", "taken", "rest"),
            ("walk", "there", "land"),
            ("rest", "walk", "walk"),
            ("land", "done", "=moved"),
            ("land", "drawn", "=moved"),
            ("land", "caved", "=moved"),
        ),
    ),
    Flow(
        "theft",
        "seat passes pawn, who owns the jewel.",
        (
            ("window", "closed", "take"),
            ("window", "played", "take"),
            ("window", "effect", "keep"),
            ("take", "stolen", "=stolen"),
            ("keep", "kept", "=kept"),
        ),
    ),
    Flow(
        "fireball",
        "seat rolls a fireball. pawn: the declared target or -1; n: the route; m: who pushes.",
        (
            ("target", "aim", "route"),
            ("target", "harmless", "route"),
            ("target", "none", "=done"),
            ("route", "declared", "window"),
            ("route", "harmless", "push"),
            ("window", "closed", "push"),
            ("window", "played", "push"),
            ("window", "effect", "stopped"),
            ("push", "again", "push"),
            ("push", "rolled", "=done"),
            ("push", "hits", "shields"),
            ("shields", "over", "fall"),
            ("fall", "rolled", "=done"),
            ("stopped", "done", "=done"),
            ("stopped", "redirected", "face"),
            ("face", "declared", "window"),
            ("face", "sure", "push"),
        ),
    ),
    Flow(
        "bonus",
        "What seat gets for taking the jewel from Vul-Kar.",
        (
            ("fill", "drawn", "fireball"),
            ("fireball", "done", "=done"),
        ),
    ),
    Flow(
        "draw",
        "seat draws n cards.",
        (
            ("next", "more", "next"),
            ("next", "done", "=drawn"),
        ),
    ),
    Flow(
        "cave",
        "A roll for a cave by seat, whose pawn is in one.",
        (
            ("roll", "rolled", "goal"),
            ("roll", "done", "lit"),
            ("lit", "rolled", "goal"),
            ("goal", "fireball", "fireball"),
            ("goal", "done", "=caved"),
            ("fireball", "done", "=caved"),
        ),
    ),
)
