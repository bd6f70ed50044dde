"""1,000 random games of 2018 on the engine and on machines of the same flow tables."""

from __future__ import annotations

from typing import Any

from tests.evidence.flows import measure_of, problems

__all__ = ["measure", "problems"]


def measure() -> dict[str, Any]:
    return measure_of("curse")
