"""What the house asks of a ruleset's scenarios, and whose a file is."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

from vulkar.errors import VulkarError
from vulkar.maps.lines import parse_toml, read_text
from vulkar.rules import rulesets
from vulkar.rules.core import Refused
from vulkar.rules.scenario.places import Places
from vulkar.rules.scenario.words import Line


class Outcome(Protocol):
    """What came of a scenario. It held if nothing was refused unforeseen and nothing differs."""

    refused: list[tuple[Line, Refused]]  # foreseen or not
    differs: list[str]

    @property
    def held(self) -> bool:
        """Whether all came out as the scenario says."""


class Scenarios(Protocol):
    """The scenarios of one ruleset; a package with these functions is one."""

    def load(self, path: Path) -> Any:
        """Reads a file. Raises ``VulkarError``: ``scenario.*``, ``map.*``."""

    def run(self, scenario: Any) -> Outcome:
        """Plays it to the end. Raises ``VulkarError`` only for a setup that is none."""

    def as_json(self, out: Any) -> dict[str, Any]:
        """What came of it as plain JSON."""


def scenarios_for(path: Path) -> Scenarios:
    """The scenarios of the ruleset that a file names, of the usual one where it names none.

    Raises ``VulkarError``: ``scenario.missing``, ``scenario.syntax``, ``scenario.value``, ...
    """
    if not path.is_file():
        raise VulkarError("scenario.missing", path=path)
    text = read_text(path, "scenario")
    data, _ = parse_toml(text, path, "scenario")
    name = data.get("ruleset", rulesets.DEFAULT)
    known = [each for each in rulesets.MODULES if rulesets.get(each).scenarios is not None]
    if name not in known:
        line = Places(text).of(("ruleset",), name)
        reason = f"no ruleset of that name has scenarios; these have: {', '.join(known)}"
        raise VulkarError("scenario.value", path=path, line=line, key="ruleset", reason=reason)
    scenarios = rulesets.get(name).scenarios
    assert scenarios is not None
    return scenarios()
