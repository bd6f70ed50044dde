"""What every page stands on: its frame, its life with the table, its buttons, its words."""

from vulkar.pages.shell.live import Live
from vulkar.pages.shell.page import page
from vulkar.pages.shell.parts import said
from vulkar.pages.shell.tap import Fresh, tap
from vulkar.pages.shell.words import Words

__all__ = ["Fresh", "Live", "Words", "page", "said", "tap"]
