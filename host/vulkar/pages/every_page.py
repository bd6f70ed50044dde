"""Every page of the table, one line each: importing its module makes it be there."""

from vulkar.pages import menu
from vulkar.pages.board import page as board
from vulkar.pages.handover import page as handover
from vulkar.pages.history import page as history
from vulkar.pages.island import page as island
from vulkar.pages.lobby import page as lobby
from vulkar.pages.marshal import page as marshal
from vulkar.pages.seat import page as seat

__all__ = ["board", "handover", "history", "island", "lobby", "marshal", "menu", "seat"]
