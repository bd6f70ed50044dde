"""The rule ids of the 1986 game with their sources, from ids.toml and items/ids.toml."""

from __future__ import annotations

from importlib import resources
from typing import Final

from vulkar.rules.ids import read_rules, refuser
from vulkar.rules.ruleset import Rule

HERE: Final = resources.files(__package__)
RULES: Final[dict[str, Rule]] = read_rules(
    HERE.joinpath("ids.toml"), HERE.joinpath("items", "ids.toml")
)
refuse: Final = refuser(RULES)
