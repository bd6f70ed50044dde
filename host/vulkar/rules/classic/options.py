"""Disputed readings as typed options; a preset chooses one reading of each.

Why each stands as it does is told in ``options_about.py``.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final, Literal

from vulkar.rules.classic.items.options import ITEM_ABOUT, ItemOptions
from vulkar.rules.classic.options_about import ABOUT as CORE_ABOUT
from vulkar.rules.options import About, OptionSet, said


@dataclass(frozen=True, slots=True)
class Options(ItemOptions):
    """One reading of every disputed rule. The defaults are those of ``anniversary``."""

    # --- cards and windows
    windows: Literal["set", "open"] = "set"
    cards_per_turn: Literal["one", "unlimited"] = "unlimited"
    replace_after_play: bool = False
    force_use_at_four: bool = False
    double_by: Literal["own_turn", "anyone"] = "own_turn"
    double_unused: Literal["lost", "waits"] = "lost"
    reroll_keeps_double: bool = True
    another_limit: Literal["one", "none"] = "one"
    another_by: Literal["own_turn", "anyone"] = "own_turn"
    talisman_by: Literal["opponents", "opponents_or_target"] = "opponents_or_target"
    ahead_out_of: Literal["anywhere", "not_caves", "trail_only"] = "anywhere"
    ahead_and_caves: Literal["no_number", "no_ending"] = "no_number"
    back_when: Literal["before_and_after", "before_only"] = "before_and_after"
    back_way: Literal["came_from", "any"] = "came_from"
    back_path_by: Literal["card_player", "victim"] = "card_player"
    back_awards: bool = True
    # --- movement
    turn_direction: Literal["clockwise", "counterclockwise"] = "clockwise"
    plateau_stops: bool = True
    vulkar_after: Literal["ordinary", "stops"] = "ordinary"
    dead_end: Literal["full_path", "may_stop"] = "full_path"
    climb_to_top: bool = True
    cave_roll: Literal["immediate", "next_turn"] = "immediate"
    cave_one: Literal["cave_and_fireball", "fireball_only"] = "cave_and_fireball"
    cave_roll_8_any: bool = True
    double_caves: bool = True
    # --- the jewel
    jewel_one_way: bool = True
    owner_on_low_road: Literal["continue", "back_to_high_road"] = "continue"
    mid_move_capture: Literal["finish", "stop", "reverse"] = "finish"
    steals_per_turn: Literal["unlimited", "one"] = "unlimited"
    jewel_on_occupied_chip: Literal["next_mover", "occupant"] = "next_mover"
    bonus_turns: Literal["after", "including"] = "after"
    bonus_after_fireball: Literal["continues", "ends"] = "continues"
    # --- fireballs
    hit_rule: Literal["touch", "knockdown"] = "touch"
    self_target: Literal["must", "may_waste"] = "must"
    no_target: Literal["rolls", "no_roll"] = "rolls"
    stuck_marble: Literal["counts", "again"] = "counts"
    bad_push: Literal["left_repushes", "counts"] = "left_repushes"
    marble_return: Literal["origin", "nearest"] = "origin"
    bridge_hit: Literal["climbs", "turn_over"] = "climbs"
    # --- Team Expedition
    teams: Literal["none", "pairs"] = "none"
    jewel_pass: Literal["trail", "anywhere"] = "trail"
    dock_roll_from: Literal["dock", "anyone"] = "dock"


ABOUT: Final[dict[str, About]] = {**CORE_ABOUT, **ITEM_ABOUT}

PRESETS: Final[dict[str, Options]] = {
    "anniversary": Options(),
    "classic86": Options(
        windows="open",
        cards_per_turn="one",
        ahead_out_of="not_caves",
        cave_roll_8_any=False,
        double_caves=False,
        jewel_one_way=False,
        hit_rule="knockdown",
    ),
}


OPTIONS: Final = OptionSet(
    PRESETS,
    ABOUT,
    groups={
        "windows": "cards",
        "turn_direction": "movement",
        "jewel_one_way": "jewel",
        "hit_rule": "fireballs",
        "teams": "teams",
        "items": "items",
    },
    endless=("classic86",),
)

choices = OPTIONS.choices
make_options = OPTIONS.make
may_not_end = OPTIONS.may_not_end


def mix(options: dict[str, object], seats: int, rng: random.Random) -> None:
    """Makes drawn readings playable by so many seats, and draws teams and items oftener."""
    options["teams"] = "pairs" if seats == 4 and rng.random() < 0.5 else "none"
    options["items"] = rng.choice(choices("items"))


__all__ = [
    "ABOUT",
    "OPTIONS",
    "PRESETS",
    "About",
    "Options",
    "choices",
    "make_options",
    "may_not_end",
    "mix",
    "said",
]
