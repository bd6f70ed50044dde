"""The shape of a scenario file, for pydantic: which keys there are and what type each has."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Names = list[str]


class Strict(BaseModel):
    """Unknown keys and loose types are errors."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Check(Strict):
    """What must hold at one moment; every key may be left out."""

    pawns: dict[str, str] = {}
    lying: Names | None = None
    jewel: str | None = None
    hands: dict[str, Names] = {}
    cards: dict[str, int] = {}
    items: dict[str, Names] = {}
    haunted: Names | None = None
    tokens: Names | None = None
    discards: Names | None = None
    bonus_turns: dict[str, int] = {}
    turn: str | None = None
    asked: str | None = None
    question: str | None = None
    may: Names | None = None
    may_also: Names = []
    may_not: Names = []
    ends: Names | None = None
    ends_not: Names = []
    events: list[str | dict[str, object]] = []
    never: list[str | dict[str, object]] = []
    winners: Names | None = None
    state: dict[str, object] = {}


class File(Strict):
    """A whole scenario file."""

    title: str
    rules: Annotated[Names, Field(min_length=1)]
    tricky: str | None = None
    about: str = ""
    ruleset: Literal["classic"] = "classic"
    preset: str = "anniversary"
    map: str = "classic"
    options: dict[str, bool | int | str] = {}
    seats: Names | None = None
    pawns: dict[str, str] | None = None
    to_move: str | None = None
    jewel: str | None = None
    hands: dict[str, Names] = {}
    items: dict[str, Names] = {}
    tokens: Names = []
    tokens_returned: Names = []
    lying: Names = []
    stood_up: Names = []
    climbing: Names = []
    bonus_turns: dict[str, int] = {}
    double: bool = False
    loaded: dict[str, Annotated[int, Field(ge=0, le=5)]] = {}
    extra_turns: Names = []
    came: dict[str, Names] = {}
    haunted: Names = []
    dolls: dict[str, str] = {}
    anchor: bool = False
    draw_pile: Names = []
    discards: Names | Literal["rest"] = []
    dice: list[int] = []
    picks: Names = []
    marbles: list[Names] = []
    play: list[str | Check] = []
    expect: Check = Check()
