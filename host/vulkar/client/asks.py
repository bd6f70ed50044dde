"""What may be asked of a table over HTTP: the arguments of each operation.

Only shapes and sizes are checked here; what is legal, and for whom, the table decides.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Name = Annotated[
    str, Field(min_length=1, max_length=200, description="Shown in one line of 24 characters.")
]
Word = Annotated[str, Field(min_length=1, max_length=64)]
Secret = Annotated[str, Field(min_length=1, max_length=64)]
SeatNumber = Annotated[int, Field(ge=0, le=3, description="From 0, as table.state lists them.")]
OwnId = Annotated[
    str,
    Field(
        min_length=1,
        max_length=64,
        description="Chosen by the caller; a repeat of the same id gets the first result again.",
    ),
]
Value = Annotated[Any, Field(description="One of the values that the question offers.")]


class Ask(BaseModel):
    """Arguments: none but those that are named."""

    model_config = ConfigDict(extra="forbid")


class Nothing(Ask):
    """No arguments."""


class Key(Ask):
    key: Secret = Field(description="The seat's key: the last part of its join link.")


class Claim(Key):
    name: Name | None = Field(None, description="What the seat is called from now on.")


class OfSeat(Ask):
    seat: SeatNumber


class Look(OfSeat):
    known: bool = Field(False, description="Also what the seat knows from before, for programs.")


class Answer(OfSeat):
    question: Word = Field(description="The name of the question, as the view gives it.")
    id: OwnId
    value: Value


class Intend(OfSeat):
    window: Word = Field(description="The name of the window, as the view gives it.")
    id: OwnId
    value: Value


class Fire(OfSeat):
    question: Word
    id: OwnId
    nonce: Word = Field(description="From the view's trigger; good for 3 s.")


class Since(Ask):
    as_: Literal["public"] | SeatNumber = Field("public", alias="as")
    since: int = Field(0, ge=0, description="The number of the last event heard.")
    stream: Word | None = Field(None, description="The numbering that `since` belongs to.")

    model_config = ConfigDict(extra="forbid", validate_by_name=True, validate_by_alias=True)


class Before(Ask):
    before: int | None = Field(None, ge=1, description="Only tables before this number.")


class OfGame(Ask):
    game: int | None = Field(None, ge=1, description="The table's number; without it that of now.")


class Lines(OfGame):
    since: int = Field(0, ge=0, description="How many lines there are already.")


class Steps(OfGame):
    since: int = Field(0, ge=0, description="How many steps there are already.")


class NewSeat(Ask):
    kind: Word = Field(description="open for a person, or a kind of bot: simple, random, search:N.")
    name: Word | None = None
    hand: Literal["phone", "paper"] = "phone"


class NewTable(Ask):
    ruleset: Word = "classic"
    preset: Word | None = Field(None, description="The first one of the ruleset.")
    options: dict[str, Any] = Field(default_factory=dict, max_length=64)
    seats: list[NewSeat] = Field(min_length=2, max_length=4)
    pawns: list[Word] | None = Field(None, max_length=4, description="One for each seat.")
    window_s: float = Field(8.0, ge=0.5, le=60, description="How long each window is open.")
    choice_time: Literal["off", "gentle", "strict"] = "off"
    choice_s: float = Field(60.0, ge=5, le=3600)
    hold_s: float = Field(5.0, ge=0, le=60, description="How long a fireball may be corrected.")
    bot_after_s: float = Field(0.0, ge=0, le=3600, description="0: no bot plays for who is gone.")


class Rename(OfSeat):
    name: Name


class Swap(Ask):
    seat: SeatNumber
    other: SeatNumber


class Pin(Ask):
    pin: Annotated[str, Field(min_length=1, max_length=8)]


class StartKey(Ask):
    key: Secret = Field(description="What `vulkar serve` printed for the first page.")


class WordOf(Ask):
    number: int = Field(ge=0, description="Of a question to the people at the board.")
    value: Any = Field(description="true or false, or for a roll: left, touched and home.")


# --- the marshal

Facts = Annotated[
    list[list[Any]],
    Field(max_length=16, description='Rows such as `["hit", "red"]`, `["never_left"]`.'),
]
RollNumber = Annotated[int, Field(ge=1, description="Of the fireball that is settling.")]


class Clear(Ask):
    looked: bool = Field(False, description="Somebody has looked at the board.")


class OfRoll(Ask):
    roll: RollNumber


class Correct(OfRoll):
    facts: Facts


class Place(Ask):
    pawn: Word
    space: Word = Field(description="Where it truly stands: a space of the map.")


class Bump(Ask):
    pawns: list[Word] = Field(default=[], max_length=4, description="Those to set upright again.")


class OfEvent(Ask):
    stream: Word = Field(description="The stream of the event.")
    event: int = Field(ge=1, description="The number of an event of the public audience.")


class Amend(OfEvent):
    value: Any = Field(description="What is to stand in place of the answer that brought it about.")
    preview: bool = Field(False, description="Only tell what it would do.")


class SinceEntry(Ask):
    since: int = Field(0, ge=0, description="The number of the last entry that is known.")
