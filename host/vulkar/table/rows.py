"""Orders and reports of the island as JSON rows, for the journal and for --json."""

from __future__ import annotations

import math
from dataclasses import asdict

from vulkar.facts import to_row
from vulkar.island.port import RollOrder, RollReport


def order_row(order: RollOrder) -> dict[str, object]:
    """Where the marble belongs is left out as long as it is its own cradle."""
    elsewhere = {"home": order.home, "beside": order.beside} if order.home else {}
    return {
        "release_id": order.release_id,
        "route": order.route,
        "target": order.target,
        "standing": dict(sorted(order.standing.items())),
        "memory": order.memory,
        **elsewhere,
    }


def order_from_row(row: dict[str, object]) -> RollOrder:
    return RollOrder(**row)  # type: ignore[arg-type]


def report_row(report: RollReport) -> dict[str, object]:
    """Fields in mT are rounded to 0.001 mT; what was not measured is null."""
    return {
        "release_id": report.release_id,
        "facts": [to_row(fact) for fact in report.facts],
        "touches": [
            {key: _plain(value) for key, value in asdict(touch).items()} for touch in report.touches
        ],
        "marble": str(report.marble),
        "retried": report.retried,
        "left_us": report.left_us,
        "rest_us": report.rest_us,
    }


def _plain(value: object) -> object:
    if isinstance(value, float):
        return None if math.isnan(value) else round(value, 3)
    return str(value) if isinstance(value, str) else value
