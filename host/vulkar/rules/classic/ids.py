"""The rule ids of the 1986 game with their sources, from ids.toml and items/ids.toml."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Final

from vulkar.rules.core import Refused
from vulkar.rules.ruleset import Rule


def _load() -> dict[str, Rule]:
    here = resources.files(__package__)
    files = (here.joinpath("ids.toml"), here.joinpath("items", "ids.toml"))
    return {
        f"{group}.{name}": Rule(*row)
        for text in (file.read_text(encoding="utf-8") for file in files)
        for group, rows in tomllib.loads(text).items()
        for name, row in rows.items()
    }


RULES: Final[dict[str, Rule]] = _load()


def refuse(rule: str, why: str = "") -> Refused:
    """A refusal that names a rule of the table; its text serves where ``why`` is empty."""
    return Refused(rule, why or RULES[rule].text)
