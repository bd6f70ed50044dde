"""Disputed readings as typed options; a preset chooses one reading of each."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Final, Literal, NamedTuple, get_args, get_type_hints

from vulkar.errors import VulkarError


@dataclass(frozen=True, slots=True)
class Options:
    """One reading of every disputed rule. The defaults are those of ``anniversary``."""

    hit_rule: Literal["touch", "knockdown"] = "touch"
    jewel_one_way: bool = True
    owner_on_low_road: Literal["continue", "back_to_high_road"] = "continue"
    mid_move_capture: Literal["finish", "stop"] = "finish"
    cave_roll: Literal["immediate", "next_turn"] = "immediate"
    cave_roll_8_any: bool = True
    double_caves: bool = True
    double_by: Literal["own_turn", "anyone"] = "own_turn"
    ahead_and_caves: Literal["no_number", "no_ending"] = "no_number"
    climb_to_top: bool = True
    plateau_stops: bool = True
    dead_end: Literal["full_path", "may_stop"] = "full_path"
    bonus_turns: Literal["after", "including"] = "after"
    bonus_after_fireball: Literal["continues", "ends"] = "continues"
    bridge_hit: Literal["climbs", "turn_over"] = "climbs"
    talisman_by: Literal["opponents", "opponents_or_target"] = "opponents_or_target"
    back_awards: bool = True
    jewel_on_occupied_chip: Literal["next_mover", "occupant"] = "next_mover"


class About(NamedTuple):
    """Why an option stands as it does: the question, the reason of the default, the sources."""

    question: str
    reason: str
    sources: str


ABOUT: Final[dict[str, About]] = {
    "hit_rule": About(
        "Is a piece fireballed when it is touched, or only when it is knocked over?",
        "The condensed rules say touched, also by something that a fireball set in motion.",
        "001:56; 000:89",
    ),
    "jewel_one_way": About(
        "Must the owner of the jewel always move toward the Dock, without caves and Low Road?",
        "The condensed rules say so; the long rules have no such limit.",
        "001:14; 000:49",
    ),
    "owner_on_low_road": About(
        "May an owner who stands on the Low Road go on along it?",
        "Without that, one who took the jewel beside pit D could have no legal move.",
        "001:14",
    ),
    "mid_move_capture": About(
        "Who becomes owner in mid-move while moving away from the Dock: finish the count or stop?",
        "Finishing obeys both the full count and the ban on using a space twice.",
        "001:7; 001:14; 001:34",
    ),
    "cave_roll": About(
        "Is the die for a cave rolled on arrival or in the next turn?",
        "The condensed rules roll immediately.",
        "001:20; 000:64",
    ),
    "cave_roll_8_any": About(
        "Does a doubled cave roll of 8 or more open any cave?",
        "The condensed rules say so.",
        "001:20",
    ),
    "double_caves": About(
        "Does Double apply to a roll for a cave?",
        "A cave roll of 8 or more is possible only if it does.",
        "001:20; 001:72",
    ),
    "double_by": About(
        "Who may double a roll: the roller in their own turn, or anyone before any roll?",
        "A card belongs to its player's own turn unless its text names another's turn.",
        "000:130; 001:72",
    ),
    "ahead_and_caves": About(
        "Move Ahead and caves 4-6: is only the card's number no cave number, or are they barred?",
        "The card's number may not serve as the cave die; walking into a mouth stays possible.",
        "001:76",
    ),
    "climb_to_top": About(
        "Must a piece in the water climb all five spaces before it turns onto the bridge?",
        "The condensed rules name five spaces to the top, though the bridge lands on the fourth.",
        "001:64",
    ),
    "plateau_stops": About(
        "Does Dead Man's Plateau end a movement?",
        "The condensed rules say so.",
        "001:24",
    ),
    "dead_end": About(
        "May a move end short at a dead end where another way takes the full count?",
        "A move is the full count wherever it can be.",
        "000:47",
    ),
    "bonus_turns": About(
        "Are the three full turns of the capture counted after the capturing turn?",
        "Three full turns follow; the turn of the capture is already under way.",
        "001:28; 000:120",
    ),
    "bonus_after_fireball": About(
        "Do bonus turns go on after their player was fireballed?",
        "Nothing takes them away; standing up uses one.",
        "001:28; 001:61",
    ),
    "bridge_hit": About(
        "Knocked off a bridge in one's own turn before the roll: roll and climb, or turn over?",
        "The piece stands upright and may do anything normally.",
        "001:64",
    ),
    "talisman_by": About(
        "May the roller stop a fireball whose declared target is the roller's own piece?",
        "A piece's owner may defend it; the text names the opponent only.",
        "001:47; 000:138",
    ),
    "back_awards": About(
        "Does a piece that is moved back draw a card or take its token where it lands?",
        "Landing is landing; only stealing and capturing belong to the mover's own move.",
        "001:22; 001:30; 001:77",
    ),
    "jewel_on_occupied_chip": About(
        "Does a piece that already stands where the jewel is dropped get it?",
        "The first player to move onto or past it takes it; standing is not moving.",
        "001:59",
    ),
}

PRESETS: Final[dict[str, Options]] = {"anniversary": Options()}


def choices(name: str) -> tuple[object, ...]:
    """All readings of an option, for example ``("touch", "knockdown")``."""
    hint = get_type_hints(Options)[name]
    return (True, False) if hint is bool else get_args(hint)


def make_options(preset: str, changes: dict[str, object] | None = None) -> Options:
    """The options of ``preset`` with ``changes`` applied.

    Raises ``VulkarError`` with code ``preset.unknown``, ``option.unknown`` or ``option.value``.
    """
    if preset not in PRESETS:
        raise VulkarError("preset.unknown", preset=preset, known=", ".join(PRESETS))
    for name, value in (changes or {}).items():
        if name not in {f.name for f in fields(Options)}:
            raise VulkarError("option.unknown", option=name)
        allowed = choices(name)
        if not any(value is a or (isinstance(a, str) and value == a) for a in allowed):
            raise VulkarError("option.value", option=name, value=value, allowed=allowed)
    return replace(PRESETS[preset], **(changes or {}))  # type: ignore[arg-type]
