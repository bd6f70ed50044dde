"""Scenarios of the memory game: what lies where, a script and what must come out, in TOML."""

from vulkar.rules.ship.scenario.reader import Scenario, load, parse
from vulkar.rules.ship.scenario.runner import Outcome, as_json, run

__all__ = ["Outcome", "Scenario", "as_json", "load", "parse", "run"]
