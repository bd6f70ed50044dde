"""The closed loop on the whole chain: real firmware under MicroPython, MuJoCo, real link."""

from __future__ import annotations

import asyncio

import pytest

from tests.island.chain import ISLAND, Chain, on_chain, touch
from vulkar.errors import VulkarError
from vulkar.facts import Hit
from vulkar.island.port import Certainty, Marble
from vulkar.sim.closedloop import run_campaign, run_rolls
from vulkar.sim.looptable import tabulate, wrong


def test_a_direct_hit_and_a_clear_miss() -> None:
    async def play(chain: Chain) -> None:
        await chain.stand(red="BR6", blue="WT1", green="BR8")
        report = await chain.roll("I_S", red="BR6", blue="WT1", green="BR8")
        assert report.facts == (Hit("red"),)
        assert (report.marble, report.retried) == (Marble.RETURNED, False)
        hit = touch(report, "red")
        assert hit.certainty is Certainty.SURE
        assert 0 < report.left_us < hit.t_us < report.rest_us
        assert hit.low_mt < 8.0
        assert not touch(report, "blue").touched
        truth = chain.sim.world.truth()
        assert truth["red"].kind == "moved"
        # the sensor dips within a few scans of the contact, by the chip's own clock
        assert abs(hit.t_us - report.left_us) < 2_000_000
        assert chain.questions == []
        assert chain.island.state == "ready"
        assert [state for name, state in chain.states if name == "island"] == [
            "ready",
            "checking",
            "aiming",
            "waiting",
            "releasing",
            "rolling",
            "settling",
            "homing",
            "ready",
        ]

    on_chain(play)


def test_rolls_past_pawns_agree_with_the_world() -> None:
    """A small campaign; `python -m tests.evidence closed_loop` runs the one of 1,000 rolls."""
    rows = run_rolls(seed=3, first=9, count=12)
    result = tabulate(rows, ISLAND)
    assert result["rolls"] == 12
    assert result["marbles"] == {"returned": len(rows)}
    assert wrong(result) == [], [row for row in rows if row.truth in ("missed", "moved")]


def test_a_campaign_gives_the_same_rows_however_many_processes_share_it() -> None:
    one = run_campaign(seed=1, rolls=2, processes=1, batch=1)
    heard: list[int] = []
    two = run_campaign(seed=1, rolls=2, processes=2, progress=heard.append, batch=1)
    assert one == two
    assert heard == [1, 2]


def test_a_second_roll_while_one_runs_is_refused() -> None:
    async def play(chain: Chain) -> None:
        first = asyncio.ensure_future(chain.roll("I_S"))
        await asyncio.sleep(2.0)
        with pytest.raises(VulkarError) as caught:
            await chain.roll("I_S", release_id=2)
        assert caught.value.code == "island.busy"
        with pytest.raises(VulkarError):
            await chain.island.expect((), {})
        assert (await first).marble is Marble.RETURNED

    on_chain(play)


def test_orders_that_the_map_does_not_know_are_refused_before_anything_moves() -> None:
    async def play(chain: Chain) -> None:
        for route, space, code in (
            ("I_X", "BR6", "island.route"),
            ("I_S", "BR99", "island.space"),
        ):
            with pytest.raises(VulkarError) as caught:
                await chain.roll(route, red=space)
            assert caught.value.code == code
        assert chain.island.state == "ready"
        assert ("gate", "releasing") not in chain.states

    on_chain(play)


def test_a_cancelled_roll_leaves_the_board_usable() -> None:
    async def play(chain: Chain) -> None:
        await chain.stand(red="BR6")
        first = asyncio.ensure_future(chain.roll("I_S", red="BR6"))
        await asyncio.sleep(1.5)
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        assert chain.island.state == "ready"
        report = await chain.roll("I_SW", release_id=2, red="BR6")
        assert report.marble is Marble.RETURNED

    on_chain(play)


def test_a_marble_that_bounces_back_into_its_cradle_still_touched_what_it_touched() -> None:
    """Station B's marble meets a pawn beside its cradle; the truth is that of the whole roll."""

    async def play(chain: Chain) -> None:
        world = chain.sim.world
        await chain.stand(red="TA1")
        assert world.truth()["red"].kind == "missed"  # set down and settled is not touched
        report = await chain.roll("B_N", red="TA1")
        assert touch(report, "red").touched
        assert world.truth()["red"].kind != "missed"
        assert world.truth()["red"].contact_us > 0
        assert report.marble is Marble.RETURNED

    on_chain(play)
