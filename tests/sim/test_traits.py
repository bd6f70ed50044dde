"""Sensors with offsets, gains and drift: off by default, and no false event in a warm day."""

from __future__ import annotations

import asyncio

import numpy as np

from tests.island.chain import BOARD, Chain, on_chain
from vulkar.devices.board_model import HallSlot
from vulkar.link.events import Event, EventKind
from vulkar.maps import load
from vulkar.sim.boardwire import wiring_of
from vulkar.sim.rig import Rig
from vulkar.sim.traits import HallTraits, day, drawn, misbuilt

WIRING = wiring_of(BOARD, load("classic"))
FIELD = np.linspace(-40.0, 40.0, 128)


def test_without_traits_a_reading_is_as_described() -> None:
    plain = HallTraits().counts(WIRING, FIELD, 10**12)
    assert np.allclose(plain, 2048 + 9.309 * FIELD)


def test_offset_gain_and_temperature_act_as_named() -> None:
    traits = HallTraits(
        offset_counts=np.full(128, 12.0),
        gain=np.full(128, 1.1),
        zero_drift_counts_per_k=np.full(128, 0.5),
        magnet_drift_per_k=-0.001,
        celsius=lambda now_us: 40.0,
    )
    wanted = 2048 + 9.309 * 1.1 * FIELD * 0.98 + 12 + 10
    assert np.allclose(traits.counts(WIRING, FIELD, 0), wanted)


def test_a_day_swings_between_its_ends() -> None:
    celsius = day(10.0, 34.0, period_s=100.0)
    assert [round(celsius(s * 10**6), 1) for s in (0, 25, 50, 75)] == [22.0, 34.0, 22.0, 10.0]


def test_misbuilt_wires_stay_within_the_servos_limits_and_differ_by_seed() -> None:
    for seed in range(20):
        wires = misbuilt(WIRING, seed)
        ends = [us for us, _ in wires.turret_points]
        assert all(BOARD.turret.min_us < us < BOARD.turret.max_us for us in ends)
        for pin, gate in wires.gates.items():
            servo = next(s for s in BOARD.servos.values() if s.pin == pin)
            for us in (gate.closed_us, gate.plus_us, gate.minus_us or gate.plus_us):
                assert servo.min_us <= us <= servo.max_us
            assert abs(gate.closed_us - WIRING.gates[pin].closed_us) >= 45
    assert misbuilt(WIRING, 1) == misbuilt(WIRING, 1) != misbuilt(WIRING, 2)


def test_hours_of_drift_and_pawns_of_both_poles_make_no_false_event() -> None:
    """Four minutes that warm and cool by 18 K, a hundred times as steeply as a real room."""

    async def play(chain: Chain) -> list[Event]:
        rig: Rig = chain.sim.rig
        rig.halls = drawn(3, 128)
        rig.halls.zero_drift_counts_per_k = np.where(np.arange(128) % 2, 0.5, -0.5)
        rig.halls.celsius = day(2.0, 38.0, period_s=240.0)
        chain.sim.world.upside_down = {"blue"}
        await chain.stand(red="BR3", blue="BR6", green="WT7", yellow="DOCK")
        await asyncio.sleep(5.0)
        events: list[Event] = []
        chain.island.parts.link.subscribe(events.append)
        seen = await chain.island.observe()
        assert sorted(space for space, full in seen.items() if full) == [
            "BR3",
            "BR6",
            "DOCK",
            "WT7",
        ]
        await asyncio.sleep(240.0)
        chain.sim.world.lift("blue")
        await asyncio.sleep(1.0)
        assert not (await chain.island.observe())["BR6"]
        return [event for event in events if event.kind is EventKind.HALL]

    told = on_chain(play)
    assert [(e.index, e.value) for e in told] == [(BOARD.halls.address("BR6"), 0)]


def test_a_slot_of_a_weak_sensor_keeps_the_shares_of_its_thresholds() -> None:
    weak = BOARD.halls.__class__(
        **{
            **{name: getattr(BOARD.halls, name) for name in BOARD.halls.__slots__},
            "measured": {0: HallSlot(2100, -140)},
        }
    )
    zero, above, below = weak.limits(0)
    assert (zero, above, below) == (2100, 80, 32)
    assert weak.mt(1960, 0) == -35.0
