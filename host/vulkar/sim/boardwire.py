"""The rig's wiring from a board's description and a map: how this island is built."""

from __future__ import annotations

from vulkar.devices.board import Board
from vulkar.maps import IslandMap
from vulkar.sim.wiring import DiverterWire, GateWire, Wiring


def wiring_of(board: Board, map: IslandMap) -> Wiring:
    """Wires the described board to the map's island.

    A station's gate opens to -1 for the push of the map's first route from it, to +1 for the
    second; the idol's gate opens to +1.
    """
    turret = board.servos["turret"]
    gates: dict[int, GateWire] = {}
    for source, gate in board.gates.items():
        pushes = [r.push for r in map.routes.values() if r.source == source and r.push is not None]
        if pushes:
            minus_us: float | None = gate.ways[pushes[0]]
            plus_us = gate.ways[pushes[1]]
        else:
            minus_us, plus_us = None, next(iter(gate.ways.values()))
        gates[gate.servo.pin] = GateWire(source, gate.closed_us, plus_us, minus_us)
    diverters: dict[int, DiverterWire] = {}
    for plate in board.diverters.values():
        first, second = map.diverters[plate.id].ways
        wire = DiverterWire(plate.id, plate.ways[first], plate.ways[second])
        diverters[plate.servo.pin] = wire
    address = {sensor: at for at, sensor in enumerate(board.halls.sensors)}
    order = [
        (space.id, number)
        for space in map.spaces.values()
        for number, slot in enumerate(space.slots)
        if slot.sensor
    ]
    return Wiring(
        turret_pin=turret.pin,
        turret_points=tuple((float(us), float(deg)) for us, deg in turret.points),
        gates=gates,
        diverters=diverters,
        beams={gate.marble_pin: (source, gate.marble_home) for source, gate in board.gates.items()},
        hall_address=tuple(address[sensor] for sensor in order),
        zero_counts=board.halls.zero_counts,
        counts_per_mt=board.halls.counts_per_mt,
        rail_pin=board.rail_pin,
        rail_on=board.rail_on,
        stop_pin=board.stop_pin,
        stop_level=board.stop_level,
    )
