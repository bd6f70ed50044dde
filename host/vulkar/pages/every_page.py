"""Every page of the table, one line each: importing its module makes it be there."""

from vulkar.pages import menu

__all__ = ["menu"]
