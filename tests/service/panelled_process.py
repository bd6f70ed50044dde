"""``python -m tests.service.panelled_process PANEL ...``: the table process, its pins in our hands.

It is ``vulkar.cli.panelled`` with gpiozero's mock pins, and each of its games begins where red
holds a fireball. Lines on standard input: ``PIN LEVEL`` drives an input, ``lapse MS`` says how long
the next arming lasts, ``show NUMBER PIN...`` has it print ``shownNUMBER LEVEL...``.
"""

from __future__ import annotations

import sys
import threading
from typing import Any

from gpiozero.pins.mock import MockFactory

from tests.service.test_recall import begin
from vulkar.cli import panelled
from vulkar.pi import factory as factories
from vulkar.service import ops_fire
from vulkar.service import running as running_module
from vulkar.service.firing import Firing

firings: list[Firing] = []


class KnownFiring(Firing):
    """The house's firing, where the lines below find it."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        firings.append(self)


def obey(made: MockFactory) -> None:
    """What standard input says, on a thread of its own, as gpiozero's edges come."""
    for line in sys.stdin:
        word, *rest = line.split()
        if word == "lapse":
            firings[-1].arming._lapse_ms = int(rest[0])
        elif word == "show":
            levels = [str(int(bool(made.pin(int(pin)).state))) for pin in rest[1:]]
            print(f"shown{rest[0]}", *levels, flush=True)
        else:
            pin = made.pin(int(word))
            pin.drive_high() if rest == ["1"] else pin.drive_low()


def main() -> int:
    made = factories.make_factory("mock")
    factories.make_factory = lambda kind: made
    ops_fire.Firing = KnownFiring  # type: ignore[misc]
    running_module.build_game = lambda island_map, setup: (begin(), [])  # type: ignore[assignment]
    threading.Thread(target=obey, args=(made,), daemon=True).start()
    return panelled.main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
