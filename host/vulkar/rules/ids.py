"""Rule ids with their sources, from a ruleset's ids.toml: ``[group] name = [source, text]``."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from importlib.resources.abc import Traversable

from vulkar.rules.core import Refused
from vulkar.rules.ruleset import Rule


def read_rules(*files: Traversable) -> dict[str, Rule]:
    """``group.name`` -> rule, of all files in their order."""
    return {
        f"{group}.{name}": Rule(*row)
        for file in files
        for group, rows in tomllib.loads(file.read_text(encoding="utf-8")).items()
        for name, row in rows.items()
    }


def refuser(rules: Mapping[str, Rule]) -> Callable[..., Refused]:
    """A function that makes the refusal of a rule: ``refuse(rule, why="")``."""

    def refuse(rule: str, why: str = "") -> Refused:
        """A refusal that names a rule of the table; its text serves where ``why`` is empty."""
        return Refused(rule, why or rules[rule].text)

    return refuse
