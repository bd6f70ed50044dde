"""The command line. ``commands.toml`` lists the commands; each has a module of its own."""

from vulkar.cli.app import main

__all__ = ["main"]
