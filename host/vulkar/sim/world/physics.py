"""Every physical choice of the simulated board in one place: sizes, masses, contacts, time step.

Lengths in mm, masses in g, angles in degrees, times in the unit of their name.  What is measured,
what is assumed and why is told in docs/explanation/physics.md.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from vulkar.sim.world.magnets import Disc

STEP_US: Final = 250  # 0.5 ms already loses 1 % on slopes, 2 ms adds energy
CHUNK_STEPS: Final = 4  # contacts and moving parts are looked at once a millisecond


@dataclass(frozen=True, slots=True)
class Contact:
    """One material pair: sliding friction, contact time constant and damping ratio.

    The damping ratio sets the restitution; tests/sim/world measures which by dropping things.
    """

    friction: float
    damping: float = 1.0
    time_s: float = 0.002


@dataclass(frozen=True, slots=True)
class Section:
    """How channels are cut; their widths and walls are in the map's geometry."""

    socket_fillet_mm: float = 2.0
    wall_thick_mm: float = 4.0
    # two channels join where their floors differ by less than this, else the higher keeps its wall
    join_mm: float = 20.0
    smooth_mm: float = 4.0


@dataclass(frozen=True, slots=True)
class Pawn:
    """A barrel with a magnet in its base. The base edge is rounded, so a low lip lets it slide."""

    belly_mm: float = 18.0
    belly_up_mm: float = 14.0
    edge_round_mm: float = 0.8
    centre_up_mm: float = 13.0
    head_mm: float = 11.0
    magnet: Disc = field(default_factory=Disc)
    magnet_up_mm: float = 0.5  # lower face of the magnet above the base
    base_points: int = 12


@dataclass(frozen=True, slots=True)
class Cradle:
    """A tilting cradle (stations A-D): a shallow valley that one servo tips to either side."""

    reach_mm: float = 12.5
    valley_deg: float = 4.0
    tilt_deg: float = 14.0
    groove_deg: float = 16.0
    clear_mm: float = 0.4
    hole_mm: float = 13.5
    rate_per_s: float = 20.0  # full travel of a kinematic part takes at least 1 / this


@dataclass(frozen=True, slots=True)
class Turret:
    """The idol: a turning spout inside a fixed ring with one window for each facing."""

    spout_mm: float = 40.0
    ring_mm: float = 41.0
    ring_thick_mm: float = 2.0
    window_mm: float = 17.4
    spout_wide_mm: float = 21.0
    drop_mm: float = 0.6  # of the spout's tip above the highest channel
    dish_deg: float = 2.0
    plate_at_mm: float = 8.2
    back_at_mm: float = 8.6
    plate_lift_mm: float = 18.0
    rate_deg_per_s: float = 1200.0


@dataclass(frozen=True, slots=True)
class Physics:
    """All choices. ``DEFAULT`` is what the product uses; tests change single fields."""

    cell_mm: float = 2.0
    gap_mm: float = 5.0  # hall element below the magnet's face while the pawn stands
    marble: Contact = Contact(friction=0.35, damping=1.0)
    marble_roll_mm: float = 0.04  # rolling friction coefficient, a length
    marble_spin_mm: float = 0.05
    marble_pawn: Contact = Contact(friction=0.20, damping=0.15)
    pawn: Contact = Contact(friction=0.30, damping=0.6)
    section: Section = Section()
    body: Pawn = field(default_factory=Pawn)
    cradle: Cradle = Cradle()
    turret: Turret = Turret()
    friction_spread: float = 0.05  # relative, drawn for each loaded marble
    cradle_spread_mm: float = 0.5
    sleep_tolerance: float = 2e-4
    pawn_count: int = 4


DEFAULT: Final = Physics()
