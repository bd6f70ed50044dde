"""What the host's session tells its owner, in order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Answered:
    """A command was answered: ``kind`` and ``payload`` of the answer, how often it was sent."""

    ticket: int
    kind: int
    payload: bytes
    tries: int


@dataclass(frozen=True, slots=True)
class Expired:
    """A command's deadline passed without an answer. ``tries`` is 0 if it was never sent."""

    ticket: int
    tries: int


@dataclass(frozen=True, slots=True)
class Happened:
    """One event of the controller, each exactly once and in order."""

    number: int
    t_us: int
    kind: int
    index: int
    value: int


@dataclass(frozen=True, slots=True)
class Beat:
    """A heartbeat: the state and the low half of the boot number."""

    state: int
    flags: int
    boot: int
    quiet_ms: int


@dataclass(frozen=True, slots=True)
class Greeted:
    """A HELLO, asked for or not."""

    payload: bytes


@dataclass(frozen=True, slots=True)
class Console:
    """A line of text that was no frame."""

    text: str


@dataclass(frozen=True, slots=True)
class Gap:
    """The controller lost events; the next snapshot tells the truth again."""

    missing: int


@dataclass(frozen=True, slots=True)
class Silent:
    """Nothing was heard for a second although the controller should speak. Said once."""


@dataclass(frozen=True, slots=True)
class Strained:
    """Many frames need a second try; nothing is lost yet."""

    text: str


@dataclass(frozen=True, slots=True)
class Frame:
    """One line of the ring that is shown with a fault."""

    at: float
    out: bool
    kind: int
    seq: int
    payload: bytes


Signal: TypeAlias = (
    Answered | Expired | Happened | Beat | Greeted | Console | Gap | Silent | Strained
)
