"""A board that is not as its file says: horns, sensors and a magnet off. Calibrated, it plays."""

from __future__ import annotations

import asyncio
import math
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from vulkar.calibrate.flow import Calibrator
from vulkar.calibrate.person import Mark
from vulkar.calibrate.steps import chosen
from vulkar.devices.board import Board, load_board
from vulkar.devices.calibration import apply
from vulkar.devices.calibration_file import Calibration, read_calibration, write_calibration
from vulkar.errors import VulkarError
from vulkar.facts import Hit
from vulkar.island.port import Certainty, Marble, RollOrder, RollReport
from vulkar.island.serial import SerialIsland
from vulkar.link.controller import Controller
from vulkar.maps import load
from vulkar.sim.fitter import Fitter, crooked
from vulkar.sim.lockstep import Lockstep, Sim
from vulkar.sim.people import Hands

ISLAND = load("classic")
BOARD = load_board("classic")
SEED = 1
ROUTE = next(r for r in ISLAND.routes.values() if r.facing == "E")
SPACE = ROUTE.spaces[1]


@pytest.fixture
def simulation() -> Iterator[Lockstep]:
    with crooked(ISLAND, BOARD, SEED) as lockstep:
        yield lockstep


def calibrator(
    sim: Sim, path: Path, only: Sequence[str], person: Fitter | None = None, anew: bool = False
) -> Calibrator:
    person = person or Fitter(sim.rig, sim.world, BOARD, ISLAND)
    return Calibrator(
        lambda board: Controller(sim.open_port(), board),
        BOARD,
        ISLAND,
        person,
        path,
        chosen(BOARD, only),
        anew,
    )


async def roll(sim: Sim, board: Board, number: int) -> RollReport:
    """Blue, whose magnet is upside down, stands on the way of a marble of the idol."""
    hands = Hands(sim.world, ISLAND, random.Random(number))
    chain = SerialIsland(Controller(sim.open_port(), board), ISLAND, board, hands)
    for source in ISLAND.sources:
        sim.world.load_marble(source)
    sim.world.place("blue", SPACE, 0.3, -0.4, 1.0)
    await chain.open()
    await asyncio.sleep(1.0)
    try:
        return await chain.roll(RollOrder(number, ROUTE.id, "blue", {"blue": SPACE}))
    finally:
        await chain.close()
        await hands.close()


def rolled_mm(sim: Sim) -> float:
    """How far from the idol the last marble came."""
    idol = ISLAND.sources["idol"]
    return max(math.hypot(x - idol.x_mm, y - idol.y_mm) for _, x, y, _ in sim.world.track("idol"))


def test_a_crooked_board_fails_a_roll_and_plays_it_once_it_is_calibrated(
    simulation: Lockstep, tmp_path: Path
) -> None:
    path = tmp_path / "x.calibration.toml"
    # the first facing and the first gate decide this roll; the rest is like them
    only = ["servo:turret", "servo:gate_idol", f"hall:{SPACE}"]
    for name in ROUTE.diverters:
        only.append(f"servo:{BOARD.diverters[name].servo.name}")

    before = simulation.run(lambda sim: roll(sim, BOARD, 1))
    assert before.facts == () and rolled_mm(simulation.sim) < 60.0  # stuck beside its window

    simulation.run(lambda sim: calibrator(sim, path, only).run())
    board = apply(BOARD, read_calibration(path), path)
    for _, facing in ISLAND.idol.facings.items():
        aimed_us = board.turret.to_us(facing.compass_deg)
        points = simulation.sim.rig.wiring.turret_points
        (u0, d0), (u1, d1) = points[0], points[-1]
        true_deg = d0 + (d1 - d0) * (aimed_us - u0) / (u1 - u0)
        assert abs(true_deg - facing.compass_deg) < 1.0

    after = simulation.run(lambda sim: roll(sim, board, 2))
    assert rolled_mm(simulation.sim) > 60.0
    assert after.marble is Marble.RETURNED
    (touch,) = after.touches
    assert touch.touched and touch.certainty is Certainty.SURE
    assert after.facts == (Hit("blue"),)
    sensor = BOARD.halls.address(SPACE)
    zero, above, below = board.halls.limits(sensor)
    assert zero != BOARD.halls.zero_counts and above != BOARD.halls.limits(sensor)[1]
    assert abs(board.halls.measured[sensor].standing) * 20 / 35 == pytest.approx(above, abs=1)
    assert below < above


