"""The 1986 game."""

from vulkar.rules.classic.game import Game
from vulkar.rules.classic.paper.game import PaperGame, game_of

__all__ = ["Game", "PaperGame", "game_of"]
