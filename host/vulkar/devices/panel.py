"""The panel's logic: key, emergency stop, fire button in; orders, lamps and sounds out. Pure.

What it protects: nothing is armed while the key is off or a stop is latched. A latched stop is
opened only by a person who lets the button go and then turns the key off and on again.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Order(StrEnum):
    """What the board must be told at once."""

    DISARM = "disarm"
    ESTOP = "estop"


class Lamp(StrEnum):
    """How a lamp is lit."""

    OFF = "off"
    ON = "on"
    BLINK = "blink"


class Sound(StrEnum):
    """What the buzzer says."""

    NONE = ""
    READY = "ready"  # a fireball waits for the button, or for its trigger
    ANNOUNCED = "announced"  # somebody far away has fired: it is let go in a moment
    ALARM = "alarm"  # stopped, or a fault


@dataclass(frozen=True, slots=True)
class View:
    """All that the panel shows."""

    idle: Lamp
    armed: Lamp
    fault: Lamp
    fireball: Lamp
    sound: Sound


TROUBLE: Final = ("stopped", "fault", "lost")


class Panel:
    """``has_fire``: there is a fire button, so each fireball waits for it.

    ``board`` is the controller's state in the link's words, or ``lost``.
    """

    def __init__(self, *, has_fire: bool) -> None:
        self.board = "unknown"
        self.stopped = False  # latched
        self.interventions = 0  # how often a person has stopped or disarmed
        self._has_fire = has_fire
        self._key = False
        self._pressed = False
        self._turned_off = False  # since the stop
        self._waiting = False
        self._fired = False
        self._rolling = False
        self._triggered = False  # the fireball that waits is another's to start
        self._announced = False

    # --- in ----------------------------------------------------------------------------------
    def key(self, on: bool) -> Order | None:
        """The key was turned."""
        self._key = on
        if on:
            if self.stopped and self._turned_off and not self._pressed:
                self.stopped = False
            return None
        self._turned_off = True
        self._fired = False
        self.interventions += 1
        return Order.DISARM

    def stop(self, pressed: bool) -> Order | None:
        """The emergency stop was pressed, or let go."""
        self._pressed = pressed
        return self._latch() if pressed else None

    def fire(self, pressed: bool) -> None:
        """The fire button. Only a fresh press counts, while a fireball waits and may start."""
        if pressed and self._waiting and self.may_arm:
            self._fired = True

    def heard(self, board: str) -> Order | None:
        """The controller's state. A stop at the board is a stop of the panel too."""
        before, self.board = self.board, board
        return self._latch() if board == "stopped" and before != board else None

    def wait(self, *, triggered: bool = False) -> None:
        """A fireball is ready, and waits for :attr:`go`; or for a trigger that the panel only
        shows."""
        self._waiting = True
        self._fired = False
        self._triggered = triggered

    def announce(self, on: bool) -> None:
        """Somebody far away has fired: until it is let go or taken back."""
        self._announced = on

    def rolling(self, on: bool) -> None:
        """A fireball is on its way, or has settled."""
        self._rolling = on
        self._waiting = self._triggered = self._announced = False
        self._fired = False

    # --- out ---------------------------------------------------------------------------------
    @property
    def key_is_on(self) -> bool:
        """As it was last seen."""
        return self._key

    @property
    def may_arm(self) -> bool:
        """The key is on and no stop is latched."""
        return self._key and not self.stopped

    @property
    def is_rolling(self) -> bool:
        """A fireball is on its way."""
        return self._rolling

    @property
    def go(self) -> bool:
        """The waiting fireball may start now."""
        return self._waiting and self.may_arm and self._pulled

    @property
    def wants(self) -> str:
        """What a person has to do before anything moves, as a code of ``people_text``; or empty."""
        if self._pressed:
            return "panel.stop_pressed"
        if self.stopped:
            return "panel.key_on_again" if self._turned_off else "panel.key_again"
        if not self._key:
            return "panel.key"
        if self._waiting and not self._pulled:
            return "panel.fire"
        return ""

    @property
    def view(self) -> View:
        """What to show now."""
        trouble = self.stopped or self.board in TROUBLE
        waits = self._waiting and not self._pulled and self.may_arm
        return View(
            idle=Lamp.ON if self.board in ("ready", "safe") and not trouble else Lamp.OFF,
            armed=Lamp.ON
            if self.board == "armed"
            else Lamp.BLINK
            if self._waiting and not self.may_arm and not trouble
            else Lamp.OFF,
            fault=Lamp.BLINK if self._pressed else Lamp.ON if trouble else Lamp.OFF,
            fireball=Lamp.ON if self._rolling else Lamp.BLINK if waits else Lamp.OFF,
            sound=Sound.ALARM
            if trouble
            else Sound.ANNOUNCED
            if self._announced
            else Sound.READY
            if waits
            else Sound.NONE,
        )

    @property
    def _pulled(self) -> bool:
        return not self._triggered and (self._fired or not self._has_fire)

    def _latch(self) -> Order:
        self.stopped = True
        self._turned_off = False
        self._fired = False
        self.interventions += 1
        return Order.ESTOP
