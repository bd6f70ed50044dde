"""What really happened to each pawn in a roll, in four classes; no sensor is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

TouchClass: TypeAlias = Literal["missed", "grazed", "grey", "moved"]

GRAZED_MM: Final = 2.0
MOVED_MM: Final = 6.0
TIPPED_DEG: Final = 45.0


@dataclass(frozen=True, slots=True)
class Truth:
    """One pawn since the last mark.

    ``kind`` is the class: missed (no contact with a marble or with a pawn that one set in motion),
    grazed (contact, base moved under 2 mm), grey (2 to 6 mm), moved (over 6 mm, or tilted over 45
    degrees).  ``contact_us`` is the first contact (-1 where none), ``by`` what touched first.
    """

    kind: TouchClass
    contact_us: int
    shift_mm: float
    tilt_deg: float
    max_tilt_deg: float
    by: str

    @property
    def touched(self) -> bool:
        """Whether the rules call it a hit: any contact counts."""
        return self.kind != "missed"


def classify(touched: bool, shift_mm: float, tilt_deg: float) -> TouchClass:
    """The class of a pawn that was or was not touched and rests so far from where it stood."""
    if not touched:
        return "missed"
    if shift_mm > MOVED_MM or tilt_deg > TIPPED_DEG:
        return "moved"
    return "grazed" if shift_mm < GRAZED_MM else "grey"
