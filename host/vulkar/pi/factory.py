"""The pin factories: lgpio on a Pi, gpiozero's mock everywhere else."""

from __future__ import annotations

from typing import Any, Final

from vulkar.errors import VulkarError

LGPIO: Final = "lgpio"
MOCK: Final = "mock"
KINDS: Final = (LGPIO, MOCK)


def make_factory(kind: str) -> Any:
    """A gpiozero pin factory.

    Raises ``VulkarError``: pi.pins (no such kind), pi.missing (the extra is not installed),
    pi.no_gpio (this machine has no pins, or they are not for this user).
    """
    if kind not in KINDS:
        raise VulkarError("pi.pins", kind=kind, known=", ".join(KINDS))
    try:
        if kind == MOCK:
            from gpiozero.pins.mock import MockFactory, MockPWMPin

            return MockFactory(pin_class=MockPWMPin)
        from vulkar.pi.finepins import FineFactory
    except ImportError as exc:
        raise VulkarError("pi.missing", module=exc.name) from exc
    try:
        return FineFactory()
    except Exception as exc:  # lgpio's and gpiozero's errors share no class of their own
        raise VulkarError("pi.no_gpio", reason=exc) from exc
