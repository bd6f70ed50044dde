"""Negative tests on the whole chain: what is broken or moved must not make a false report."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import numpy as np
import pytest

from tests.island.chain import BOARD, ISLAND, Chain, make, on_chain, sensor, touch
from vulkar.errors import VulkarError
from vulkar.facts import Hit, NeverLeft
from vulkar.island.port import Certainty, Marble, TaskKind
from vulkar.link import wire
from vulkar.sim.boardwire import wiring_of
from vulkar.sim.lockstep import Lockstep
from vulkar.sim.world import World

IDOL = BOARD.gates["idol"]


def test_a_release_whose_pulse_is_cut_moves_no_marble() -> None:
    async def play(chain: Chain) -> None:
        await chain.stand(red="BR6")
        chain.sim.rig.faults.cut_pwm.add(IDOL.servo.pin)
        report = await chain.roll("I_S", red="BR6")
        assert report.facts == (NeverLeft(),)
        assert (report.marble, report.retried, report.left_us) == (Marble.JAMMED, True, -1)
        assert report.touches == ()
        assert chain.states.count(("gate", "jammed")) == 2
        # and the board goes on once it is mended
        chain.sim.rig.faults.cut_pwm.clear()
        report = await chain.roll("I_S", release_id=2, red="BR6")
        assert report.facts == (Hit("red"),)

    on_chain(play)


def test_a_jam_that_the_retry_frees_is_an_ordinary_roll() -> None:
    async def play(chain: Chain) -> None:
        await chain.stand(red="BR6")
        faults = chain.sim.rig.faults
        faults.cut_pwm.add(IDOL.servo.pin)

        def free(name: str, state: str) -> None:
            if (name, state) == ("gate", "jammed"):
                faults.cut_pwm.clear()

        chain.hooks.append(free)
        report = await chain.roll("I_S", red="BR6")
        assert (report.facts, report.retried) == ((Hit("red"),), True)
        assert report.marble is Marble.RETURNED

    on_chain(play)


@pytest.mark.parametrize("offset_deg", [15.0, -15.0])
def test_an_idol_that_points_elsewhere_never_makes_a_hit_that_did_not_happen(
    offset_deg: float,
) -> None:
    async def play(chain: Chain) -> None:
        standing = {"red": "BR6", "blue": "WT5", "green": "VP4"}
        await chain.stand(**standing)
        chain.sim.rig.faults.turret_offset_deg = offset_deg
        report = await chain.roll("I_S", **standing)
        truth = chain.sim.world.truth()
        for pawn in standing:
            said = Hit(pawn) in report.facts
            kind = truth[pawn].kind
            assert not (said and kind == "missed"), f"{pawn}: an invented hit"
            assert not (kind == "moved" and not said), f"{pawn}: a silent miss"

    on_chain(play)


@pytest.mark.parametrize("fault", ["stuck", "unplugged", "unplugged in mid-roll", "no magnet"])
def test_a_hit_space_that_cannot_be_felt_is_a_question(fault: str) -> None:
    async def play(chain: Chain) -> None:
        await chain.stand(red="BR6")
        faults = chain.sim.rig.faults
        if fault == "stuck":
            faults.stuck_counts[sensor("BR6")] = BOARD.halls.zero_counts + BOARD.halls.counts(33.0)
        elif fault == "unplugged":
            faults.unplugged.add(sensor("BR6"))
        elif fault == "no magnet":
            without_magnet(chain.sim.world, "red")
        else:

            def pull(name: str, state: str) -> None:
                if (name, state) == ("island", "rolling"):
                    faults.unplugged.add(sensor("BR6"))

            chain.hooks.append(pull)
        await asyncio.sleep(1.0)
        report = await chain.roll("I_S", red="BR6")
        assert chain.sim.world.truth()["red"].kind == "moved"
        assert report.facts == (Hit("red"),)
        assert touch(report, "red").certainty is Certainty.ASKED
        assert ("touched", "red", True) in chain.questions

    on_chain(play)


def without_magnet(world: World, pawn: str) -> None:
    """The magnet falls out of a pawn's base: the field is that of all the others."""
    whole: Any = world.field_mt

    def field_mt() -> np.ndarray:
        kept = world._pawns.known.pop(pawn)
        try:
            return np.asarray(whole())
        finally:
            world._pawns.known[pawn] = kept

    world.field_mt = field_mt  # type: ignore[method-assign]


