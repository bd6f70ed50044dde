"""What a person's word on an open question must look like."""

from __future__ import annotations

from typing import Any, Final

from vulkar.errors import VulkarError
from vulkar.island.account import RollQuestion, RollWord

ROLL_KEYS: Final = {"left", "touched", "home"}


def read_yes(value: Any) -> bool:
    """Raises ``VulkarError("people.value")`` for anything but true and false."""
    if not isinstance(value, bool):
        raise VulkarError("people.value", wanted="true or false")
    return value


def read_account(asked: RollQuestion, value: Any) -> RollWord:
    """A roll in one message: ``{"left": true, "touched": ["red"], "home": true}``.

    A marble that did not leave touched nobody and is home: then only ``left`` is read.
    Raises ``VulkarError("people.value")``.
    """
    if not isinstance(value, dict) or not set(value) <= ROLL_KEYS:
        raise VulkarError("people.value", wanted="left, touched and home")
    left = read_yes(value.get("left"))
    if not left:
        if asked.left:
            raise VulkarError("people.value", wanted="left = true: it is known to have left")
        return RollWord(False)
    touched, standing = value.get("touched"), asked.order.standing
    if not isinstance(touched, list) or not all(
        isinstance(pawn, str) and pawn in standing for pawn in touched
    ):
        raise VulkarError("people.value", wanted=f"touched, a list of {', '.join(standing)}")
    return RollWord(True, frozenset(touched), read_yes(value.get("home")))
