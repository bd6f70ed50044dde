"""A world of one hall and one marble: enough to test clocks and wires without rigid bodies.

The tests with the real world stand in test_sim.py.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vulkar.sim.wiring import DiverterWire, GateWire, Wiring

ROLL_US = 2_000_000


class StandIn:
    """The marble leaves when its gate is more than half open and rests 2 s later."""

    def __init__(self) -> None:
        self.now_us = 0
        self.turret_deg = 0.0
        self.gates: dict[str, float] = {}
        self.diverters: dict[str, float] = {}
        self.left_us = -1
        self.standing = True
        self.steps = 0

    @property
    def asleep(self) -> bool:
        return self.left_us < 0 or self.now_us >= self.left_us + ROLL_US

    def advance(self, until_us: int) -> None:
        assert until_us >= self.now_us
        self.steps += not self.asleep
        self.now_us = until_us
        if self.left_us >= 0 and self.now_us >= self.left_us + ROLL_US // 2:
            self.standing = False

    def set_gate(self, source: str, opening: float) -> None:
        self.gates[source] = opening
        if source == "idol" and abs(opening) > 0.5 and self.left_us < 0:
            self.left_us = self.now_us

    def set_diverter(self, diverter: str, position: float) -> None:
        self.diverters[diverter] = position

    def marble_home(self, source: str) -> bool:
        return source != "idol" or self.left_us < 0

    def field_mt(self) -> npt.NDArray[np.float64]:
        field = np.zeros(128)
        field[0] = 35.0 if self.standing else 0.5
        return field


WIRING = Wiring(
    turret_pin=0,
    turret_points=((600.0, 0.0), (2400.0, 270.0)),
    gates={2: GateWire("idol", 1500.0, 1900.0, None), 4: GateWire("A", 1500.0, 1900.0, 1100.0)},
    diverters={6: DiverterWire("D_W", 1200.0, 1800.0)},
    beams={16: ("idol", 1), 17: ("A", 1)},
    hall_address=tuple(range(128)),
    zero_counts=2048.0,
    counts_per_mt=9.3,
)
