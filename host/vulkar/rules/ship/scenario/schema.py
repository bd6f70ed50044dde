"""The shape of a scenario file of the memory game, for pydantic."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from vulkar.rules.ship.cards import ROUNDS

Names = list[str]
Place = Annotated[str, Field(pattern="^([abde][1-5]|c[1245])$")]  # the centre is none
Side = Literal["north", "east", "south", "west"]
Expected = list[str | dict[str, object]]


class Strict(BaseModel):
    """Unknown keys and loose types are errors."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Check(Strict):
    """What must hold at one moment; every key may be left out.

    ``known``: places of which a seat knows the location, all of them; ``unknown``: some of which it
    does not. ``rubies``: of each won treasure as everybody sees it, 0 for a covered one.
    """

    asked: str | None = None
    question: str | None = None
    may: Names | None = None
    may_not: Names = []
    turn: str | None = None
    round: int | None = None
    open: list[Place] | None = None
    last: Place | None = None
    volcanoes: dict[str, int] | None = None
    left: int | None = None
    rubies: dict[str, list[int]] | None = None
    known: dict[str, list[Place]] = {}
    unknown: dict[str, list[Place]] = {}
    winners: Names | None = None
    reason: str | None = None
    events: Expected = []
    never: Expected = []


class File(Strict):
    """A whole scenario file.

    ``locations``: what lies where; the rest is laid in the order of the deck. ``won``: who won the
    rounds before the script, without the locations that were opened in them. ``volcanoes``: birds,
    as they are taken, without a last one that is no draw; ``treasures``: rubies, as they are turned
    over. Where these lists end the smallest comes.
    """

    title: str
    rules: Annotated[Names, Field(min_length=1)]
    tricky: str | None = None
    about: str = ""
    ruleset: Literal["ship"]
    preset: str = "shuffled"
    map: str = "classic"
    options: dict[str, bool | str] = {}
    seats: Annotated[Names, Field(min_length=2, max_length=4)]
    begins: str | None = None
    locations: dict[Place, str] = {}
    looks: dict[str, Side] = {}
    won: Annotated[Names, Field(max_length=ROUNDS - 1)] = []
    volcanoes: list[int] = []
    treasures: list[int] = []
    play: list[str | Check] = []
    expect: Check = Check()
