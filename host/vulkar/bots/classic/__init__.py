"""Bots for the 1986 game."""

from __future__ import annotations

from typing import Final

from vulkar.bots.bot import BotSet, Effort, Random
from vulkar.bots.classic.search import Search, playouts_a_second
from vulkar.bots.classic.simple import Simple

BOTS: Final = BotSet(
    {"random": Random, "simple": Simple, "search": Search},
    stand_in="simple",
    effort=Effort(Search, playouts_a_second),
)
