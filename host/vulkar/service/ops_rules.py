"""What may be agreed on for a new table, in words, for whoever sets one up."""

from __future__ import annotations

from typing import Any, Final

from vulkar.bots import bots_of
from vulkar.maps import IslandMap
from vulkar.rules import Ruleset, rulesets
from vulkar.rules.offer import offer
from vulkar.service.ops import Call, Ops, Role
from vulkar.service.terms import CHOICE_TIMES, OPEN, TIMES_S
from vulkar.texts import text


async def options(call: Call) -> dict[str, Any]:
    """What may be agreed on in this house."""
    return offered_on(call.house.place.map)


def offered_on(island: IslandMap) -> dict[str, Any]:
    """Rulesets that a map can carry, and times, each with its least, most and default."""
    every = map(rulesets.get, rulesets.MODULES)
    return {
        "rulesets": [_ruleset(rules) for rules in every if rules.fits(island)],
        "choice_times": [{"id": way, "title": text(f"choice_time.{way}")} for way in CHOICE_TIMES],
        "times": {
            name: {"least": least, "most": most, "default": default}
            for name, (least, most, default) in TIMES_S.items()
        },
    }


def _ruleset(rules: Ruleset) -> dict[str, Any]:
    """``least`` to ``most`` seats of these ``kinds``, ``hands`` and ``pawns``; see ``offer``."""
    least, most, pawns = rules.seats
    kinds = (OPEN, *bots_of(rules.name).offered)
    return {
        "id": rules.name,
        "title": text(f"ruleset.{rules.name}"),
        "least": least,
        "most": most,
        "kinds": [{"id": kind, "title": text(f"seat_kind.{kind}")} for kind in kinds],
        "hands": [{"id": hand, "title": text(f"seat_hand.{hand}")} for hand in rules.hands],
        "pawns": [{"id": pawn, "title": text(f"pawn.{pawn}")} for pawn in pawns],
        **offer(rules.options),
    }


OPS: Final[Ops] = {"rules.options": (Role.SPECTATOR, options)}
