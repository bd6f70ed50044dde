"""What these rules offer to whoever sets a game up: presets, options and readings, in words."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Final

from vulkar.rules.classic.option_texts import (
    preset_text,
    question_text,
    reading_text,
    reason_text,
)
from vulkar.rules.classic.options import ABOUT, PRESETS, choices
from vulkar.texts import Text, text

# Each group of options begins with one of them, in the order of ``ABOUT``.
FIRST_OF: Final = {
    "windows": "cards",
    "turn_direction": "movement",
    "jewel_one_way": "jewel",
    "hit_rule": "fireballs",
    "teams": "teams",
    "items": "items",
}


def offer() -> dict[str, Any]:
    """``presets``: each with its reading of every option; ``options``: each with its ``group``, its
    readings and, by preset, the reason why that preset reads it so. ``endless``: under such a
    reading a game may go on for ever."""
    presets = [
        {"id": name, "title": preset_text(name), "values": asdict(options)}
        for name, options in PRESETS.items()
    ]
    return {"presets": presets, "options": _options()}


def _options() -> list[dict[str, Any]]:
    rows, group = [], ""
    for name, about in ABOUT.items():
        group = FIRST_OF.get(name, group)
        readings = [
            {
                "value": value,
                "text": reading_text(name, value),
                "endless": value in about.may_not_end,
            }
            for value in choices(name)
        ]
        rows.append(
            {
                "id": name,
                "group": group_text(group),
                "question": question_text(name),
                "readings": readings,
                "reasons": _reasons(name),
            }
        )
    return rows


def _reasons(option: str) -> dict[str, Text]:
    return {preset: reason_text(option, preset) for preset in PRESETS}


def group_text(group: str) -> Text:
    """The heading over a group of options."""
    return text(f"option_group.{group}")
