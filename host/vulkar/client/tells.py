"""What a table tells over HTTP: results, events and errors.

Fields that a later version adds are kept as they come.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class Told(BaseModel):
    """A result; what this version does not name stays in `model_extra`."""

    model_config = ConfigDict(extra="allow")


class Done(Told):
    """It is done."""


class Text(Told):
    """A sentence as code and parameters, for the reader's own language."""

    code: str
    params: dict[str, Any] = Field(default_factory=dict)


class Error(Told):
    """A refusal, or what went wrong; nothing has changed."""

    code: str
    params: dict[str, Any]
    what: str
    todo: str


class ErrorBody(Told):
    """What comes with a status of 4xx or 5xx."""

    error: Error


class Choice(Told):
    """One legal answer."""

    value: Any
    text: Text | None = None


class Question(Told):
    """What a seat is asked now."""

    question: str
    kind: str
    pawn: str | None = None
    choices: list[Choice]
    deadline_ms: int | None = None


class Trigger(Told):
    """A seat's trigger: `state` is `live` when it may fire, else there is a `reason`."""

    state: str
    reason: Text | None = None
    question: str | None = None
    nonce: str | None = None
    aim: dict[str, Any] | None = None
    announced_ms: int | None = None


class View(Told):
    """What a seat may know now."""

    view: dict[str, Any]
    question: Question | None = None
    window: dict[str, Any] | None = None
    trigger: Trigger
    seats: list[dict[str, Any]] = Field(default_factory=list)


class Event(Told):
    """Number `n` of an audience's own count."""

    n: int
    kind: str
    data: dict[str, Any]
    text: Text | None = None
    t_ms: int | None = None


class Events(Told):
    """An audience's events, and the number of its last one."""

    stream: str
    n: int
    events: list[Event]


class Opened(Told):
    """A session; its credential is in the answer's `Set-Cookie`, never in its body."""


class Claimed(Opened):
    """The seat of a key is this session's."""

    seat: int
    name: str


class Health(Told):
    """`refused`: how many requests were refused, by the code of their error."""

    table: Literal["here", "away"]
    sockets: int
    refused: dict[str, int]
