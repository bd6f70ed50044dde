"""Scenarios of the 1986 game: a position, a script and what must come out, in one TOML file."""

from vulkar.rules.classic.scenario.reader import Scenario, load, parse
from vulkar.rules.classic.scenario.report import as_json
from vulkar.rules.classic.scenario.runner import Outcome, run

__all__ = ["Outcome", "Scenario", "as_json", "load", "parse", "run"]
