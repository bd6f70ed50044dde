"""The kinds of card, and the deck from its data file."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Final

from vulkar.errors import VulkarError

HAND_LIMIT: Final = 4

KINDS: Final = (
    "fireball",
    "fake_jewel",
    "cancel",
    "talisman",
    "reroll",
    "another_turn",
    "take_card",
    "double",
    "ahead_4",
    "ahead_5",
    "ahead_6",
    "back_1",
    "back_2",
    "back_3",
)
UNKNOWN: Final = len(KINDS)  # a card that lies in a paper hand or a real pile, unseen by the table
FIREBALL, FAKE_JEWEL, CANCEL, TALISMAN, REROLL, ANOTHER_TURN, TAKE_CARD, DOUBLE = range(8)
AHEAD: Final = {8: 4, 9: 5, 10: 6}  # kind -> spaces
BACK: Final = {11: 1, 12: 2, 13: 3}  # kind -> spaces


def load_deck(text: str) -> tuple[int, ...]:
    """How many cards there are of each kind, in the order of :data:`KINDS`.

    Raises ``VulkarError("deck.bad")`` if a kind is missing, unknown or twice, or the sum is wrong.
    """
    try:
        data = tomllib.loads(text)
        cards = {c["id"]: int(c["count"]) for c in data["card"]}
        total = int(data["total"])
        rows = len(data["card"])
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as exc:
        raise VulkarError("deck.bad", what=str(exc)) from exc
    if set(cards) != set(KINDS) or rows != len(KINDS):
        odd = sorted(set(cards) ^ set(KINDS)) or "a kind is listed twice"
        raise VulkarError("deck.bad", what=f"kinds that do not match: {odd}")
    counts = tuple(cards[k] for k in KINDS)
    if sum(counts) != total or min(counts) < 0:
        raise VulkarError("deck.bad", what=f"counts sum to {sum(counts)}, total says {total}")
    return counts


COUNTS: Final = load_deck(
    resources.files(__package__).joinpath("deck.toml").read_text(encoding="utf-8")
)
