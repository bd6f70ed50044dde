"""What a house is given when it is opened for the first time: a PIN, and a table to sit down at."""

from __future__ import annotations

from typing import Final

from vulkar.service.args import Args
from vulkar.service.house import House
from vulkar.service.pin import first_pin
from vulkar.service.sitting import Sitting
from vulkar.service.terms import OPEN, PERSON, read_terms

SEATS: Final = "human,human,simple"


async def first_pin_and_table(house: House, seats: str | None) -> list[str]:
    """Makes what is missing before the house opens. The secrets are in the lines, nowhere else.

    ``seats``: the players of the first table, named as in a journal; ``SEATS`` where it is None.
    Raises ``VulkarError`` if no game can have them.
    """
    lines = []
    pin = await first_pin(house.store)
    if pin is not None:
        lines.append(f"pin {pin}")
    if house.store.read("SELECT number FROM game LIMIT 1"):
        return [*lines, "seated"] if seats is not None else lines
    rows = [{"kind": OPEN if kind == PERSON else kind} for kind in (seats or SEATS).split(",")]
    terms = read_terms(Args("table.create", {"seats": rows}), house.place.map, house.place.board_id)
    _, keys = await Sitting.make(house, 1, terms)
    return lines + [f"link {seat + 1} {key}" for seat, key in keys.items()]
