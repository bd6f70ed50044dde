"""Disputed readings of the 2018 rules as typed options (RULES.md rows are named in the texts)."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Final, Literal, get_args, get_type_hints

from vulkar.errors import VulkarError


@dataclass(frozen=True, slots=True)
class Options:
    """One reading of every disputed rule."""

    hand_size: Literal["two", "three"] = "two"
    opening_cataclysms: bool = True
    count_jumped: bool = False
    landing_takes: bool = False
    call_by: Literal["arriving", "landing"] = "arriving"
    heart_theft: Literal["passing", "none"] = "passing"
    treasure_picked_by: Literal["loser", "taker"] = "loser"
    souvenir_to: Literal["feller", "fallen"] = "feller"
    shaken: Literal["pays", "free"] = "pays"
    last_turns_of_two: Literal["player", "character"] = "player"


PRESETS: Final[dict[str, Options]] = {
    "rulebook": Options(),
    "three_cards": Options(hand_size="three"),
}


@cache
def choices(name: str) -> tuple[object, ...]:
    """All readings of an option."""
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