def test_a_target_that_was_moved_away_is_not_hit() -> None:
    async def play(chain: Chain) -> None:
        await chain.stand(red="WT1")  # the belief has it on the route
        report = await chain.roll("I_S", red="BR6")
        assert report.facts == ()
        assert (touch(report, "red").space, touch(report, "red").touched) == ("WT1", False)
        assert chain.questions == [("standing", "red", False), ("standing", "red", True)]

    on_chain(play)


def test_a_target_that_was_taken_away_is_asked_back_and_then_left_out() -> None:
    async def play(chain: Chain) -> None:
        chain.hands.leaves = lambda task: task.kind is TaskKind.PLACE  # type: ignore[attr-defined]
        await chain.stand(red="BR6")
        chain.sim.world.lift("red")
        await asyncio.sleep(1.0)
        report = await chain.roll("I_S", red="BR6")
        assert report.facts == ()
        assert chain.said[0].endswith("(BR6) is empty: red belongs there.")
        assert touch(report, "red").certainty is Certainty.ASKED

    on_chain(play)


@pytest.mark.parametrize("believed", ["BR6", "WT1"])
def test_a_pawn_that_nobody_declared_is_hit_where_it_stands(believed: str) -> None:
    async def play(chain: Chain) -> None:
        await chain.stand(red="HR6", blue="BR6")
        report = await chain.roll("I_S", target="red", red="HR6", blue=believed)
        assert report.facts == (Hit("blue"),)
        assert touch(report, "blue").space == "BR6"

    on_chain(play)


def test_a_marble_that_nobody_brings_home_is_missing_and_wanted_before_the_next_roll() -> None:
    async def play(chain: Chain) -> None:
        chain.hands.leaves = lambda task: task.kind is TaskKind.MARBLE_HOME  # type: ignore[attr-defined]
        await chain.stand(red="BR6")
        report = await chain.roll("I_S", red="BR6")
        assert (report.facts, report.marble) == ((Hit("red"),), Marble.MISSING)
        assert "The marble of the idol is missing." in chain.said
        chain.hands.leaves = lambda task: False  # type: ignore[attr-defined]
        report = await chain.roll("I_SW", release_id=2)
        assert report.marble is Marble.RETURNED

    on_chain(play)


def test_a_beam_that_is_stuck_at_home_does_not_hide_a_hit() -> None:
    async def play(chain: Chain) -> None:
        await chain.stand(red="BR6")
        chain.sim.rig.faults.beam_level[IDOL.marble_pin] = IDOL.marble_home
        report = await chain.roll("I_S", red="BR6")
        assert ("marble_left", "idol", True) in chain.questions
        assert report.facts == (Hit("red"),)

    on_chain(play)


def test_a_beam_that_is_stuck_at_away_is_overruled_by_people() -> None:
    async def play(chain: Chain) -> None:
        await chain.stand(red="BR6")
        chain.sim.rig.faults.beam_level[IDOL.marble_pin] = 1 - IDOL.marble_home
        await asyncio.sleep(0.5)
        report = await chain.roll("I_S", red="BR6")
        assert ("marble_home", "idol", True) in chain.questions
        assert report.facts == (Hit("red"),)

    on_chain(play)


def test_a_gate_that_a_stop_left_open_is_closed_by_the_next_arming_and_a_later_roll_works() -> None:
    """Stopped in mid-opening the servo has no pulse; CLEAR moves nothing, ARM closes it."""
    openings: list[float] = []

    async def play(chain: Chain) -> None:
        sim, link = chain.sim, chain.island.parts.link
        whole: Any = sim.world.set_gate

        def set_gate(source: str, opening: float) -> None:
            if source == "idol":
                openings.append(opening)
            whole(source, opening)

        sim.world.set_gate = set_gate  # type: ignore[method-assign]
        await chain.stand(red="BR6")
        await link.arm()
        await asyncio.sleep(0.5)
        await link.release("idol", "out", 1)
        await asyncio.sleep(0.25)
        await link.estop()
        await asyncio.sleep(2.0)
        assert openings[-1] > 0.9  # nothing drives it
        await link.clear()
        await asyncio.sleep(1.0)
        assert openings[-1] > 0.9
        del openings[:]
        await link.arm()
        await asyncio.sleep(0.5)
        assert openings == sorted(openings, reverse=True)  # it only ever closes
        assert openings[-1] < 0.05
        await link.disarm()
        report = await chain.roll("I_SW", release_id=2, red="BR6")
        assert report.marble is Marble.RETURNED
        assert not report.retried

    on_chain(play)


