"""The ``--option`` option: ``NAME=READING``, as ``vulkar rules options`` prints them."""

from __future__ import annotations

from dataclasses import fields
from typing import Final

from vulkar.errors import VulkarError
from vulkar.rules.classic.options import Options, choices, make_options, said

# Readings that the rules know and a board does not yet.
NOT_ON_A_BOARD: Final = (
    ("teams", "pairs", "The Dock of a board has a place for one pawn, a team needs two."),
    ("marble_return", "nearest", "A board wants each marble back in its own cradle."),
)


def parse_options(preset: str, texts: list[str]) -> dict[str, object]:
    """``["items=both", "jewel_one_way=off"]`` as values, checked against the preset.

    Raises ``VulkarError``: preset.unknown, option.unknown, option.value, play.option.
    """
    known = {field.name for field in fields(Options)}
    options: dict[str, object] = {}
    for text in texts:
        name, _, reading = (part.strip() for part in text.partition("="))
        readings = choices(name) if name in known else ()
        options[name] = next((c for c in readings if said(c) == reading), reading)
    chosen = make_options(preset, options)
    for name, reading, reason in NOT_ON_A_BOARD:
        if getattr(chosen, name) == reading:
            raise VulkarError("play.option", option=f"{name}={reading}", reason=reason)
    return options
