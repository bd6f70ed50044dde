"""The 2018 game."""
