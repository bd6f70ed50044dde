"""Commands that are imported when they are given: listing them imports nothing of theirs.

A command's modules and what they stand on take a second to import; a person who asks for the
version or for help waits for none of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from typer import Typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command, get_group


@dataclass(frozen=True, slots=True)
class Listed:
    """A line of the list of commands. ``where`` is ``module:name`` of a function or of a Typer;
    ``says`` is the first paragraph of its help."""

    name: str
    panel: str
    where: str
    says: str


class LazyCommand(TyperCommand):
    """Stands in the list for a command, and hands over to it once it is given."""

    def __init__(self, listed: Listed) -> None:
        super().__init__(listed.name, help=listed.says, rich_help_panel=listed.panel)
        self._where = listed.where

    def load(self) -> TyperCommand | TyperGroup:
        """The command itself, a group of commands for a Typer."""
        module, _, attribute = self._where.partition(":")
        found = getattr(import_module(module), attribute)
        command: Any
        if isinstance(found, Typer):
            command = get_group(found)
            command.name = self.name
        else:
            alone = Typer(add_completion=False)
            alone.command(self.name)(found)
            command = get_command(alone)
        assert isinstance(command, TyperCommand | TyperGroup)
        return command

    def make_context(self, info_name: Any, args: Any, parent: Any = None, **extra: Any) -> Any:
        """The context of the command itself, so that its own parser takes the arguments."""
        return self.load().make_context(info_name, args, parent, **extra)


def group_of(listed: tuple[Listed, ...]) -> type[TyperGroup]:
    """The class of a group with these commands, for ``Typer(cls=...)``."""

    class LazyGroup(TyperGroup):
        def __init__(self, **attributes: Any) -> None:
            super().__init__(**attributes)
            for line in listed:
                self.add_command(LazyCommand(line))

    return LazyGroup
