"""Firing on the simulated board with its real firmware: what lets a marble go, what does not."""

from __future__ import annotations

import asyncio

import pytest

from tests.service.firing_board import LAPSE_S, ORDER, SEAT, Bench, home, on_bench
from vulkar.devices.panel import Lamp, Panel, Sound, View
from vulkar.errors import VulkarError
from vulkar.island.panel import PanelIsland
from vulkar.service.panelled import join
from vulkar.service.trigger import ANNOUNCE_MS, VETO_MS, State

ANNOUNCE_S, VETO_S = ANNOUNCE_MS / 1000, VETO_MS / 1000


def test_it_waits_for_arming_then_for_the_trigger_and_says_so() -> None:
    async def play(bench: Bench) -> None:
        roll = bench.roll()
        await asyncio.sleep(30.0)
        assert bench.told == ["arming_wanted"] and bench.state == State.NOT_ARMED
        assert bench.board.island.link.state == "ready" and bench.fire() == "arming.start"
        bench.firing.arm()
        await bench.until(State.LIVE)
        await asyncio.sleep(10.0)
        assert bench.told == ["arming_wanted", "board_armed", "trigger_live"]
        assert bench.left == 0
        assert bench.fire() == State.ROLLING
        assert bench.fire() == "trigger.rolling"
        await home(bench, roll)
        assert bench.told[3:] == ["trigger_pulled"] and bench.state == State.NOT_YOUR_TURN

    on_bench(play)


def test_from_far_away_it_is_announced_and_vetoed_and_announced_again() -> None:
    async def play(bench: Bench) -> None:
        bench.firing.arm()
        roll = bench.roll()
        await bench.until(State.LIVE)
        assert bench.fire(local=False) == State.ANNOUNCED
        await asyncio.sleep(ANNOUNCE_S - 0.1)
        bench.firing.veto()
        assert bench.fire(local=False) == "trigger.vetoed"
        await asyncio.sleep(VETO_S + 0.1)
        assert bench.left == 0 and bench.state == State.LIVE
        assert bench.fire(local=False) == State.ANNOUNCED
        await asyncio.sleep(ANNOUNCE_S + 0.1)
        assert bench.state == State.ROLLING
        await home(bench, roll)
        announced = ["trigger_announced", "trigger_vetoed", "trigger_live"]
        assert bench.told[2:] == [*announced, "trigger_announced", "trigger_pulled"]

    on_bench(play)


def test_arming_that_lapses_while_it_waits_holds_the_marble_until_it_is_armed_again() -> None:
    async def play(bench: Bench) -> None:
        bench.firing.arm()
        roll = bench.roll()
        await bench.until(State.LIVE)
        bench.fire(local=False)
        bench.firing.veto()  # a remote trigger and a veto by nobody in particular renew nothing
        await asyncio.sleep(LAPSE_S)
        assert bench.fire() == "arming.lapsed" and "board_disarmed" in bench.told
        await asyncio.sleep(10.0)
        bench.firing.arm()
        await bench.until(State.LIVE)
        assert bench.left == 0 and bench.fire() == State.ROLLING
        await home(bench, roll)

    on_bench(play)


def test_what_people_at_the_board_do_keeps_it_armed() -> None:
    async def play(bench: Bench) -> None:
        bench.firing.arm()
        await asyncio.sleep(LAPSE_S - 1.0)
        bench.firing.act()
        await asyncio.sleep(LAPSE_S - 1.0)
        assert bench.firing.state()["armed_ms"] == pytest.approx(1000, abs=1)
        await asyncio.sleep(1.1)
        assert bench.told == ["board_armed", "board_disarmed"]

    on_bench(play)


def test_disarmed_in_mid_aim_it_aims_anew_once_armed() -> None:
    async def play(bench: Bench) -> None:
        bench.firing.arm()
        roll = bench.roll()
        while bench.board.island.link.state != "armed":
            await asyncio.sleep(0.005)
        await bench.firing.disarm()
        await asyncio.sleep(20.0)
        assert bench.board.island.link.state == "ready" and bench.state == State.NOT_ARMED
        bench.firing.arm()
        await bench.until(State.LIVE)
        bench.fire()
        await home(bench, roll)

    on_bench(play)


def test_disarmed_between_trigger_and_marble_the_trigger_is_void() -> None:
    async def play(bench: Bench) -> None:
        bench.firing.arm()
        roll = bench.roll()
        await bench.until(State.LIVE)
        bench.fire()
        await bench.firing.disarm()
        await asyncio.sleep(10.0)
        assert bench.left == 0 and not roll.done()
        assert bench.state == State.NOT_ARMED and bench.told[-1] == "arming_wanted"
        bench.firing.arm()
        await bench.until(State.LIVE)
        assert bench.left == 0
        bench.fire()
        await home(bench, roll)

    on_bench(play)


