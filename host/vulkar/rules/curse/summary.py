"""What a person at a terminal reads before a choice, in lines."""

from __future__ import annotations

from vulkar.rules.curse.describe import card_name, token_name
from vulkar.rules.game import Game
from vulkar.rules.ruleset import Names
from vulkar.texts import render


def _counts(held: dict[str, int]) -> str:
    return ", ".join(f"{n} {render(token_name(k))}" for k, n in held.items()) or "none"


def seat_summary(game: Game, seat: int, names: Names) -> str:
    """What a seat may see: the pieces, the Scar, the own cards and treasures."""
    view = game.view(seat).visible
    lines = [f"\nSeat {seat + 1}: it is for you to choose, {view['playing']} plays."]
    for piece in view["pieces"]:
        where = render(names[piece["space"]]) if piece["space"] else "off the island"
        posture = "" if piece["posture"] == "up" else f", {piece['posture']}"
        heart = ", the Heart" if piece["heart"] else ""
        lines.append(
            f"  {piece['pawn']:7} {where}{posture} ({piece['treasures']} treasures{heart})"
        )
    marbles = f"{view['scar']} marble" + ("" if view["scar"] == 1 else "s")
    lines.append(f"  scar    {marbles}, {len(view['tracker'])} on the tracker")
    lines.append(f"  copter  {view['copter'].replace('_', ' ')}")
    for pawn, held in view["treasures"].items():
        lines.append(f"  has     {pawn}: {_counts(held)}")
    for name, cards in (("hand", view["hand"]), ("more", view["souvenirs"])):
        lines.append(f"  {name:7} {'; '.join(render(card_name(c)) for c in cards) or 'nothing'}")
    return "\n".join(lines)
