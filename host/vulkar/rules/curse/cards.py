"""The cards and treasures of the 2018 game, from their data file."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any, Final, NamedTuple

from vulkar.errors import VulkarError

EFFECTS: Final = ("idol", "tree", "ember", "cataclysm")


class Action(NamedTuple):
    """A kind of action card: the number to move by and its optional effect."""

    id: str
    number: int
    effect: str


class Deck(NamedTuple):
    """Kinds and how many there are of each, in the same order."""

    actions: tuple[Action, ...]
    action_counts: tuple[int, ...]
    souvenirs: tuple[str, ...]
    souvenir_counts: tuple[int, ...]
    colours: tuple[str, ...]
    colour_counts: tuple[int, ...]


def load_deck(text: str) -> Deck:
    """Reads a deck file. Raises ``VulkarError("deck.bad")`` if a kind is odd or a sum is wrong."""
    try:
        data = tomllib.loads(text)
        cards, souvenirs, treasures = data["actions"], data["souvenirs"], data["treasures"]
        actions = [
            Action(f"{c['effect']}_{c['number']}", int(c["number"]), str(c["effect"]))
            for c in cards["cards"]
        ]
        deck = Deck(
            tuple(actions),
            tuple(int(c["count"]) for c in cards["cards"]),
            tuple(str(c["id"]) for c in souvenirs["cards"]),
            tuple(int(c["count"]) for c in souvenirs["cards"]),
            tuple(treasures["colours"]),
            tuple(int(n) for n in treasures["colours"].values()),
        )
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as exc:
        raise VulkarError("deck.bad", what=str(exc)) from exc
    _check(deck, cards, souvenirs, treasures)
    return deck


def _check(deck: Deck, *tables: dict[str, Any]) -> None:
    kinds = ([a.id for a in deck.actions], deck.souvenirs, deck.colours)
    counts = (deck.action_counts, deck.souvenir_counts, deck.colour_counts)
    for names, numbers, table in zip(kinds, counts, tables, strict=True):
        if len(set(names)) != len(names):
            raise VulkarError("deck.bad", what=f"a kind is listed twice: {', '.join(names)}")
        if sum(numbers) != table["total"] or min(numbers) < 1:
            what = f"counts sum to {sum(numbers)}, total says {table['total']}"
            raise VulkarError("deck.bad", what=what)
    odd = {a.effect for a in deck.actions} ^ set(EFFECTS)
    if odd:
        raise VulkarError("deck.bad", what=f"effects that do not match: {', '.join(sorted(odd))}")


DECK: Final = load_deck(
    resources.files(__package__).joinpath("deck.toml").read_text(encoding="utf-8")
)
ACTIONS: Final = DECK.actions
ACTION_IDS: Final = tuple(a.id for a in ACTIONS)
SOUVENIRS: Final = DECK.souvenirs
COLOURS: Final = DECK.colours
CATACLYSM: Final = tuple(a.effect == "cataclysm" for a in ACTIONS)
STRIDE, REST, OLD_MAP, LEVER, ROPE, NET = (
    SOUVENIRS.index(s) for s in ("stride", "rest", "old_map", "lever", "rope", "net")
)
