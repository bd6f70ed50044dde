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
from vulkar.rules.game import Game, TableGame
from vulkar.rules.ruleset import Ruleset

__all__ = [
    "CHANCE",
    "WORLD",
    "Answer",
    "Ask",
    "Event",
    "Game",
    "Refused",
    "Result",
    "Ruleset",
    "Sink",
    "TableGame",
    "View",
]
