"""Which sentence tells of an event of the 2018 game: its kind, or one of the kind's cases.

Sentences lie in the catalogues (``vulkar/texts/locale``) under ``event.<kind>`` and
``event.<kind>.<case>``.
"""

from __future__ import annotations

from typing import Final

from vulkar.texts.cases import Cases, by

# kind -> case -> what makes it that case; the first that fits is told, else the kind alone
CASES: Final[dict[str, Cases]] = {
    "placed": {},
    "urn_filled": {},
    "card_dealt": by("pile", "souvenir"),
    "card_known": {},
    "turn": {},
    "stood_up": {},
    "action_played": {},
    "souvenir_used": {},
    "moving": {},
    "moved": {},
    "cannot_move": {},
    "cave_die": {},
    "cave_left": {},
    "cave_full": {},
    "treasure_taken": {},
    "snapshot_taken": {},
    "heart_taken": by("why", "stolen"),
    "idol_turned": {},
    "tree_turned": {},
    "marbles_again": {},
    "marbles_rolled": {"off": {"marble_off": True}, "fell": {"fell": ...}},
    "pawn_fell": {"off": {"off": True}},
    "treasure_lost": {"taken": {"to": ...}},
    "tracker_filled": {},
    "scar_marble": by("why", "heart"),
    "mixed": by("pile", "souvenir"),
    "island_restored": {},
    "copter_called": by("why", "scar"),
    "copter_at": by("where", "back"),
    "copter_boarded": {},
    "pit_token": {},
    "points": {},
    "won": by("reason", "points", "first_at_helipad", "nearest_to_helipad", "shared"),
}
