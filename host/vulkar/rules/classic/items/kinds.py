"""The kinds of item and the two sets, from their data file."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Final

from vulkar.errors import VulkarError

ITEM_LIMIT: Final = 3

# an item is a bit in what a seat holds, so nobody holds two of a kind
ITEMS: Final = (
    "boots",
    "torch",
    "revolver",
    "tome",
    "staff",
    "crystal",
    "doll",
    "whip",
    "anchor",
    "shield",
)
BOOTS, TORCH, REVOLVER, TOME, STAFF, CRYSTAL, DOLL, WHIP, ANCHOR, SHIELD = range(10)
ULTIMATE: Final = 10  # Boots and Shield together, discarded for one fireball
LANDSLIDE: Final = -1
DEAD: Final = -2
EVENTS: Final = {"landslide": LANDSLIDE, "dead": DEAD}

Sets = dict[int, tuple[int, ...]]


def load_sets(text: str) -> Sets:
    """Of each set what each dig roll 1-6 finds.

    What is found is an index into :data:`ITEMS`, ``LANDSLIDE`` or ``DEAD``. Raises
    ``VulkarError("items.bad")`` if an item or a number is missing, unknown or twice.
    """
    try:
        rows = tomllib.loads(text)["find"]
        found = {(int(r["set"]), int(r["dig"])): (str(r["id"]), str(r["kind"])) for r in rows}
        ids_found = {str(r["id"]) for r in rows}
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as exc:
        raise VulkarError("items.bad", what=str(exc)) from exc
    wanted = {(s, d) for s in (1, 2) for d in range(1, 7)}
    if set(found) != wanted or len(rows) != len(wanted):
        raise VulkarError("items.bad", what="each set has one row for each of its numbers 1-6")
    kinds = {**dict.fromkeys(ITEMS, "item"), **dict.fromkeys(EVENTS, "event")}
    if dict(found.values()) != kinds or len(ids_found) != len(wanted):
        odd = sorted(ids_found ^ set(kinds)) or "an id is listed twice, or with the wrong kind"
        raise VulkarError("items.bad", what=f"ids that do not match: {odd}")
    codes = {**{name: i for i, name in enumerate(ITEMS)}, **EVENTS}
    return {s: tuple(codes[found[s, d][0]] for d in range(1, 7)) for s in (1, 2)}


SETS: Final = load_sets(
    resources.files(__package__).joinpath("items.toml").read_text(encoding="utf-8")
)
SETS_IN_PLAY: Final[dict[str, tuple[int, ...]]] = {
    "off": (),
    "set1": (1,),
    "set2": (2,),
    "both": (1, 2),
}


def in_play(choice: str) -> tuple[int, ...]:
    """The items that can be found under an ``items`` option."""
    return tuple(sorted(i for s in SETS_IN_PLAY[choice] for i in SETS[s] if i >= 0))


def ids(held: int) -> list[str]:
    """The ids of the items whose bits are set."""
    return [name for i, name in enumerate(ITEMS) if held >> i & 1]
