"""What a house is given when it is opened for the first time: a PIN, and a table to sit down at."""

from __future__ import annotations

from vulkar.bots import bots_of
from vulkar.rules import rulesets
from vulkar.service.args import Args
from vulkar.service.house import House
from vulkar.service.pin import first_pin
from vulkar.service.sitting import Sitting
from vulkar.service.terms import OPEN, PERSON, read_terms


async def first_pin_and_table(house: House, ruleset: str, seats: str | None) -> list[str]:
    """Makes what is missing before the house opens. The secrets are in the lines, nowhere else.

    ``seats``: the players of the first table, named as in a journal; the usual ones where it is
    None. Raises ``VulkarError`` if no game can have them, or the board's map cannot carry the
    ruleset.
    """
    lines = []
    pin = await first_pin(house.store)
    if pin is not None:
        lines.append(f"pin {pin}")
    if house.store.read("SELECT number FROM game LIMIT 1"):
        return [*lines, "seated"] if seats is not None else lines
    kinds = usual_seats(ruleset) if seats is None else seats.split(",")
    rows = [{"kind": OPEN if kind == PERSON else kind} for kind in kinds]
    asked = Args("table.create", {"ruleset": ruleset, "seats": rows})
    terms = read_terms(asked, house.place.map, house.place.board_id)
    _, keys = await Sitting.make(house, 1, terms)
    return lines + [f"link {seat + 1} {key}" for seat, key in keys.items()]


def usual_seats(ruleset: str) -> list[str]:
    """Two people and a bot, or as many as can play. Raises ``VulkarError("ruleset.unknown")``."""
    least, most, _ = rulesets.get(ruleset).seats
    return [OPEN, OPEN, *[bots_of(ruleset).stand_in] * max(1, least - 2)][:most]
