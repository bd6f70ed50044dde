"""The shape of a cues file, checked key by key; ``file.py`` checks what the keys name.

The text under each key is its meaning in docs/reference/configuration.md; a key's unit is the end
of its name.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from vulkar.cues.flashes import GAP_MS

LONGEST_MS: Final = 20_000
Moment = Annotated[int, Field(ge=0, le=LONGEST_MS)]
Length = Annotated[int, Field(ge=10, le=LONGEST_MS)]
Percent = Annotated[int, Field(ge=0, le=100)]
Pitch = Annotated[int, Field(ge=30, le=8000)]


class Strict(BaseModel):
    """Unknown keys are errors."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, use_attribute_docstrings=True
    )


class Lamps(Strict):
    """``[lamps]``: what the board's lamps tell while no show runs."""

    brightness_percent: Percent = 40
    """Of every lamp, in shows as well. The board's own current limit dims further."""
    turn: str = "pawn"
    """Colour of the space of whoever's turn it is."""
    target: str = "red"
    """Colour of the space of the pawn that a fireball is aimed at."""
    danger: str = "orange"
    """Colour of the spaces on the way of a fireball that is coming."""
    jewel: str = "gold"
    """Colour of the space of the jewel."""


class Note(Strict):
    """One tone of a sound."""

    at_ms: Moment = 0
    """When it begins, from the beginning of the sound."""
    for_ms: Length
    """How long it lasts; it fades all the time."""
    hz: Pitch
    """Its pitch; of noise the middle of its band."""
    to_hz: Pitch | None = None
    """The pitch that it has slid to at its end."""
    level_percent: Percent = 60
    """How loud it begins."""


class Sound(Strict):
    """``[sound.NAME]``: made in the browser, there is no file of it."""

    wave: Literal["sine", "triangle", "square", "sawtooth", "noise"] = "sine"
    """The shape of its wave."""
    notes: Annotated[tuple[Note, ...], Field(min_length=1, max_length=32, strict=False)]
    """Its tones."""


class Step(Strict):
    """One picture of a show."""

    at_ms: Moment
    """When it comes, from the beginning of the show."""
    lights: dict[str, str]
    """Colour by light: `all`, `turn`, `target`, `danger`, `jewel`, or of the event `here`, `path`,
    `route`; later ones lie above earlier ones. Every other lamp tells what it tells at rest."""


class Show(Strict):
    """``[show.NAME]``: pictures of the lamps, one after another."""

    length_ms: Annotated[int, Field(ge=GAP_MS, le=LONGEST_MS)]
    """How long it lasts, once; its last picture stays until then."""
    loops: Annotated[int, Field(ge=0, le=20)] = 0
    """How often it is shown again."""
    priority: Percent = 0
    """A show never ends one of a higher priority; of the same priority the newest one is shown."""
    steps: Annotated[tuple[Step, ...], Field(min_length=1, max_length=64, strict=False)]
    """Its pictures, by time, 167 ms apart or more: at most three flashes a second."""


class Row(Strict):
    """``[cue.NAME]``: one row of the table."""

    event: str
    """Kind of the event, as `/api/events` tells it; or what happens on one device: `called`,
    `refused`, `unsent`, `stop`."""
    when: dict[str, str | bool | int] = {}
    """Only if the event's data is so, by key: the same value; of a list one of its values; `true`
    anything, `false` nothing."""
    to: Literal["everybody", "seat"] = "everybody"
    """Who gets it: the large screen and the board's lamps, or only the phone of the seat that
    `who` names."""
    who: str = ""
    """The key of the event's data that names the seats, by number or by pawn."""
    sound: str = ""
    """The sound that is played; none if it is left out."""
    show: str = ""
    """The show that the lamps play; none if it is left out."""


class CuesFile(Strict):
    """A whole cues file."""

    lamps: Lamps = Lamps()
    sound: dict[str, Sound] = {}
    show: dict[str, Show] = {}
    cue: dict[str, Row] = {}