def test_an_emergency_stop_disarms_and_asks_for_arming_after_the_word() -> None:
    async def play(bench: Bench) -> None:
        bench.firing.arm()
        roll = bench.roll()
        await bench.until(State.LIVE)
        bench.fire(local=False)
        await bench.board.island.link.estop()
        await bench.until(State.STOPPED)
        with pytest.raises(VulkarError) as caught:
            bench.firing.arm()
        assert caught.value.code == "trigger.stopped"
        await asyncio.sleep(15.0)
        assert bench.left == 0 and bench.fire() == "arming.stopped"
        bench.firing.arm()
        await bench.until(State.LIVE)
        bench.fire()
        await home(bench, roll)

    on_bench(play)


def test_a_pawn_that_is_moved_takes_an_announced_shot_back() -> None:
    async def play(bench: Bench) -> None:
        bench.firing.arm()
        roll = bench.roll()
        await bench.until(State.LIVE)
        bench.fire(local=False)
        bench.board.world.lift("red")
        await bench.until(State.NOT_CLEAR)
        assert bench.fire() == "trigger.not_clear"
        await bench.until(State.LIVE)
        await asyncio.sleep(ANNOUNCE_S)
        assert bench.left == 0 and "trigger_withdrawn" in bench.told
        bench.fire()
        await home(bench, roll)

    on_bench(play)


def test_a_lost_board_is_said_and_what_was_announced_is_taken_back() -> None:
    async def play(bench: Bench) -> None:
        bench.firing.arm()
        roll = bench.roll()
        await bench.until(State.LIVE)
        bench.fire(local=False)
        bench.sim.unplug(4.0)
        await bench.until(State.LOST)
        assert bench.fire() == "trigger.lost"
        await bench.until(State.LIVE)
        assert bench.left == 0
        bench.fire()
        await home(bench, roll)

    on_bench(play)


def test_a_paused_game_does_not_fire() -> None:
    async def play(bench: Bench) -> None:
        bench.firing.arm()
        roll = bench.roll()
        await bench.until(State.LIVE)
        bench.firing.pause(True)
        assert bench.fire() == "trigger.paused"
        bench.firing.pause(False)
        bench.fire()
        await home(bench, roll)

    on_bench(play)


def test_a_bots_fireball_goes_at_once_but_not_unarmed() -> None:
    async def play(bench: Bench) -> None:
        bench.owner = None
        roll = bench.roll()
        await asyncio.sleep(5.0)
        assert bench.left == 0
        bench.firing.arm()
        await home(bench, roll)
        assert "trigger_live" not in bench.told

    on_bench(play)


def test_a_seat_that_a_program_takes_over_while_it_waits_goes_by_itself() -> None:
    async def play(bench: Bench) -> None:
        bench.firing.arm()
        roll = bench.roll()
        await bench.until(State.LIVE)
        bench.owner = None
        bench.firing.changed()
        await home(bench, roll)

    on_bench(play)


def test_of_300_triggers_from_everywhere_one_lets_one_marble_go() -> None:
    async def play(bench: Bench) -> None:
        bench.firing.arm()
        roll = bench.roll()
        await bench.until(State.LIVE)
        view = bench.firing.view(SEAT)
        taken = 0
        for number in range(300):
            try:
                bench.firing.fire(SEAT, view["question"], f"{number}", view["nonce"], True)
                taken += 1
            except VulkarError:
                pass
        assert taken == 1
        await home(bench, roll)

    on_bench(play)


def test_the_panels_key_arms_and_its_button_is_a_trigger() -> None:
    async def play(bench: Bench) -> None:
        views: list[View] = []
        link, firing = bench.board.island.link, bench.firing
        panel = PanelIsland(
            bench.board.island, link, Panel(has_fire=True), bench.board.hands, views.append
        )
        join(firing, panel, bench.board.island)
        panel.panel.heard(link.state)
        island = bench.board.island
        bench.install(island.permit, island.go)
        panel.key(False)
        firing.order(ORDER)
        roll = asyncio.ensure_future(panel.roll(ORDER))
        await asyncio.sleep(5.0)
        assert bench.fire() == "arming.key"
        panel.key(True)
        await bench.until(State.LIVE)
        assert views[-1].fireball is Lamp.BLINK and views[-1].sound is Sound.READY
        bench.fire(local=False)
        assert views[-1].sound is Sound.ANNOUNCED
        panel.key(False)  # which is a veto as well
        assert views[-1].sound is not Sound.ANNOUNCED
        await asyncio.sleep(ANNOUNCE_S)
        panel.fire(True)
        assert bench.left == 0 and not roll.done()
        panel.key(True)
        await bench.until(State.LIVE)
        panel.fire(True)
        await home(bench, roll)
        assert views[-1].fireball is Lamp.OFF

    on_bench(play)
