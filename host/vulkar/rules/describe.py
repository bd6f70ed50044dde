"""One English line for an event or for a choice, for terminals and journals.

Events and answers carry ids; ``names`` maps the ids of spaces and cards to what people call them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from vulkar.rules.classic.cards import KINDS, NAMES
from vulkar.rules.classic.items.kinds import ITEM_NAMES
from vulkar.rules.classic.items.texts import (
    ITEM_BECAUSE,
    ITEM_LINES,
    ITEM_MOVED,
    ITEM_ROLLS,
    ITEM_WINDOWS,
    item_choice,
    item_extra,
)
from vulkar.rules.core import Answer, Ask, Event

CARDS: Final[dict[str, str]] = {**dict(zip(KINDS, NAMES, strict=True)), **ITEM_NAMES}

WINDOWS: Final[dict[str, str]] = {
    "before_cards": "Others may play cards first",
    "before_roll": "Others may play cards before the roll",
    "after_roll": "The roll may be answered",
    "after_move": "Others may play cards after the move",
    "standing_up": "Others may play cards",
    "response": "The card may be cancelled",
    "talisman": "The fireball may be stopped",
    "theft": "The theft may be answered",
    **ITEM_WINDOWS,
}

CHOICES: Final[dict[str, str]] = {
    "before_roll": "may play cards, then rolls",
    "after_move": "may play cards, then ends the turn",
    "discard": "discards",
}

# kind -> a template over the event's data; `_extra` adds what needs a condition
LINES: Final[dict[str, str]] = {
    "placed": "{pawn} is placed on {space}{lies}{because}.",
    "first": "{pawn} goes first with a {value}.",
    "first_tied": "The highest rolls tie at {value}; they roll again.",
    "turn": "Turn {turn}: {pawn}{turn_why}.",
    "turn_ended": "{pawn} ends the turn.",
    "rolled": "{pawn} rolls a {die}{doubling}{what_for}.",
    "moving": "{pawn} sets out along {way}.",
    "moved": "{pawn} moves to {to}{moved_why}.",
    "cannot_move": "{pawn} cannot move.",
    "cave_taken": "{pawn} finds {space} taken and stays.",
    "fireball_declared": "{pawn} aims a fireball from {source} by {route}{at_target}.",
    "fireball_cancelled": "The fireball by {route} is stopped.",
    "fireball_again": "The fireball {again_why}: {pawn} pushes again.",
    "fireball_none": "{pawn} can hit nobody; no fireball is rolled.",
    "marble": "The marble of {source} is loaded at {to}.",
    "fireball_rolled": "The fireball rolls by {route}: {hits}.",
    "card_played": "{pawn} plays {card}{on_pawn}.",
    "card_cancelled": "{card} is cancelled.",
    "card_drawn": "{pawn} draws {a_card}.",
    "card_taken": "{pawn} takes {a_card} from {victim}.",
    "no_cards": "There is no card left to draw.",
    "reshuffled": "The {cards} discards are shuffled into a new pile.",
    "theft": "{pawn} passes {owner}, who holds the jewel.",
    "theft_failed": "{pawn} grasps a fake jewel; {owner} keeps the real one.",
    "jewel": "{jewel_where}",
    "token": "{pawn} {token_how}.",
    "window_opened": "{window_text}.",
    "window_again": "{window_text}, once more.",
    "window_closed": "{window_text}: closed.",
    "choice_opened": "{pawn} {choice_text}.",
    "choice_closed": "{pawn} has chosen.",
    "restored": "The island was disturbed{restored_what}; it does not count.",
    "won": "{pawn} {wins}.",
    **ITEM_LINES,
}

JEWEL_WHY: Final[dict[str, str]] = {
    "captured": "takes the jewel from Vul-Kar",
    "stolen": "steals the jewel",
    "passed": "is given the jewel",
    "picked_up": "picks up the jewel",
    "stood_up": "stands up and takes the jewel again",
    "stood_there": "gets the jewel at their feet",
}
BECAUSE: Final[dict[str, str]] = {
    "fireballed": ", fireballed",
    "stood_up": ", standing again",
    **ITEM_BECAUSE,
}
TURN_WHY: Final[dict[str, str]] = {"another_turn": ", another turn", "bonus": ", a bonus turn"}
ROLLED_FOR: Final[dict[str, str]] = {
    "first": " for the first turn",
    "cave": " for a cave",
    "dock": " for the jewel on the Dock",
    **ITEM_ROLLS,
}
MOVED_WHY: Final[dict[str, str]] = {
    "ahead": ", moved ahead by a card",
    "back": ", moved back by a card",
    "cave": " through the caves",
    **ITEM_MOVED,
}


def _name(names: Mapping[str, str] | None, key: Any) -> str:
    return (names or {}).get(key) or CARDS.get(key) or str(key)


def _extra(d: Mapping[str, Any], names: Mapping[str, str] | None) -> dict[str, str]:
    """Every phrase that depends on a condition."""
    why = d.get("why")
    path = [_name(names, p) for p in d.get("path") or ()]
    hits = ", ".join(d.get("hit") or ())
    owner = d.get("owner")
    loose = f"The jewel lies on {_name(names, d.get('space'))}."
    return {
        "lies": ", lying" if d.get("posture") == "lying" else "",
        "because": BECAUSE.get(str(why), ""),
        "turn_why": TURN_WHY.get(str(why), ""),
        "doubling": f", doubled to {d.get('value')}" if d.get("doubled") else "",
        "what_for": ROLLED_FOR.get(str(d.get("what")), ""),
        "again_why": "did not leave" if why == "stuck" else "was not properly pushed",
        "wins": f"and {d['partner']} are on the Dock with the jewel and win"
        if d.get("partner")
        else "reaches the Dock with the jewel and wins",
        "way": " - ".join(path),
        "moved_why": MOVED_WHY.get(str(why), ""),
        "at_target": f" at {d['target']}" if d.get("target") else " at nobody",
        "hits": f"{hits} is touched"
        if hits and "," not in hits
        else f"{hits} are touched"
        if hits
        else "nobody is touched",
        "on_pawn": f" on {d['on']}" if d.get("on") else "",
        "a_card": _name(names, d["card"]) if d.get("card") else "a card",
        "jewel_where": f"{owner} {JEWEL_WHY.get(str(why), 'has the jewel')}." if owner else loose,
        "token_how": "takes a token"
        if d.get("what") == "taken"
        else "gives the token back for cards",
        "window_text": WINDOWS.get(str(d.get("window")), str(d.get("window"))),
        "choice_text": CHOICES.get(str(d.get("choice")), str(d.get("choice"))),
        "restored_what": f" ({d['pawn']} stands on {_name(names, d.get('space'))} again)"
        if d.get("pawn")
        else "",
        **item_extra(d, lambda key: _name(names, key)),
    }


def describe(event: Event, names: Mapping[str, str] | None = None) -> str:
    """One line for an event, without its audience. Unknown kinds are shown as they are."""
    line = LINES.get(event.kind)
    if line is None:
        return f"{event.kind}: {event.data}"
    plain = {
        k: _name(names, v) if k in ("space", "to", "card", "source", "route") else v
        for k, v in event.data.items()
    }
    text = line.format(**{**plain, **_extra(event.data, names)})
    return text[0].upper() + text[1:]


def describe_choice(ask: Ask, answer: Answer, names: Mapping[str, str] | None = None) -> str:
    """One line for a legal answer to a question."""
    if not isinstance(answer, list):
        return f"{ask.kind}: {_name(names, answer)}"
    word, *rest = answer
    about_item = item_choice(word, rest, lambda key: _name(names, key))
    if about_item is not None:
        return about_item
    if word == "play":
        card = _name(names, rest[0])
        return f"Play {card} on {rest[1]}" if len(rest) > 1 else f"Play {card}"
    if word == "move":
        way = [_name(names, p) for p in rest[0]]
        return f"Move to {way[-1]} ({len(way)}): {' - '.join(way)}"
    if word == "roll":
        how = {
            "cave": " for a cave",
            "trail": " to leave by the trail",
            "dock": " for the jewel on the Dock",
        }
        return "Roll the die" + (how[rest[0]] if rest else "")
    if word == "cave":
        return f"Go to {_name(names, rest[0])}"
    return {
        "pass": "Pass",
        "end_turn": "End the turn",
        "token": "Give the token back for a full hand",
        "stay": "Stay",
        "give_jewel": f"Give the jewel to {rest[0] if rest else ''}",
        "no_target": "Aim at nobody",
        "target": f"Aim at {rest[0] if rest else ''}",
        "route": f"By {_name(names, rest[0]) if rest else ''}",
    }.get(word, " ".join(map(str, answer)))
