"""The state tables of the devices, as data. docs/reference/island.md is drawn from them."""

from __future__ import annotations

from typing import Final

from vulkar.devices.machine import ANY, Step, Table

POINTER: Final = Table(
    "pointer",
    ("unknown", "moving", "set"),
    (
        Step("sent", ("unknown", "set"), "moving"),
        Step("arrived", ("moving",), "set"),
        Step("failed", ("moving",), "unknown"),
        Step("lost", (ANY,), "unknown"),
    ),
)

GATE: Final = Table(
    "gate",
    ("unknown", "home", "away", "releasing", "left", "jammed"),
    (
        Step("beam_home", ("unknown", "home", "away", "left", "jammed"), "home"),
        Step("beam_home", ("releasing",), "releasing"),
        Step("beam_away", ("unknown", "home", "away", "jammed"), "away"),
        Step("beam_away", ("releasing", "left"), "left"),
        Step("release", ("unknown", "home", "away", "left", "jammed"), "releasing"),
        Step("overdue", ("releasing",), "jammed"),
        Step("failed", ("releasing",), "unknown"),
        Step("lost", (ANY,), "unknown"),
    ),
)

HALLS: Final = Table(
    "halls",
    ("lost", "slow", "fast", "watching"),
    (
        Step("snapshot", ("lost",), "slow"),
        Step("snapshot", ("slow",), "slow"),
        Step("snapshot", ("fast",), "fast"),
        Step("snapshot", ("watching",), "watching"),
        Step("speed_up", ("slow", "fast"), "fast"),
        Step("watch", ("fast",), "watching"),
        Step("rest", ("slow", "fast", "watching"), "slow"),
        Step("lost", (ANY,), "lost"),
    ),
)

DEVICES: Final = (POINTER, GATE, HALLS)
