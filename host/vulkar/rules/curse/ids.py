"""The rule ids of the 2018 game with their sources, from ids.toml."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Final

from vulkar.rules.core import Refused
from vulkar.rules.ruleset import Rule


def _load() -> dict[str, Rule]:
    text = resources.files(__package__).joinpath("ids.toml").read_text(encoding="utf-8")
    return {
        f"{group}.{name}": Rule(*row)
        for group, rows in tomllib.loads(text).items()
        for name, row in rows.items()
    }


RULES: Final[dict[str, Rule]] = _load()


def refuse(rule: str, why: str = "") -> Refused:
    """A refusal that names a rule of the table; its text serves where ``why`` is empty."""
    return Refused(rule, why or RULES[rule].text)
