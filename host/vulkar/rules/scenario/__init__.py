"""Scenarios: a position, a script and what must come out, in one TOML file.

What a file may hold is its ruleset's own, see ``Ruleset.scenarios``; the words of its script and
the lines of its errors are the same in all. ``docs/reference/scenarios.md`` describes the format.
"""

from vulkar.rules.scenario.port import Outcome, Scenarios, scenarios_for

__all__ = ["Outcome", "Scenarios", "scenarios_for"]
