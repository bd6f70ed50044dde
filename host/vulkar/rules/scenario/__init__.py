"""Scenarios: a position, a script and what must come out, in one TOML file.

``load`` reads a file, ``run`` plays it; ``docs/reference/scenarios.md`` describes the format.
"""

from vulkar.rules.scenario.reader import Scenario, load, parse
from vulkar.rules.scenario.report import as_json
from vulkar.rules.scenario.runner import Outcome, run

__all__ = ["Outcome", "Scenario", "as_json", "load", "parse", "run"]
