"""Locations, treasures and volcanoes from their data file, and the places of the island."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Final, NamedTuple

from vulkar.errors import VulkarError

SIZE: Final = 5  # the island is a square of so many places a side
CENTRE: Final = SIZE * SIZE // 2  # its card goes back to the box unseen


class Deck(NamedTuple):
    """``treasures``: rubies of each, from the top of an ordered stack. ``volcanoes``: birds."""

    animals: tuple[str, ...]
    landscapes: tuple[str, ...]
    treasures: tuple[int, ...]
    volcanoes: tuple[int, ...]


def load_deck(text: str) -> Deck:
    """Reads a data file like ``deck.toml``. Raises ``VulkarError("deck.bad")``."""
    try:
        data = tomllib.loads(text)
        deck = Deck(
            tuple(map(str, data["animals"])),
            tuple(map(str, data["landscapes"])),
            tuple(map(int, data["treasures"])),
            tuple(map(int, data["volcanoes"])),
        )
        locations, rubies = int(data["locations"]), int(data["rubies"])
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as exc:
        raise VulkarError("deck.bad", what=str(exc)) from exc
    for names in (deck.animals, deck.landscapes):
        if len(names) != SIZE or len(set(names)) != SIZE:
            raise VulkarError("deck.bad", what=f"{SIZE} different names are wanted: {names}")
    if locations != SIZE * SIZE or sum(deck.treasures) != rubies:
        what = f"{locations} locations, {sum(deck.treasures)} rubies; it says {rubies}"
        raise VulkarError("deck.bad", what=what)
    if list(deck.treasures) != sorted(deck.treasures) or min(deck.treasures) < 1:
        raise VulkarError("deck.bad", what=f"treasures from the smallest: {deck.treasures}")
    if list(deck.volcanoes) != sorted(set(deck.volcanoes)) or min(deck.volcanoes) < 1:
        raise VulkarError("deck.bad", what=f"volcanoes from the fewest birds: {deck.volcanoes}")
    return deck


DECK: Final = load_deck(
    resources.files(__package__).joinpath("deck.toml").read_text(encoding="utf-8")
)
ANIMALS, LANDSCAPES, TREASURES, VOLCANOES = DECK
ROUNDS: Final = len(TREASURES)

# a location is a number: 5 x animal + landscape
CARDS: Final = tuple(f"{animal}_{landscape}" for animal in ANIMALS for landscape in LANDSCAPES)

# a place is a number, row by row from the north-west; a1 is that corner, e5 the one opposite
PLACES: Final = tuple(f"{column}{row}" for row in range(1, SIZE + 1) for column in "abcde")
ON_ISLAND: Final = tuple(place for place in range(SIZE * SIZE) if place != CENTRE)
SIDES: Final[dict[str, tuple[int, ...]]] = {  # the three middle places of each
    "north": (1, 2, 3),
    "east": (9, 14, 19),
    "south": (23, 22, 21),
    "west": (15, 10, 5),
}
SIDE_NAMES: Final = tuple(SIDES)


def bits(places: tuple[int, ...]) -> int:
    """A set of places as one number."""
    return sum(1 << place for place in places)


def connected(card: int, other: int) -> bool:
    """Whether two locations show the same animal or the same landscape."""
    return card // SIZE == other // SIZE or card % SIZE == other % SIZE