class Interrupting(Fitter):
    """Presses Ctrl-C when it is asked for the ``at``-th time."""

    at = 0
    asked = 0

    async def jog(self, mark: Mark, pulse_us: int) -> int | None:
        self._count()
        return await super().jog(mark, pulse_us)

    async def stand(self, spaces: Sequence[str]) -> None:
        self._count()
        await super().stand(spaces)

    def _count(self) -> None:
        self.asked += 1
        if self.asked == self.at:
            raise KeyboardInterrupt


def test_interrupted_at_any_step_it_loses_nothing_and_goes_on(
    simulation: Lockstep, tmp_path: Path
) -> None:
    path = tmp_path / "x.calibration.toml"
    only = ["servo:D_W", "servo:D_NE", "hall:WT1", "hall:WT2", "hall:WT3", "hall:WT4", "hall:WT5"]
    done = [0]
    finished: list[Calibration] = []

    async def main(sim: Sim) -> None:
        person = Interrupting(sim.rig, sim.world, BOARD, ISLAND)
        while not finished:
            assert len(done) < 40
            person.at, person.asked = len(done) + 5, 0
            work = calibrator(sim, path, only, person)
            try:
                finished.append(await work.run())
            except KeyboardInterrupt:
                assert not path.exists()
                await asyncio.sleep(1.5)  # disarmed, or silent for a second
                assert not any(sim.rig.pwm.pulse_us(pin) for pin in sim.rig.servos)
            done.append(len(work.progress.servo) + len(work.progress.hall))

    simulation.run(main)
    assert done == sorted(done) and len(done) > 4 and done[-1] == len(only)
    (result,) = finished
    assert set(result.servo) == {"D_W", "D_NE"} and len(result.hall) == 5
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


def test_a_second_calibration_of_a_part_keeps_the_rest_and_a_backup(
    simulation: Lockstep, tmp_path: Path
) -> None:
    path = tmp_path / "x.calibration.toml"
    first = simulation.run(lambda sim: calibrator(sim, path, ["hall:WT1", "hall:WT2"]).run())
    simulation.sim.rig.halls.offset_counts[:] = 0.0  # type: ignore[index]
    second = simulation.run(lambda sim: calibrator(sim, path, ["hall:WT2"]).run())
    assert second.hall["WT1"] == first.hall["WT1"] and second.hall["WT2"] != first.hall["WT2"]
    assert read_calibration(path.with_name(path.name + ".bak")) == first


def test_the_calibration_of_another_controller_is_refused_unless_anew(
    simulation: Lockstep, tmp_path: Path
) -> None:
    path = tmp_path / "x.calibration.toml"
    found = simulation.run(lambda sim: calibrator(sim, path, ["hall:WT1"]).run())
    head = found.calibration.model_copy(update={"controller": "0000000000000001"})
    write_calibration(path, found.model_copy(update={"calibration": head}))

    async def main(sim: Sim) -> None:
        with pytest.raises(VulkarError) as caught:
            await calibrator(sim, path, ["hall:WT1"]).run()
        assert caught.value.code == "calibration.other"
        board = apply(BOARD, read_calibration(path), path)
        with pytest.raises(VulkarError) as caught:  # nor is it played with
            await Controller(sim.open_port(), board).connect()
        assert caught.value.code == "calibration.other"
        await calibrator(sim, path, ["hall:WT1"], anew=True).run()

    simulation.run(main)
    assert read_calibration(path).calibration.controller == found.calibration.controller


