"""The 1986 game."""

from vulkar.rules.classic.game import Game

__all__ = ["Game"]
