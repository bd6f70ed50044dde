"""What a person at a terminal reads before a choice, in lines."""

from __future__ import annotations

from typing import Final

from vulkar.rules.classic.paper.deck import TOLD
from vulkar.rules.core import Event
from vulkar.rules.game import Game
from vulkar.rules.ruleset import Names, TurnNote
from vulkar.texts import Text, named, render, text


def seat_summary(game: Game, seat: int, names: Names) -> str:
    """What a seat may see, in a few lines: the pieces, the jewel, and its own hand."""
    view = game.view(seat).visible
    lines = [f"\nSeat {seat + 1}, {view['pawn']}: it is for you to choose."]
    for piece in view["pieces"]:
        lying = ", lying" if piece["posture"] == "lying" else ""
        token = ", token" if piece["token"] == "held" else ""
        jewel = ", the jewel" if view["jewel"]["owner"] == piece["pawn"] else ""
        cards = f"{piece['cards']} card" + ("" if piece["cards"] == 1 else "s")
        where = render(names[piece["space"]])
        lines.append(f"  {piece['pawn']:7} {where}{lying} ({cards}{token}{jewel})")
    if view["jewel"]["space"]:
        lines.append(f"  jewel   {render(names[view['jewel']['space']])}")
    if view["pawn"] in view.get("paper", ()):
        lines.append("  hand    on paper: choose only what you hold")
    else:
        lines.append(f"  hand    {', '.join(view['hand']) or 'empty'}")
    return "\n".join(lines)


TELLING: Final = {
    "drew": "Draw a card from the pile for it, look at it, and lay it down for it.",
    "took": "Let it be given a card of that hand, blindly; look at it, and lay it down for it.",
    "saw": "Turn up a card of that hand for it, look at it, and give it back.",
}
assert set(TELLING) == TOLD


def _jewel(event: Event) -> Text | None:
    if event.kind != "jewel":
        return None
    owner, space = event.data.get("owner"), event.data.get("space")
    if owner:
        return text("terminal.jewel_with", owner=named("pawn", owner, owner))
    return text("terminal.jewel_on", space=space)


TURN_NOTE: Final = TurnNote(text("terminal.jewel"), _jewel)
