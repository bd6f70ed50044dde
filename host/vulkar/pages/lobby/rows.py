"""What the lobby shows of a table, from ``table.state``. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

Json = Mapping[str, Any]
SAYS: Final = {
    "open": "page.lobby.open",
    "claimed": "page.lobby.claimed",
    "gone": "page.lobby.gone",
    "bot": "page.lobby.bot",
}
STATES: Final = {
    "open": "page.lobby.state_open",
    "running": "page.lobby.state_running",
    "over": "page.lobby.state_over",
    "abandoned": "page.lobby.state_abandoned",
}


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat. ``how``: open, claimed, gone or bot; ``mine``: this session holds it."""

    seat: int
    pawn: str
    name: str
    kind: str
    how: str
    mine: bool
    paper: bool
    linked: bool  # its link is at hand

    @property
    def says(self) -> str:
        """The code of the sentence on it."""
        return "page.lobby.mine" if self.mine else SAYS[self.how]


@dataclass(frozen=True, slots=True)
class LobbyRow:
    """``state``: of the table, or none. ``waits_for``: names of open seats."""

    number: int
    state: str
    seats: tuple[SeatRow, ...]
    marshal: bool
    holds: tuple[int, ...]
    may_begin: bool
    armed: bool | None

    @property
    def waits_for(self) -> list[str]:
        return [seat.name for seat in self.seats if seat.how == "open"]


def lobby_row(state: Json, linked: Collection[int]) -> LobbyRow:
    """``linked``: the seats whose links this page knows."""
    table, me = state.get("table"), state.get("me") or {}
    holds = tuple(me.get("seats") or ())
    marshal = bool(me.get("marshal"))
    if table is None:
        return LobbyRow(0, "none", (), marshal, holds, False, None)
    seats = tuple(
        SeatRow(
            row["seat"],
            row["pawn"],
            row["name"],
            row["kind"],
            row["state"],
            row["seat"] in holds,
            row["hand"] == "paper",
            row["seat"] in linked,
        )
        for row in table["seats"]
    )
    ready = table["state"] == "open" and all(seat.how != "open" for seat in seats)
    fire = state.get("fire")
    return LobbyRow(
        number=table["number"],
        state=table["state"],
        seats=seats,
        marshal=marshal,
        holds=holds,
        may_begin=ready and (marshal or bool(holds)),
        armed=fire["armed"] if fire is not None and table["state"] == "running" else None,
    )
