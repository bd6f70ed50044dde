"""docs/reference/options.md, from the options themselves."""

from __future__ import annotations

from vulkar.rules.classic.options import ABOUT, PRESETS, choices, said

HEAD = """# Options

Every rule sentence with two living readings is an option; a preset chooses one reading of each.
`vulkar rules options --preset classic86` prints the same. Generated from
`host/vulkar/rules/classic/options.py` and `options_about.py`.

`classic86` are the long rules with their plain errors mended, `anniversary` the condensed ones.
Under a reading that is marked \u221e a game may go on for ever.

| option | `anniversary` | `classic86` | readings | question and reason | sources |
|---|---|---|---|---|---|
"""


def options_page() -> str:
    rows = []
    for name, about in ABOUT.items():
        ours, theirs = (said(getattr(PRESETS[p], name)) for p in ("anniversary", "classic86"))
        readings = ", ".join(
            said(c) + (" \u221e" if c in about.may_not_end else "") for c in choices(name)
        )
        reason = f"{about.question} {about.reason}"
        if about.differs and ours != theirs:
            reason += f" `classic86`: {about.differs}"
        rows.append(
            f"| `{name}` | `{ours}` | `{theirs}` | {readings} | {reason} | {about.sources} |"
        )
    return HEAD + "\n".join(rows) + "\n"
