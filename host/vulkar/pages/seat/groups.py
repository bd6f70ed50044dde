"""The kinds of answer, by the first word of an answer's value: what they are called, their order.

A word that is not listed goes into the last group, so a ruleset with other answers is shown too.
"""

from __future__ import annotations

from typing import Any, Final

OTHER: Final = "other"

# group -> the words that begin its answers; in the order in which groups are shown
GROUPS: Final[dict[str, tuple[str, ...]]] = {
    "roll": ("roll", "again", "die"),
    "walk": ("move", "cave"),
    "aim": ("target", "no_target"),
    "route": ("route",),
    "play": ("play",),
    "use": ("use", "item", "dig", "anchor"),
    "cards": ("take", "discard", "card", "token", "drew", "took", "saw", "leave"),
    "give": ("give_jewel",),
    OTHER: (),
    "end": ("stay", "end_turn", "pass", "go_on"),
}
# the answer that most people give most often, if there is just one of its word: the big button
USUAL: Final = ("roll", "go_on", "pass", "end_turn", "stay")

_OF: Final = {word: group for group, words in GROUPS.items() for word in words}


def word_of(value: Any) -> str:
    """The word that says what kind of answer a value is; empty for a bare number or name."""
    return str(value[0]) if isinstance(value, list) and value else ""


def group_of(value: Any) -> str:
    """The group of an answer."""
    return _OF.get(word_of(value), OTHER)


def usual_of(values: list[Any]) -> int | None:
    """Which of the answers is the big button's; None where there is none that stands out."""
    words = [word_of(value) for value in values]
    if len(values) == 1:
        return 0
    return next((words.index(word) for word in USUAL if words.count(word) == 1), None)