def test_a_gate_that_a_reset_left_open_is_closed_by_the_next_arming() -> None:
    openings: dict[str, float] = {}
    with Lockstep(wiring_of(BOARD, ISLAND), World(ISLAND, 7), 7) as session:

        async def main(sim: Any) -> None:
            whole = sim.world.set_gate

            def set_gate(source: str, opening: float) -> None:
                openings[source] = opening
                whole(source, opening)

            sim.world.set_gate = set_gate
            chain = make(sim, 7)
            await chain.island.open()
            link = chain.island.parts.link
            await link.arm()
            await asyncio.sleep(0.5)
            await link.release("idol", "out", 1)
            await asyncio.sleep(0.25)
            with contextlib.suppress(VulkarError):
                await link.command(wire.REBOOT)
            await chain.island.close()
            await asyncio.sleep(3.0)
            assert openings["idol"] > 0.9
            sim.open_port()
            again = make(sim, 7, chain.hands)
            await again.island.open()
            assert openings["idol"] > 0.9  # a seal moves nothing
            await again.island.parts.link.arm()
            await asyncio.sleep(0.5)
            assert openings["idol"] < 0.05
            await again.island.parts.link.disarm()
            report = await again.roll("I_SW", release_id=2)
            assert report.marble is Marble.RETURNED
            assert openings["idol"] < 0.05
            await again.island.close()

        session.run(main)


def test_a_link_lost_over_a_jam_leaves_the_marble_its_second_attempt() -> None:
    with Lockstep(wiring_of(BOARD, ISLAND), World(ISLAND, 7), 7) as session:

        async def main(sim: Any) -> None:
            chain = make(sim, 7)
            await chain.island.open()
            await chain.stand(red="BR6")
            sim.rig.faults.cut_pwm.add(IDOL.servo.pin)

            def pull(name: str, state: str) -> None:
                if (name, state) == ("gate", "releasing"):
                    asyncio.get_running_loop().call_later(0.5, sim.unplug)

            chain.hooks.append(pull)
            with pytest.raises(VulkarError) as caught:
                await chain.roll("I_S", release_id=5, red="BR6")
            assert caught.value.code.startswith("link.")
            await chain.island.close()
            await asyncio.sleep(3.0)
            sim.rig.faults.cut_pwm.clear()
            sim.open_port()
            again = make(sim, 7, chain.hands)
            await again.island.open()
            report = await again.roll("I_S", release_id=5, red="BR6")
            assert again.questions == []  # the beam has seen that it stayed
            assert (report.facts, report.retried) == ((Hit("red"),), True)
            assert touch(report, "red").certainty is Certainty.SURE
            await again.island.close()

        session.run(main)


def test_a_link_lost_in_mid_roll_is_told_and_the_same_order_lets_no_second_marble_go() -> None:
    openings: list[float] = []
    with Lockstep(wiring_of(BOARD, ISLAND), World(ISLAND, 7), 7) as session:

        async def main(sim: Any) -> None:
            chain = make(sim, 7)
            await chain.island.open()
            await chain.stand(red="BR6")

            def pull(name: str, state: str) -> None:
                if (name, state) == ("island", "rolling"):
                    sim.unplug()

            chain.hooks.append(pull)
            with pytest.raises(VulkarError) as caught:
                await chain.roll("I_S", release_id=5, red="BR6")
            assert caught.value.code.startswith("link.")
            assert chain.island.state == "closed"
            with pytest.raises(VulkarError) as caught:
                await chain.roll("I_S", release_id=5, red="BR6")
            assert caught.value.code == "island.closed"
            await chain.island.close()
            await asyncio.sleep(3.0)

            whole = sim.world.set_gate

            def set_gate(source: str, opening: float) -> None:
                openings.append(opening)
                whole(source, opening)

            sim.world.set_gate = set_gate
            sim.open_port()
            again = make(sim, 7, chain.hands)
            await again.island.open()
            report = await again.roll("I_S", release_id=5, red="BR6")
            assert report.facts == (Hit("red"),)
            assert touch(report, "red").certainty is Certainty.ASKED
            assert report.marble is Marble.RETURNED
            await again.island.close()

        session.run(main)
    assert openings == []
