"""Which sentence tells of what items do, and their words for other events."""

from __future__ import annotations

from typing import Any, Final

ITEM_ROLLS: Final = (
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
    "torch",
)
ITEM_JOURNEYS: Final = ("boots", "landslide", "anchor")  # why a piece moved
ITEM_PLACED: Final[dict[str, dict[str, Any]]] = {
    "shot_lying": {"why": "shot", "posture": "lying"},
    "shot": {"why": "shot"},
    "whipped": {"why": "whipped"},  # always lying
}
ITEM_CASES: Final[dict[str, dict[str, dict[str, Any]]]] = {
    "item_found": {},
    "item_again": {},
    "item_used": {
        "taking": {"item": "tome", "what": ..., "on": ...},
        "card": {"how": "card"},
        "stop": {"how": "stop"},
        "redirect": {"how": "redirect"},
        "on": {"on": ...},
    },
    "item_cancelled": {},
    "item_taken": {},
    "item_kept": {},
    "dodged": {},
    "shielded": {},
    "landslide": {},
    "ghost": {"haunts": {"what": "haunts"}, "stays": {"what": "stays"}},
    "card_seen": {"seen": {"card": ...}},
    "doll": {"left": {"what": "left"}},
    "discarded": {},
    "anchor": {"attached": {"what": "attached"}, "cut": {"what": "cut"}},
}
