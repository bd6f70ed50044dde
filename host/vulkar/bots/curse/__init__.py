"""Bots for the 2018 game."""

from __future__ import annotations

from typing import Final

from vulkar.bots.bot import BotSet, Random
from vulkar.bots.curse.simple import Simple

BOTS: Final = BotSet({"random": Random, "simple": Simple}, stand_in="simple")
