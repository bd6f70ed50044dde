"""What a house is given when it is opened for the first time: a PIN, and a table to sit down at."""

from __future__ import annotations

from typing import Any, Final

from vulkar.service.args import Args
from vulkar.service.house import House
from vulkar.service.pin import first_pin
from vulkar.service.sitting import Sitting
from vulkar.service.terms import read_terms

FIRST: Final[dict[str, Any]] = {
    "seats": [{"kind": "open"}, {"kind": "open"}, {"kind": "simple"}],
}


async def first_pin_and_table(house: House) -> list[str]:
    """Makes what is missing before the house opens. The secrets are in the lines, nowhere else."""
    lines = []
    pin = await first_pin(house.store)
    if pin is not None:
        lines.append(f"pin {pin}")
    if not house.store.read("SELECT number FROM game LIMIT 1"):
        terms = read_terms(Args("table.create", FIRST), house.place.map, house.place.board_id)
        _, keys = await Sitting.make(house, 1, terms)
        lines += [f"link {seat + 1} {key}" for seat, key in keys.items()]
    return lines
