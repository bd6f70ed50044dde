"""Chooses the sentence of an event by its data, so that no translation holds a condition."""

from __future__ import annotations

from collections.abc import Mapping
from types import EllipsisType
from typing import Any

# what the data must hold: that value; ``...`` for anything but nothing; one of several values
Wanted = Mapping[str, str | bool | EllipsisType | tuple[str, ...]]
# case -> what makes it that case; the first that fits is told
Cases = Mapping[str, Wanted]


def by(key: str, *values: str, **also: EllipsisType) -> dict[str, Wanted]:
    """One case for each value of a datum, named like the value."""
    return {value: {key: value, **also} for value in values}


def case_of(kind: str, cases: Cases, data: Mapping[str, Any]) -> str:
    """``<kind>.<case>`` of the first case that fits the data, else the kind alone."""
    for case, wanted in cases.items():
        if all(_fits(data.get(key), value) for key, value in wanted.items()):
            return f"{kind}.{case}"
    return kind


def _fits(value: Any, wanted: Any) -> bool:
    if wanted is ...:
        return bool(value)
    return value in wanted if isinstance(wanted, tuple) else bool(value == wanted)
