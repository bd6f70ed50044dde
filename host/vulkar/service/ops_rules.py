"""What may be agreed on for a new table, in words, for whoever sets one up."""

from __future__ import annotations

from typing import Any, Final

from vulkar.bots import BOTS
from vulkar.bots.playout import PAWNS
from vulkar.rules.classic.offer import offer
from vulkar.rules.classic.paper.game import HANDS
from vulkar.service.ops import Call, Ops, Role
from vulkar.service.terms import CHOICE_TIMES, OPEN, RULESET, TIMES_S
from vulkar.texts import text

STRENGTH: Final = ("simple", "search", "random")  # of bots, in the order in which they are offered


async def options(call: Call) -> dict[str, Any]:
    """Rulesets with presets and options, kinds of seats, hands, pawns, and times with defaults."""
    del call
    bots = sorted(BOTS, key=STRENGTH.index)
    return {
        "rulesets": [{"id": RULESET, "title": text("ruleset.classic"), **offer()}],
        "kinds": [{"id": kind, "title": text(f"seat_kind.{kind}")} for kind in (OPEN, *bots)],
        "hands": [{"id": hand, "title": text(f"seat_hand.{hand}")} for hand in HANDS],
        "pawns": [{"id": pawn, "title": text(f"pawn.{pawn}")} for pawn in PAWNS],
        "choice_times": [{"id": way, "title": text(f"choice_time.{way}")} for way in CHOICE_TIMES],
        "times": {
            name: {"least": least, "most": most, "default": default}
            for name, (least, most, default) in TIMES_S.items()
        },
    }


OPS: Final[Ops] = {"rules.options": (Role.SPECTATOR, options)}
