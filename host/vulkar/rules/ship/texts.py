"""Which sentence tells of an event: its kind, or one of the kind's cases.

Sentences lie in the catalogues (``vulkar/texts/locale``) under ``event.<kind>`` and
``event.<kind>.<case>``.
"""

from __future__ import annotations

from typing import Final

from vulkar.rules.ship.score import REASONS
from vulkar.texts.cases import Cases, by

# kind -> case -> what makes it that case; the first that fits is told, else the kind alone
CASES: Final[dict[str, Cases]] = {
    "laid": {},
    "volcanoes": {},
    "start_player": by("why", "birds"),
    "looked": {},
    "location_seen": {"card": {"card": ...}},  # others hear that a place was looked at
    "round": {},
    "turn": {},
    "opened": {"fits": {"fits": True, "last": ...}, "fails": {"fits": False}},
    "eliminated": by("why", "all_open"),
    "treasure_won": {"known": {"rubies": ...}},
    "covered": {},
    "counted": {},
    "won": by("reason", *REASONS),
}
