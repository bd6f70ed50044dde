"""The ``--option`` option: ``NAME=READING``, as ``vulkar rules options`` prints them."""

from __future__ import annotations

from dataclasses import fields

from vulkar.rules.classic.options import Options, choices, make_options, said


def parse_options(preset: str, texts: list[str]) -> dict[str, object]:
    """``["items=both", "jewel_one_way=off"]`` as values, checked against the preset.

    Raises ``VulkarError``: preset.unknown, option.unknown, option.value.
    """
    known = {field.name for field in fields(Options)}
    options: dict[str, object] = {}
    for text in texts:
        name, _, reading = (part.strip() for part in text.partition("="))
        readings = choices(name) if name in known else ()
        options[name] = next((c for c in readings if said(c) == reading), reading)
    make_options(preset, options)
    return options
