"""The rule ids of the 2018 game with their sources, from ids.toml."""

from __future__ import annotations

from importlib import resources
from typing import Final

from vulkar.rules.ids import read_rules, refuser
from vulkar.rules.ruleset import Rule

RULES: Final[dict[str, Rule]] = read_rules(resources.files(__package__).joinpath("ids.toml"))
refuse: Final = refuser(RULES)
