"""Which sentence tells of an event: its kind, or one of the kind's cases. The words are elsewhere.

Sentences lie in the catalogues (``vulkar/texts/locale``) under ``event.<kind>`` and
``event.<kind>.<case>``. ``items/texts.py`` adds the events and cases of items.
"""

from __future__ import annotations

from typing import Final

from vulkar.rules.classic.flows import CHOICE_NAMES
from vulkar.rules.classic.items.texts import (
    ITEM_CASES,
    ITEM_JOURNEYS,
    ITEM_PLACED,
    ITEM_ROLLS,
)
from vulkar.texts.cases import Cases, by

# what a die is for, where its sentence says so: ``roll.<what>``
ROLLS: Final = ("first", "cave", "dock", *ITEM_ROLLS)

# kind -> case -> what makes it that case; the first that fits is told, else the kind alone
CASES: Final[dict[str, Cases]] = {
    "placed": {
        "fireballed_lying": {"why": "fireballed", "posture": "lying"},
        **ITEM_PLACED,
        **by("why", "fireballed", "stood_up"),
    },
    "first": {},
    "first_tied": {},
    "turn": by("why", "another_turn", "bonus"),
    "turn_ended": {},
    "rolled": {
        "doubled_for": {"doubled": True, "what": ROLLS},
        "doubled": {"doubled": True},
        "for": {"what": ROLLS},
    },
    "moving": {},
    "moved": by("why", "ahead", "back", "cave", *ITEM_JOURNEYS),
    "cannot_move": {},
    "cave_taken": {},
    "fireball_declared": {"target": {"target": ...}},
    "fireball_cancelled": {},
    "fireball_again": by("why", "stuck"),
    "fireball_none": {},
    "marble": {},
    "fireball_rolled": {"hit": {"hit": ...}},
    "card_played": {"on": {"on": ...}},
    "card_cancelled": {},
    "card_drawn": {"seen": {"card": ...}},
    "card_taken": {"seen": {"card": ...}},
    "no_cards": {},
    "reshuffled": {},
    "theft": {},
    "theft_failed": {},
    "jewel": {
        **by("why", "captured", "stolen", "passed", "picked_up", "stood_up", "stood_there",
             owner=...),
        "owner": {"owner": ...},
    },
    "token": by("what", "taken"),
    "window_opened": {},
    "window_again": {},
    "window_closed": {},
    "choice_opened": by("choice", *CHOICE_NAMES.values()),
    "choice_closed": {},
    "restored": {"pawn": {"pawn": ...}},
    "won": {"partner": {"partner": ...}},
    **ITEM_CASES,
}  # fmt: skip
