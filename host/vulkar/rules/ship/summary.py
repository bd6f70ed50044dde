"""What a person at a terminal reads before a choice, in lines."""

from __future__ import annotations

from vulkar.rules.game import Game
from vulkar.rules.ruleset import Names
from vulkar.rules.ship.cards import PLACES, SIZE
from vulkar.rules.ship.describe import location_name
from vulkar.texts import render

WIDTH = 17


def seat_summary(game: Game, seat: int, names: Names) -> str:
    """The island with what lies open, and who is still in; nothing that a seat has to remember."""
    del names
    view = game.view(seat).visible
    lines = [f"\nSeat {seat + 1}, {view['pawn']}: it is for you to choose."]
    for row in range(SIZE):
        places = PLACES[row * SIZE : (row + 1) * SIZE]
        lines.append("  " + "".join(_place(view, place).ljust(WIDTH) for place in places).rstrip())
    if view["last"]:
        lines.append(f"  last    {_place(view, view['last'])}")
    for player in view["players"]:
        out = f", out with {player['volcano']} birds" if player["volcano"] else ""
        count = len(player["treasures"])
        treasures = f"{count} treasure" + ("" if count == 1 else "s")
        lines.append(f"  {player['pawn']:7} {treasures}{out}")
    return "\n".join(lines)


def _place(view: dict[str, object], place: str) -> str:
    opened, covered = view["open"], view["covered"]
    assert isinstance(opened, dict) and isinstance(covered, list)
    if place in opened:
        return f"{place} {render(location_name(opened[place]))}"
    return f"{place} ." if place in covered else ""
