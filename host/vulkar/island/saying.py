"""What is said to people, as data with its English beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Saying:
    """One sentence. ``code`` and ``params`` are for other languages, see ``people_text.py``.

    Params are ids of the map (space, seen, source, origin, plate, way, route), pawns and numbers.
    """

    code: str
    params: Mapping[str, str | int] = field(default_factory=dict)
    text: str = ""
