"""1,000,000 damaged frames into each end: none accepted, no good one lost, the heap flat."""

from __future__ import annotations

from typing import Any

from tests.bench import frames

COUNT = 1_000_000


def measure() -> dict[str, Any]:
    return frames.measure(COUNT)


def problems(result: dict[str, Any]) -> list[str]:
    return frames.problems(result, COUNT)
