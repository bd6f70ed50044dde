"""The command line. ``app.py`` lists the commands; each module below it is one of them."""

from vulkar.cli.app import main

__all__ = ["main"]
