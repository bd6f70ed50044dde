"""The sequence of one roll and of one set of tasks, as a declared table.

``serial.py`` walks it; docs/reference/island.md shows it, drawn from this table.
"""

from __future__ import annotations

from typing import Final

from vulkar.devices.machine import ANY, Step, Table

# Under way, in the order of a roll; "expecting" is the one of a set of tasks.
BUSY: Final = (
    "expecting",
    "checking",
    "aiming",
    "waiting",
    "releasing",
    "rolling",
    "settling",
    "homing",
)
ROLL: Final = Table(
    "island",
    ("closed", "ready", *BUSY),
    (
        Step("opened", ("closed",), "ready"),
        Step("expect", ("ready",), "expecting"),
        Step("as_believed", ("expecting",), "ready"),
        Step("roll", ("ready",), "checking"),
        Step("checked", ("checking",), "aiming"),
        Step("aimed", ("aiming",), "waiting"),
        Step("go", ("waiting",), "releasing"),
        Step("again", ("waiting",), "checking"),
        Step("released_before", ("checking",), "settling"),
        Step("left", ("releasing",), "rolling"),
        Step("jammed", ("releasing",), "settling"),
        Step("rested", ("rolling",), "settling"),
        Step("settled", ("settling",), "homing"),
        Step("told", ("homing",), "ready"),
        Step("gave_up", BUSY, "ready"),
        Step("lost", (ANY,), "closed"),
    ),
)
