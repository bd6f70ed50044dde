"""English lines for what items do; ``vulkar.rules.describe`` joins them to the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

ITEM_WINDOWS: Final[dict[str, str]] = {
    "item": "The item may be cancelled",
    "shield": "The hit may be warded off",
    "item_roll": "The roll may be answered",
}

ITEM_LINES: Final[dict[str, str]] = {
    "item_found": "{pawn} finds {the_item}.",
    "item_again": "{pawn} digs up {the_item}, which is there already, and digs on.",
    "item_used": "{pawn} uses {the_item}{used_how}.",
    "item_cancelled": "{the_item} of {pawn} is cancelled.",
    "item_taken": "{pawn} takes {the_item} from {victim}.",
    "item_kept": "{victim} keeps {the_item}.",
    "dodged": "{pawn} gets out of the way.",
    "shielded": "The shield of {pawn} holds.",
    "landslide": "{pawn} sets off a landslide.",
    "ghost": "{ghost_how}.",
    "card_seen": "{pawn} looks at {a_card} of {victim}.",
    "doll": "{doll_how}.",
    "discarded": "{pawn} discards {the_thing}.",
    "anchor": "{anchor_how}.",
}

ITEM_ROLLS: Final[dict[str, str]] = {
    "acquire": " for an item",
    "dig": " to dig",
    "exorcise": " against the ghost",
    "dodge": " to dodge",
    "landslide": " in the landslide",
    "ghost": " for the ghost",
    "tome": " against the Tome",
    "crystal": " for the Crystal",
    "shield": " behind the Shield",
    "anchor": " to cut the anchor",
    "torch": " by torchlight",
}
ITEM_BECAUSE: Final[dict[str, str]] = {"shot": ", shot", "whipped": ", whipped"}
ITEM_MOVED: Final[dict[str, str]] = {
    "boots": ", in the Boots",
    "landslide": ", carried by the landslide",
    "anchor": ", by the anchor",
}
USED_HOW: Final[dict[str, str]] = {
    "card": " up for a card",
    "stop": " to stop the fireball",
    "redirect": " to turn the fireball",
}
GHOST_HOW: Final[dict[str, str]] = {
    "haunts": "A ghost haunts {pawn}",
    "stays": "The ghost stays with {pawn}",
    "gone": "The ghost leaves {pawn}",
}
DOLL_HOW: Final[dict[str, str]] = {
    "left": "{pawn} leaves a doll on {space}",
    "gone": "The doll on {space} is gone",
}
ANCHOR_HOW: Final[dict[str, str]] = {
    "attached": "{pawn} hangs the anchor on the boat",
    "holds": "The anchor holds {pawn} back",
    "cut": "{pawn} cuts the anchor loose",
}

Name = Callable[[Any], str]


def item_extra(d: Mapping[str, Any], name: Name) -> dict[str, str]:
    """The phrases of :data:`ITEM_LINES` that depend on a condition."""
    what = str(d.get("what"))
    who = {"pawn": d.get("pawn"), "space": name(d.get("space"))}
    taken = f" to take {name(d['what'])}" if d.get("item") == "tome" and d.get("what") else ""
    return {
        "the_item": name(d.get("item")),
        "the_thing": name(what),
        "used_how": USED_HOW.get(str(d.get("how")), "")
        + taken
        + (f" on {d['on']}" if d.get("on") else ""),
        "ghost_how": GHOST_HOW.get(what, "").format(**who),
        "doll_how": DOLL_HOW.get(what, "").format(**who),
        "anchor_how": ANCHOR_HOW.get(what, "").format(**who),
    }


def item_choice(word: str, rest: list[Any], name: Name) -> str | None:
    """The line of a choice that only items offer, None for any other."""
    if word == "use":
        more = [r for r in rest[1:] if r not in USED_HOW]
        how = "".join(USED_HOW.get(r, "") for r in rest[1:2])
        on = f" on {more[0]}" if more else ""
        what = f" to take {name(more[1])}" if len(more) > 1 else ""
        return f"Use {name(rest[0])}{how}{what}{on}"
    if word in ("discard", "take", "item"):
        verb = {"discard": "Discard", "take": "Take", "item": "Choose"}[word]
        return f"{verb} {name(rest[0])}"
    return {
        "dig": "Dig",
        "card": "Draw a card",
        "again": "Roll again",
        "leave": "Take nothing",
        "die": f"Use the {rest[0] if rest else ''}",
    }.get(word)
