"""The marshal at the whole simulated board: real firmware, real link, marbles that roll."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.rules.arrange import Table
from tests.service.quickhouse import Phone
from tests.service.simhouse import Sitting, on_board
from vulkar.island.port import Question
from vulkar.rules.classic import Game

FIRE = (["play", "fireball"], ["route", "I_SW"])


def begin() -> Game:
    """Red holds a fireball, and blue stands in its way."""
    return Table({"red": "WT3", "blue": "WT5"}, hands={"red": ["fireball"]}).g


def test_a_bump_a_correction_and_an_amendment_end_on_the_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(s: Sitting) -> None:
        await s.asked(0)
        s.sim.world.place("blue", "WT7")
        before = s.answers()
        await s.marshal.ask("bump")
        await s.until("put_back")
        await asyncio.sleep(30.0)
        assert s.hands.on("WT5") == ["blue"]
        assert s.answers() == before

        await s.says(*FIRE)
        await s.arms()
        await s.fires()
        settling = await s.until("settling")
        assert settling["facts"] == [["hit", "blue"]]
        refused = await s.marshal.refused("bump")
        assert refused == "amend.rolling"
        await s.marshal.ask("correct", roll=settling["roll"], facts=[])
        assert (await s.until("fireball_rolled"))["hit"] == []
        rolled = s.last["n"]
        await s.asked(0)
        assert s.hands.on("WT5") == ["blue"]  # set upright again

        told_to_move = s.tasks()
        stream = (await s.marshal.ask("hello"))["stream"]
        told = await s.marshal.ask("amend", stream=stream, event=rolled, value=[["hit", "blue"]])
        assert told["changed"] and told["dropped"] == []
        await s.until("reset")
        await s.asked(0)
        assert s.hands.on("WT5") == []
        assert s.hands.look(Question("done", "blue", s.belongs("blue")))
        assert {task.pawn for task in told_to_move} == {"blue"}  # the others stay
        assert s.rolls() == [(1, False, "returned")]  # no marble rolled for it

    on_board(tmp_path, monkeypatch, begin, play)


def test_a_stop_a_jam_and_a_fireball_rolled_again_let_two_marbles_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first fireball is stopped on its way and jams; another one rolls in its place."""

    async def play(s: Sitting) -> None:
        rig = s.sim.rig
        gate = next(pin for pin, gate in rig.wiring.gates.items() if gate.source == "idol")
        rig.faults.stalled.add(gate)
        await s.says(*FIRE)
        await s.arms()
        while all(rig.outputs.pulse_us(pin) is None for pin in rig.servos):
            await asyncio.sleep(0.01)
        await Phone(s.house).ask("estop")
        await asyncio.sleep(0.05)
        assert s.place.island.link.state == "stopped"
        assert all(rig.outputs.pulse_us(pin) is None for pin in rig.servos)
        # people who looked at the board open the latch; nothing moves until it is armed anew
        await asyncio.sleep(20.0)
        assert s.place.island.link.state == "ready"
        assert (await s.red.ask("view", seat=0))["trigger"]["reason"]["code"] == "arming.stopped"
        await s.arms()
        await s.fires()
        settling = await s.until("settling")
        assert settling["facts"] == [["never_left"]]
        assert [q.kind for q, _ in s.hands.asked].count("clear") == 1
        rig.faults.stalled.clear()
        await s.marshal.ask("reroll", roll=settling["roll"])
        await s.fires()
        again = await s.until("settling")
        assert again["facts"] == [["hit", "blue"]]
        await s.marshal.ask("accept", roll=again["roll"])
        await s.until("fireball_rolled")
        assert s.rolls() == [(1, True, "jammed"), (2, False, "returned")]

    on_board(tmp_path, monkeypatch, begin, play)
