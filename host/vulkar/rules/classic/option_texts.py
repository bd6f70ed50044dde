"""What people read of options and presets, for the place where a game is set up."""

from __future__ import annotations

from vulkar.rules.classic.options import ABOUT, PRESETS, said
from vulkar.texts import Text, named, text


def preset_text(preset: str) -> Text:
    """The name of a preset."""
    return text(f"preset.{preset}")


def question_text(option: str) -> Text:
    """The question that an option settles."""
    return named("option", option, ABOUT[option].question)


def reason_text(option: str, preset: str) -> Text:
    """Why a preset settles it as it does."""
    about = ABOUT[option]
    differs = getattr(PRESETS[preset], option) != getattr(PRESETS["anniversary"], option)
    if about.classic86 and differs:
        return named("reason", f"{option}.classic86", about.classic86)
    return named("reason", option, about.reason)


def reading_text(option: str, value: object) -> Text:
    """The name of one of an option's readings."""
    if isinstance(value, bool):
        return text(f"reading.{said(value)}")
    return text(f"reading.{option}.{value}")
