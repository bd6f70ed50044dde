"""What the service's own events say, beside those of the rules: ``service.<kind>.<case>``.

A sentence names nothing but pawns, names of players and numbers: paths and the words of errors are
for the marshal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from vulkar.texts import Text, named, text
from vulkar.texts.cases import Cases, by, case_of

CASES: Final[dict[str, Cases]] = {
    "seat": {"stand_in": {"stand_in": True}, **by("state", "claimed", "gone", "bot")},
    "table": by("state", "running", "over", "abandoned"),
    "pause": by("by", "marshal", "error"),
    "retry": {},
    "resumed": {},
    "asked": {},
    "late": {"strict": {"strict": True}},
    "window": {"open": {"window": ...}},
    "put_back": {},
    "amended": {"changed": {"changed": True}},
    "settling": {},
    "settled": {"again": {"again": True}},
    "lamps": {"none": {"have": False}},
    "link": by("what", "gone", "back"),
}


def said(kind: str, data: Mapping[str, Any]) -> Text | None:
    """The text of an event of the service; None for one that is shown, not told."""
    cases = CASES.get(kind)
    if cases is None:
        return None
    flat = {**data, **(data.get("paused") or {})}
    params = {key: flat[key] for key in ("name", "turn", "after_s") if key in flat}
    if flat.get("pawn") is not None:
        params["pawn"] = named("pawn", flat["pawn"], flat["pawn"])
    return text(f"service.{case_of(kind, cases, flat)}", **params)
