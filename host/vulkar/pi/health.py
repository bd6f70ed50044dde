"""Is this computer fit to run a board? Pure: readings in, findings out. ``readings`` takes them.

Each check returns one finding, or says that it cannot tell here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

FREE_MB: Final = 200  # a whole game is below 1 MB; the rest is for the system itself
BEFORE_S: Final = 86_400.0


class Level(StrEnum):
    """How bad a finding is. Only a problem makes ``vulkar doctor`` fail."""

    OK = "ok"
    NOTE = "note"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line: what was looked at, what was found, what to do about it."""

    what: str
    level: Level
    found: str
    todo: str = ""

    def row(self) -> dict[str, str]:
        """For JSON."""
        return {
            "what": self.what,
            "level": str(self.level),
            "found": self.found,
            "todo": self.todo,
        }


@dataclass(frozen=True, slots=True)
class Readings:
    """What the checks judge; None where this computer does not say."""

    throttled: int | None = None  # the firmware's bits, see UNDERVOLTAGE
    modem_manager: bool | None = None
    port: str = ""  # the serial port that was asked for, if any
    port_open: bool | None = None  # this user may read and write it
    port_group: str = ""
    groups: frozenset[str] = frozenset()
    free_mb: int | None = None  # where games are kept
    now_s: float = 0.0  # wall clock
    journal_s: float | None = None  # wall clock of the newest journal
    strict_gpiod: bool | None = None  # released pins become inputs; None on no Pi


# Bits of get_throttled: now, and since the start
UNDERVOLTAGE: Final = (1 << 0, 1 << 16)
HOT: Final = ((1 << 1) | (1 << 2) | (1 << 3), (1 << 17) | (1 << 18) | (1 << 19))


def supply(r: Readings) -> Finding:
    """The Pi's own supply: undervoltage resets USB devices and corrupts cards."""
    what = "supply of the Pi"
    if r.throttled is None:
        return Finding(what, Level.OK, "this computer does not say")
    todo = "Use the Pi's own power supply and a short cable; never feed servos from the Pi."
    if r.throttled & UNDERVOLTAGE[0]:
        return Finding(what, Level.PROBLEM, "undervoltage now", todo)
    if r.throttled & UNDERVOLTAGE[1]:
        return Finding(what, Level.PROBLEM, "undervoltage since the start", todo)
    return Finding(what, Level.OK, "no undervoltage")


def heat(r: Readings) -> Finding:
    """A throttled Pi is late."""
    what = "heat of the Pi"
    if r.throttled is None:
        return Finding(what, Level.OK, "this computer does not say")
    if r.throttled & (HOT[0] | HOT[1]):
        when = "now" if r.throttled & HOT[0] else "since the start"
        return Finding(what, Level.NOTE, f"slowed down {when}", "Give the Pi air, or a fan.")
    return Finding(what, Level.OK, "not slowed down")


def modem_manager(r: Readings) -> Finding:
    """It opens new serial ports and writes modem commands to them."""
    what = "ModemManager"
    if r.modem_manager:
        return Finding(
            what,
            Level.PROBLEM,
            "is running: it talks to every new serial port, a Pico's too",
            "sudo systemctl disable --now ModemManager",
        )
    return Finding(what, Level.OK, "is not running")


def permission(r: Readings) -> Finding:
    """May this user open the port, or would they, once one is plugged in?"""
    what = "permission"
    if r.port and r.port_open:
        return Finding(what, Level.OK, f"{r.port} is yours to open")
    group = r.port_group or "dialout"
    todo = f"sudo usermod -aG {group} $USER, then log out and in again"
    if r.port and r.port_open is False:
        return Finding(what, Level.PROBLEM, f"{r.port} is for the group {group}", todo)
    if r.groups and not r.groups & {group, "root"}:
        return Finding(what, Level.NOTE, f"you are not in the group {group}", todo)
    return Finding(what, Level.OK, f"group {group}")


def disk(r: Readings) -> Finding:
    """A full disk ends a game."""
    what = "disk"
    if r.free_mb is None:
        return Finding(what, Level.OK, "this computer does not say")
    if r.free_mb < FREE_MB:
        return Finding(
            what,
            Level.PROBLEM,
            f"{r.free_mb} MB free",
            f"Free some room: a game wants at least {FREE_MB} MB.",
        )
    return Finding(what, Level.OK, f"{r.free_mb} MB free")


def clock(r: Readings) -> Finding:
    """A Pi without a battery starts in the past. Games do not mind; people who look at dates do."""
    what = "clock"
    if r.journal_s is not None and r.now_s < r.journal_s - BEFORE_S:
        days = round((r.journal_s - r.now_s) / 86_400)
        return Finding(
            what,
            Level.NOTE,
            f"{days} days before the newest journal was written",
            "Connect to a network, or fit a clock battery. Games go on all the same.",
        )
    return Finding(what, Level.OK, "not before the newest journal")


def strict_gpiod(r: Readings) -> Finding:
    """Only a board without a microcontroller needs it."""
    what = "released pins"
    if r.strict_gpiod is None:
        return Finding(what, Level.OK, "this is no Raspberry Pi")
    if not r.strict_gpiod:
        return Finding(
            what,
            Level.NOTE,
            "keep their level when a program is killed",
            "For a board on the Pi's own pins: dtparam=strict_gpiod in /boot/firmware/config.txt",
        )
    return Finding(what, Level.OK, "become inputs")


CHECKS: Final[tuple[Callable[[Readings], Finding], ...]] = (
    permission,
    modem_manager,
    supply,
    heat,
    disk,
    clock,
    strict_gpiod,
)
