"""The rulesets that there are, by name. A ruleset's package is imported when it is first asked for.

See ``ruleset.py`` for what a ruleset is, and docs/guide/ruleset.md for how to add one.
"""

from __future__ import annotations

import importlib
from typing import Final, cast

from vulkar.errors import VulkarError
from vulkar.rules.game import Game
from vulkar.rules.ruleset import Ruleset

MODULES: Final = {
    "classic": "vulkar.rules.classic.ruleset",
    "curse": "vulkar.rules.curse.ruleset",
    "ship": "vulkar.rules.ship.ruleset",
}
DEFAULT: Final = "classic"  # what is played where nobody says otherwise


def get(name: str) -> Ruleset:
    """A ruleset by name. Raises ``VulkarError("ruleset.unknown")``."""
    if name not in MODULES:
        raise VulkarError("ruleset.unknown", name=name, known=", ".join(MODULES))
    return cast(Ruleset, importlib.import_module(MODULES[name]).RULESET)


def of(game: Game) -> Ruleset:
    """The ruleset of a game."""
    return get(game.RULESET)
