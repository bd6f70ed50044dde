"""What a link says: plain values, without bytes and without futures."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class EventKind(StrEnum):
    """Kinds of :class:`Event`, in the words of the contract with the devices."""

    HALL = "hall"  # index: sensor, value: 1 present, 0 gone
    MARBLE = "marble"  # index, name: source, value: 1 home, 0 away
    DIP = "dip"  # index: sensor, value: counts away from its baseline, once a watch
    SERVO_DONE = "servo_done"  # index, name: servo, value: number of the move
    GATE = "gate"  # index, name: source, value: wire.OPEN or wire.CLOSED
    WATCH = "watch"  # the baseline is taken
    SUPPLY = "supply"  # text: good, low or sag, value: mV
    STATE = "state"  # text: the state's name, value: fault code
    FAULT = "fault"  # text: what is latched
    CONSOLE = "console"  # text: a line of the controller's console
    GAP = "gap"  # events were lost in the controller; a snapshot is due
    STRAINED = "strained"  # text: many frames need a second try
    LOST = "lost"  # text: why the link is gone


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened. ``t_us`` is the controller's time since its start, unwrapped.

    It is -1 where the controller did not stamp it (CONSOLE, GAP, LOST).
    """

    kind: EventKind
    t_us: int = -1
    index: int = -1
    value: int = 0
    name: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Hello:
    """Who answers at the other end."""

    major: int
    minor: int
    firmware: int  # hash of its sources, see link/image.py; 0 unknown
    boot: int  # another number after every start
    reset_cause: int  # 1 power on, 3 watchdog or reset (machine.reset_cause)
    caps: frozenset[str]
    config_crc: int  # of the sealed configuration, 0 unsealed
    state: str
    newest: int  # sequence number of the newest command that it remembers
    platform: str
    board_id: str  # hexadecimal
    free_bytes: int
    epoch: int
    epochs: int  # how often its memory of releases began anew since its boot


@dataclass(frozen=True, slots=True)
class Release:
    """A release that was carried out, once. ``t_us`` is when the gate began to open."""

    release_id: int
    attempt: int
    t_us: int
    result: str = "released"
    tries: int = 1  # how often the command was sent


@dataclass(frozen=True, slots=True)
class ReleaseStatus:
    """How far a release got, in the controller's memory."""

    phase: str  # never, open, closed, or cut (by a stop before it was closed)
    t_us: int = 0  # when the gate began to open
    home: bool = False  # the beam saw the marble in its cradle then
    left: bool = False  # and has seen it leave since


@dataclass(frozen=True, slots=True)
class Watch:
    """One sensor in the watch of a roll. Readings in counts, times in ms from its start."""

    sensor: int
    baseline: int
    low: int
    high: int
    last: int
    first_ms: int  # first deviation beyond ``dip_counts``; -1 none
    flat: bool  # the reading never changed at all, not even by noise
    present: bool


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The debounced truth of the controller at one moment."""

    halls: dict[int, bool]
    marbles: dict[str, bool]
    state: str
