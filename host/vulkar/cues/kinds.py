"""The events that a cue can belong to, and the lights that a show can name."""

from __future__ import annotations

from typing import Final

from vulkar.texts.catalogue import LANGUAGES, catalogue

# of the catalogues' codes, those that tell of an event begin like this: ``event.turn.bonus``
TOLD: Final = ("event", "service", "firing")
SHOWN: Final = ("fireball", "fireball.track", "board", "said")  # events without words of their own
# What happens on one device, and is heard there alone; the words that its ``what`` can be.
OWN: Final[dict[str, tuple[str, ...]]] = {
    "called": ("question", "window", "trigger"),  # its seat is waited for
    "refused": (),  # the table said no to a tap
    "unsent": (),  # a tap did not arrive
    "stop": (),  # somebody pressed the emergency stop here
}
# Which lamps: all of them; those that tell something at rest; those that the event is about.
TELLS: Final = ("turn", "target", "danger", "jewel")
LIGHTS: Final = ("all", *TELLS, "here", "path", "route")


def known() -> frozenset[str]:
    """Every kind of event, of each ruleset and of the table."""
    codes = (code.split(".") for code in catalogue(LANGUAGES[0]).entries)
    told = {parts[1] for parts in codes if parts[0] in TOLD and len(parts) > 1}
    return frozenset(told.union(SHOWN, OWN))
