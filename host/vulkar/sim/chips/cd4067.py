"""CD74HC4067 multiplexers in two levels, as boards of this kind wire them to one ADC pin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
INPUTS = 16
LEVELS = 4  # select lines of one chip


def selected(inputs: Sequence[T], select: Sequence[int]) -> T:
    """The input that one chip connects; ``select`` are the levels of S0 to S3."""
    return inputs[sum(level << bit for bit, level in enumerate(select))]


def chained(chips: Sequence[Sequence[T]], select: Sequence[int]) -> T:
    """The first four lines go to every chip; the others choose among their outputs by one more,
    whose unused select lines are tied low."""
    outputs = [selected(inputs, select[:LEVELS]) for inputs in chips]
    outputs += outputs[:1] * (INPUTS - len(outputs))
    second = [*select[LEVELS:], 0, 0, 0, 0][:LEVELS]
    return selected(outputs, second)
