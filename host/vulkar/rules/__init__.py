"""The games: pure state machines without clock, input or chance of their own."""

from vulkar.rules.core import (
    CHANCE,
    WORLD,
    Answer,
    Ask,
    Event,
    Refused,
    Result,
    Sink,
    View,
)
from vulkar.rules.describe import describe, describe_choice, thing_help, thing_name

__all__ = [
    "CHANCE",
    "WORLD",
    "Answer",
    "Ask",
    "Event",
    "Refused",
    "Result",
    "Sink",
    "View",
    "describe",
    "describe_choice",
    "thing_help",
    "thing_name",
]
