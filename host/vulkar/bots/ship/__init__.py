"""Bots for the memory game."""

from __future__ import annotations

from typing import Final

from vulkar.bots.bot import BotSet, Random
from vulkar.bots.ship.player import forgetful, perfect

BOTS: Final = BotSet(
    {"random": Random, "forgetful": forgetful, "perfect": perfect},
    stand_in="forgetful",
)