def test_a_dead_sensor_is_named_and_left_out(simulation: Lockstep, tmp_path: Path) -> None:
    path = tmp_path / "x.calibration.toml"
    simulation.sim.rig.faults.stuck_counts[1] = 2040

    async def main(sim: Sim) -> list[str]:
        work = calibrator(sim, path, ["hall:WT1", "hall:WT2", "hall:WT3"])
        await work.run()
        return work.dead

    assert simulation.run(main) == ["WT2"]
    assert set(read_calibration(path).hall) == {"WT1", "WT3"}


def test_a_space_that_is_not_empty_is_named(simulation: Lockstep, tmp_path: Path) -> None:
    simulation.sim.rig.faults.stuck_counts[5] = 2400
    with pytest.raises(VulkarError, match="WT6") as caught:
        simulation.run(lambda sim: calibrator(sim, tmp_path / "x.toml", ["hall:WT1"]).run())
    assert caught.value.code == "calibration.field"


def test_end_stops_are_found_before_the_mechanics_bind(
    simulation: Lockstep, tmp_path: Path
) -> None:
    servo = BOARD.servos["D_W"]
    simulation.sim.rig.servos[servo.pin].stops_us = (1033.0, 1951.0)
    found = simulation.run(lambda sim: calibrator(sim, tmp_path / "x.toml", ["servo:D_W"]).run())
    low_us, high_us = found.servo["D_W"].min_us, found.servo["D_W"].max_us
    within_us = 4  # nobody sets a servo nearer than its deadband
    assert abs(low_us - 1033) <= within_us and abs(high_us - 1951) <= within_us


def test_a_mark_beyond_the_limits_ends_with_the_servo_named(
    simulation: Lockstep, tmp_path: Path
) -> None:
    simulation.sim.rig.faults.turret_offset_deg = 25.0
    with pytest.raises(VulkarError, match="turret") as caught:
        simulation.run(lambda sim: calibrator(sim, tmp_path / "x.toml", ["servo:turret"]).run())
    assert caught.value.code == "calibration.reach"


def test_a_gate_is_timed_from_its_opening_until_the_beam_is_free(
    simulation: Lockstep, tmp_path: Path
) -> None:
    found = simulation.run(
        lambda sim: calibrator(sim, tmp_path / "x.toml", ["servo:gate_A", "gate:A"]).run()
    )
    times = found.gate["A"].leave_ms
    assert len(times) == 3 and all(20 < ms < 700 for ms in times)


def test_a_weak_sensor_sees_its_pawn_once_it_is_calibrated(
    simulation: Lockstep, tmp_path: Path
) -> None:
    """The thresholds of a sensor go to the controller with the sealed configuration."""
    path = tmp_path / "x.toml"
    simulation.sim.rig.halls.gain[:] = 0.5  # type: ignore[index]

    async def seen(sim: Sim, board: Board) -> list[bool]:
        link = Controller(sim.open_port(), board)
        await link.connect()
        out = []
        for space in ("WT1", "WT2"):
            sim.world.place("red", space)
            await asyncio.sleep(1.0)
            out.append((await link.snapshot()).halls[board.halls.address(space)])
        sim.world.lift("red")
        await link.close()
        return out

    assert simulation.run(lambda sim: seen(sim, BOARD)) == [False, False]
    simulation.run(lambda sim: calibrator(sim, path, ["hall:WT2"]).run())
    board = apply(BOARD, read_calibration(path), path)
    assert simulation.run(lambda sim: seen(sim, board)) == [False, True]


def test_a_link_that_is_lost_while_a_marble_is_waited_for_says_so_at_once(
    simulation: Lockstep, tmp_path: Path
) -> None:
    class Unplugging(Fitter):
        async def bring_marble(self, source: str) -> None:
            simulation.sim.unplug()

    async def main(sim: Sim) -> float:
        sim.world.take_marble("A")
        began_s = asyncio.get_running_loop().time()
        person = Unplugging(sim.rig, sim.world, BOARD, ISLAND)
        with pytest.raises(VulkarError) as caught:
            await calibrator(sim, tmp_path / "x.toml", ["gate:A"], person).run()
        assert caught.value.code == "link.lost"
        return asyncio.get_running_loop().time() - began_s

    assert simulation.run(main) < 10.0
