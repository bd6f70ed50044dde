"""Which words the island page has: ``page.island.<name>``."""

from __future__ import annotations

from typing import Final

# said by the browser's own scripts
WORDS: Final = (
    *("map", "jewel", "players", "events", "tasks", "full"),
    *("replay", "replay_end", "replay_true", "replay_route"),
    *("solid", "flat", "solid_loading", "solid_failed"),
    *("camera", "camera_off", "camera_alt", "camera_delay", "camera_least", "camera_gone"),
)
# of a fireball that is under way: ``stage.<name>``
STAGES: Final = ("declared", "aiming", "rolling", "settling")
# of a seat whose people are not there: ``seat.<name>``
AWAY: Final = ("open", "gone", "bot")
