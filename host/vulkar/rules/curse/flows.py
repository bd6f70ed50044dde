"""The flows of the 2018 game as data: what leads to what (003, turn and effects)."""

from __future__ import annotations

from typing import Final

from vulkar.rules.flow import Flow

GAME, TURN, MOVE, ROLL, FALL, SOUVENIR = range(6)

# TURN.mode, bits
NO_DIE = 1  # began off the island: no die for the cave this turn
EFFECT_USED = 2

FLOWS: Final = (
    Flow(
        "game",
        "The whole game. n: tokens or cards dealt so far.",
        (
            ("treasures", "drawn", "treasures"),
            ("treasures", "dealt", "souvenirs"),
            ("souvenirs", "drawn", "souvenirs"),
            ("souvenirs", "dealt", "cards"),
            ("cards", "drawn", "cards"),
            ("cards", "dealt", "turn"),
            ("turn", "ended", "turn"),
        ),
    ),
    Flow(
        "turn",
        "One turn of seat with pawn. mode: NO_DIE, EFFECT_USED; n: the number to move by.",
        (
            ("begin", "lying", "stand"),
            ("begin", "ready", "card"),
            ("stand", "stood", "card"),
            ("card", "chosen", "ready"),
            ("ready", "shaken", "up"),
            ("ready", "move", "move"),
            ("ready", "aboard", "effect"),
            ("up", "stood", "move"),
            ("move", "moved", "board"),
            ("board", "taken", "effect"),
            ("effect", "used", "effect"),
            ("effect", "done", "effect"),
            ("effect", "end", "file"),
            ("file", "filed", "draw"),
            ("draw", "drawn", "settle"),
            ("settle", "fell", "settle"),
            ("settle", "settled", "restore"),
            ("restore", "ended", "=ended"),
        ),
    ),
    Flow(
        "move",
        "pawn goes n spaces. path: the way; m: how many spaces of it are done with, -1 before the "
        "start took effect, and in goal the cave's number; mode: 1 no die for the present cave.",
        (
            ("start", "cave", "cave"),
            ("start", "walk", "choose"),
            ("choose", "chosen", "walk"),
            ("choose", "stay", "=moved"),
            ("walk", "taken", "walk"),
            ("walk", "cave", "cave"),
            ("walk", "there", "=moved"),
            ("cave", "die", "die"),
            ("cave", "named", "goal"),
            ("die", "rolled", "goal"),
            ("goal", "moved", "choose"),
            ("goal", "stay", "=moved"),
        ),
    ),
    Flow(
        "roll",
        "seat lets marbles roll. mode: 0 a cataclysm, 1 an ember; n: the ember; path: who fell.",
        (
            ("push", "again", "push"),
            ("push", "fell", "falls"),
            ("push", "off", "fine"),
            ("falls", "fell", "falls"),
            ("falls", "over", "=done"),
            ("fine", "fell", "=done"),
            ("fine", "over", "=done"),
        ),
    ),
    Flow(
        "fall",
        "pawn has fallen and its seat pays. seat: who felled it, -1 nobody; mode: 1 without a "
        "souvenir.",
        (
            ("rope", "kept", "thank"),
            ("rope", "falls", "lose"),
            ("lose", "lost", "thank"),
            ("thank", "drawn", "=fell"),
        ),
    ),
    Flow(
        "souvenir",
        "seat draws a souvenir.",
        (("draw", "drawn", "=drawn"),),
    ),
)
