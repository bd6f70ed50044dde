"""What a ruleset offers to whoever sets a game up: presets, options and readings, in words."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from vulkar.rules.options import OptionSet, said
from vulkar.texts import Text, named, text


def offer(options: OptionSet[Any]) -> dict[str, Any]:
    """``presets``: each with its reading of every option; ``options``: each with its ``group``, its
    readings and, by preset, the reason why that preset reads it so. ``endless``: under such a
    reading a game may go on for ever."""
    presets = [
        {"id": name, "title": preset_text(name), "values": asdict(preset)}
        for name, preset in options.presets.items()
    ]
    return {"presets": presets, "options": _options(options)}


def _options(options: OptionSet[Any]) -> list[dict[str, Any]]:
    rows, group = [], ""
    for name, about in options.about.items():
        group = options.groups.get(name, group)
        readings = [
            {
                "value": value,
                "text": reading_text(name, value),
                "endless": value in about.may_not_end,
            }
            for value in options.choices(name)
        ]
        rows.append(
            {
                "id": name,
                "group": group_text(group),
                "question": named("option", name, about.question),
                "readings": readings,
                "reasons": {p: reason_text(options, name, p) for p in options.presets},
            }
        )
    return rows


def group_text(group: str) -> Text:
    """The heading over a group of options."""
    return text(f"option_group.{group}")


def preset_text(preset: str) -> Text:
    """The name of a preset."""
    return text(f"preset.{preset}")


def reason_text(options: OptionSet[Any], option: str, preset: str) -> Text:
    """Why a preset settles an option as it does."""
    about, reason = options.about[option], options.reason(option, preset)
    key = option if reason == about.reason else f"{option}.{preset}"
    return named("reason", key, reason)


def reading_text(option: str, value: object) -> Text:
    """The name of one of an option's readings."""
    if isinstance(value, bool):
        return text(f"reading.{said(value)}")
    return text(f"reading.{option}.{value}")
