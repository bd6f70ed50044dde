"""The rig's wiring from a board's description and a map: how this island is built."""

from __future__ import annotations

from vulkar.devices.board import Board
from vulkar.maps import IslandMap
from vulkar.sim.wiring import NOT_WIRED, DiverterWire, GateWire, LampWire, PwmChipWire, Wiring


def wiring_of(board: Board, map: IslandMap) -> Wiring:
    """Wires the described board to the map's island.

    A station's gate opens to -1 for the push of the map's first route from it, to +1 for the
    second; the idol's gate opens to +1.
    """
    turret = board.turret
    gates: dict[int, GateWire] = {}
    for source, gate in board.gates.items():
        routes = (r for r in map.routes.values() if r.source == source)
        pushes = list(dict.fromkeys(r.push for r in routes if r.push is not None))
        if pushes:
            minus_us: float | None = gate.ways[pushes[0]]
            back_us = 2 * gate.closed_us - gate.ways[pushes[0]]  # where no route leads
            plus_us = gate.ways[pushes[1]] if len(pushes) > 1 else back_us
        else:
            minus_us, plus_us = None, next(iter(gate.ways.values()))
        gates[gate.servo.output] = GateWire(source, gate.closed_us, plus_us, minus_us)
    diverters: dict[int, DiverterWire] = {}
    for plate in board.diverters.values():
        first, second = map.diverters[plate.id].ways
        wire = DiverterWire(plate.id, plate.ways[first], plate.ways[second])
        diverters[plate.servo.output] = wire
    address = {sensor: at for at, sensor in enumerate(board.halls.sensors)}
    order = [
        (space.id, number)
        for space in map.spaces.values()
        for number, slot in enumerate(space.slots)
        if slot.sensor
    ]
    return Wiring(
        turret_pin=turret.output if turret else None,
        turret_points=tuple((float(us), float(deg)) for us, deg in turret.points) if turret else (),
        gates=gates,
        diverters=diverters,
        beams={beam.marble_pin: (source, beam.marble_home) for source, beam in board.beams.items()},
        hall_address=tuple(address.get(sensor, NOT_WIRED) for sensor in order),
        zero_counts=board.halls.zero_counts,
        counts_per_mt=board.halls.counts_per_mt,
        rail_pin=board.rail_pin,
        rail_on=board.rail_on,
        stop_pin=board.stop_pin,
        stop_level=board.stop_level,
        pwm_chip=_pwm_chip(board),
        switches=board.halls.switches,
        switch_present=board.switches.present if board.switches else 0,
        lamps=_lamps(board),
        supply_full_mv=board.supply.full_mv if board.supply else None,
    )


def _pwm_chip(board: Board) -> PwmChipWire | None:
    """The chip's true oscillator is what was measured of it; a test may say otherwise."""
    chip = board.pwm_chip
    if chip is None:
        return None
    return PwmChipWire(chip.address, chip.enable_pin, float(chip.oscillator_khz))


def _lamps(board: Board) -> LampWire | None:
    lamps = board.lamps
    return None if lamps is None else LampWire(lamps.count, lamps.full_ma, lamps.dark_ma)
