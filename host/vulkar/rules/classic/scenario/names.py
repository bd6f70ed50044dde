"""The names that a scenario may use, and the nearest right one to a wrong one."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Final

from vulkar.errors import VulkarError
from vulkar.maps import IslandMap
from vulkar.rules.classic.cards import KINDS
from vulkar.rules.classic.flows import WINDOW_NAMES
from vulkar.rules.classic.ids import RULES
from vulkar.rules.classic.items.kinds import ITEMS
from vulkar.rules.classic.options import PRESETS, Options
from vulkar.rules.classic.texts import CASES
from vulkar.rules.scenario.words import CHANCE_WORD, FACTS, FILLERS, WORLD_WORD

# what an answer may begin with, and other words that it may hold
VERBS: Final = (
    "roll", "play", "token", "end", "end_turn", "pass", "move", "target", "route", "cave", "stay",
    "give_jewel", "no_target", "use", "dig", "card", "again", "leave", "take", "discard",
    "item", "die",
)  # fmt: skip
MORE_WORDS: Final = ("trail", "dock", "turn", "ultimate", "stop", "redirect", *FILLERS)


class Names:
    """All names of one scenario by what they name."""

    def __init__(self, island: IslandMap, pawns: Iterable[str], path: object) -> None:
        self.path = path
        self.of: Mapping[str, tuple[str, ...]] = {
            "pawn": tuple(pawns),
            "space": tuple(island.spaces),
            "route": tuple(island.routes),
            "source": tuple(island.sources),
            "bridge": tuple(i for i, s in island.spaces.items() if s.kind == "bridge"),
            "card": KINDS,
            "item": ITEMS,
            "option": tuple(f.name for f in fields(Options)),
            "preset": tuple(PRESETS),
            "rule": tuple(RULES),
            "window": WINDOW_NAMES,
            "event": tuple(CASES),
            "fact": FACTS,
            "verb": VERBS,
        }
        numbers = tuple(map(str, range(1, 13)))
        groups = ("pawn", "space", "route", "card", "item", "verb", "fact")
        self.words = (*(n for g in groups for n in self.of[g]), *MORE_WORDS, *numbers)

    def check(self, what: str, name: object, line: int, *more: str) -> str:
        """``name``, if it is one of that kind (or of ``more``). Raises ``scenario.name``."""
        known = (*self.of[what], *more)
        if name not in known:
            raise self.wrong(what, str(name), line, known)
        return str(name)

    def check_word(self, word: str, line: int) -> None:
        """A word of an answer. Raises ``scenario.name``."""
        if word not in self.words:
            raise self.wrong("word", word, line, self.words)

    def check_who(self, who: str, line: int) -> None:
        """Who speaks: a pawn, chance or world. Raises ``scenario.name``."""
        self.check("pawn", who, line, CHANCE_WORD, WORLD_WORD)

    def wrong(self, what: str, name: str, line: int, known: tuple[str, ...]) -> VulkarError:
        """The error that says which name is meant."""
        near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
        if not near:
            near = [k for k in known if k.lower() == name.lower()]
        hint = near[0] if near else ", ".join(known[:12]) + (", ..." if len(known) > 12 else "")
        return VulkarError(
            "scenario.name", path=self.path, line=line, what=what, name=name, nearest=hint
        )
