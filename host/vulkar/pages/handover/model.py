"""Who of the people at one device is to have it now. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Json = Mapping[str, Any]


def whose(state: Json) -> int | None:
    """The seat of this session whose turn it is; None: another's turn, or no game runs."""
    table, me = state.get("table") or {}, state.get("me") or {}
    active = table.get("active")
    return active if table.get("state") == "running" and active in (me.get("seats") or ()) else None


def leaves(state: Json, view: Json | None, seat: int) -> bool:
    """Whether the device, which shows ``seat``, is to be given on.

    It stays as long as the seat is asked something, or could still play into a window.
    """
    if whose(state) in (None, seat):
        return False
    return view is None or (view.get("question") is None and view.get("window") is None)
