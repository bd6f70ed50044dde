"""The 2018 game (rulebook 003): treasures, snapshots, a helicopter, and cataclysms."""

from vulkar.rules.curse.game import Game

__all__ = ["Game"]
