"""Where a marble is that lies in no cradle."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Loose:
    """A marble in no cradle: the source that it last lay in or beside, and whether it is off the
    island (``held``: in a hand, or beside a source) or somewhere on it."""

    source: str
    held: bool
