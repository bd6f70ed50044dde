"""docs/reference/options.md, from the options themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vulkar.rules import rulesets
from vulkar.rules.options import OptionSet, said

HEAD = """# Options

Every rule sentence with two living readings is an option; a preset chooses one reading of each.
`vulkar rules options` prints the same. Generated from the module `options.py` of each ruleset.

Of the presets of `classic`, `classic86` are the long rules with their plain errors mended,
`anniversary` the condensed ones. Under a reading that is marked \u221e a game may go on for ever.
"""


def options_page() -> str:
    lines = [HEAD.rstrip()]
    for name in rulesets.MODULES:
        options = rulesets.get(name).options
        columns = ["option", *(f"`{p}`" for p in options.presets)]
        columns += ["readings", "question and reason", "sources"]
        lines += ["", f"## Ruleset `{name}`", "", f"| {' | '.join(columns)} |"]
        lines.append("|---" * len(columns) + "|")
        lines += [f"| {' | '.join(row)} |" for row in _rows(options)]
    return "\n".join(lines) + "\n"


def _rows(options: OptionSet[Any]) -> Iterator[list[str]]:
    for name, about in options.about.items():
        values = [f"`{said(getattr(preset, name))}`" for preset in options.presets.values()]
        readings = ", ".join(
            said(c) + (" \u221e" if c in about.may_not_end else "") for c in options.choices(name)
        )
        reason = f"{about.question} {about.reason}"
        for preset in options.presets:
            if about.differs and options.differs(name, preset):
                reason += f" `{preset}`: {about.differs}"
        yield [f"`{name}`", *values, readings, reason, about.sources]
