"""What befalls one run of the fault campaign, all from its seed."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

from vulkar.link import wire
from vulkar.sim.faults.cable import Rates

ORDERS: Final = 2  # rolls of a run
KINDS: Final = ("cable", "unplug", "crash", "reboot", "all")
AFTER_S: Final = 0.9  # the longest a blow waits after what it waits for
# what a blow waits for: a frame that the host sends, or a step of the island
FRAMES: Final = (wire.RELEASE, wire.ARM, wire.WATCH, wire.SERVO, wire.DISARM)
STEPS: Final = ("checking", "aiming", "releasing", "rolling", "settling", "homing")


@dataclass(frozen=True, slots=True)
class Blow:
    """One fault that strikes ``after_s`` seconds after the ``skip``-th coming of what it awaits."""

    what: str  # unplug, crash, reboot (power cycle)
    frame: int  # kind of a frame; -1: waits for ``step``
    step: str
    skip: int
    after_s: float
    away_s: float  # how long an unplugged port stays away


@dataclass(frozen=True, slots=True)
class Plan:
    """One run: rates of the cable, blows in the order in which they are armed, jams."""

    seed: int
    kind: str
    rates: Rates
    blows: tuple[Blow, ...]
    routes: tuple[str, ...]  # of its orders
    jams: int  # openings of the first order's source that let nothing go

    @property
    def reboots(self) -> bool:
        """Whether the controller loses its memory in this run."""
        return any(blow.what == "reboot" for blow in self.blows)


def plan(seed: int, routes: list[str]) -> Plan:
    """The plan of a seed."""
    rng = random.Random(f"faults/{seed}")
    kind = rng.choice(KINDS)
    share = (
        rng.choice((0.0, 0.01, 0.05, 0.1)) if kind != "cable" else rng.choice((0.02, 0.06, 0.12))
    )
    rates = Rates(
        drop=share * rng.random(),
        double=share * rng.random(),
        corrupt=share * rng.random(),
        late=share * rng.random(),
        late_most_s=rng.choice((0.05, 0.4, 1.5)),
        dead_every_s=rng.choice((0.0, 8.0)) if kind in ("cable", "all") else 0.0,
        dead_most_s=rng.choice((0.3, 0.9, 2.5)),
    )
    whats = {"cable": (), "all": ("unplug", "crash", "reboot")}.get(kind, (kind,))
    count = rng.randint(1, 4) if whats else 0
    blows = tuple(_blow(rng, rng.choice(whats)) for _ in range(count))
    jams = rng.choice((0, 0, 0, 0, 1, 1, 2))
    return Plan(seed, kind, rates, blows, tuple(rng.choice(routes) for _ in range(ORDERS)), jams)


def _blow(rng: random.Random, what: str) -> Blow:
    on_frame = rng.random() < 0.5
    # half of those that wait for a frame strike while it is on the wire or being carried out
    after_s = rng.choice((rng.uniform(0.0, 0.006), rng.uniform(0.0, AFTER_S)))
    return Blow(
        what,
        rng.choices(FRAMES, (6, 1, 1, 1, 1))[0] if on_frame else -1,
        "" if on_frame else rng.choice(STEPS),
        rng.choice((0, 0, 0, 1)),
        after_s,
        rng.choice((0.0, 0.4, 1.5, 5.0)),
    )
