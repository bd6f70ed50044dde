"""Everybody at the table as rows for a large screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from vulkar.maps import IslandMap
from vulkar.maps.names import names
from vulkar.pages.island.spoken import AWAY
from vulkar.pages.shell import Words
from vulkar.pages.shell.called import seat_name
from vulkar.pages.shell.sign import sign
from vulkar.texts import named

Row: TypeAlias = dict[str, Any]


def people_rows(
    seats: Sequence[Mapping[str, Any]],
    view: Mapping[str, Any] | None,
    table: Mapping[str, Any],
    words: Words,
    map: IslandMap,
) -> list[Row]:
    """One row for each seat: its sign (letter, shape, colour, ink), ``name``, ``called`` (its
    pawn), ``where``, ``cards``, ``notes``, and whether it has the ``turn``, the ``jewel``, has
    ``won``, or is ``free`` for somebody."""
    pieces = {piece["seat"]: piece for piece in (view or {}).get("pieces") or ()}
    jewel = ((view or {}).get("jewel") or {}).get("owner")
    places = names(map)

    def row(seat: Mapping[str, Any]) -> Row:
        number, pawn = seat["seat"], seat["pawn"]
        piece = pieces.get(number) or {}
        place = places.get(piece.get("space") or "")
        cards = piece.get("cards")
        called = words.text(named("pawn", pawn, pawn))
        return sign(number, pawn) | {
            "seat": number,
            "name": seat_name(seat["name"], pawn, words.text),
            "called": called,
            "where": words.text(place) if place else "",
            "cards": words("page.island.cards", n=cards) if cards is not None else "",
            "notes": _notes(seat, piece, words),
            "turn": number == table.get("active") and not table.get("winners"),
            "jewel": jewel == pawn,
            "won": number in (table.get("winners") or ()),
            "free": seat.get("state") == "open",
        }

    return [row(seat) for seat in seats]


def _notes(seat: Mapping[str, Any], piece: Mapping[str, Any], words: Words) -> list[str]:
    notes = []
    if seat.get("state") in AWAY:
        notes.append(words(f"page.island.seat.{seat['state']}"))
    if piece.get("posture") == "lying":
        notes.append(words("page.island.lying"))
    return notes
