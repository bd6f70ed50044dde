"""An order that is refused for a moment only is given again; any other error comes out."""

from __future__ import annotations

import asyncio

import pytest

from tests.island.test_lasting import STANDING, Board, on_board
from tests.table.quick import run
from vulkar.errors import VulkarError
from vulkar.island.port import Marble, RollOrder
from vulkar.island.waiting import AGAIN_S, MOST_S, patiently
from vulkar.link import failures, wire
from vulkar.sim.lockstep import Sim


def test_a_gate_that_still_closes_and_a_servo_that_must_cool_are_waited_for() -> None:
    async def play(board: Board, sim: Sim) -> None:
        assert board.island._island is not None
        link = board.island._island.parts.link
        for number in range(100, 140):
            await link.arm()
            try:
                await link.release("idol", "out", number)
            except VulkarError as exc:
                assert exc.params["result"] in (wire.BUSY, wire.HOT)
                if exc.params["result"] == wire.HOT:
                    break
            await asyncio.sleep(0.3)
        else:
            raise AssertionError("the budget is never spent")
        board.world.load_marble("idol")
        await asyncio.sleep(1.2)
        before = board.world.left["idol"]
        report = await board.island.roll(RollOrder(1, "I_S", "red", STANDING))
        assert report.marble is Marble.RETURNED and not report.retried
        assert board.world.left["idol"] == before + 1

    on_board(play)


@pytest.mark.parametrize("result", [wire.BUSY, wire.HOT, wire.LATCHED, wire.NOT_ARMED])
def test_waiting_has_an_end_and_other_refusals_are_not_waited_for(result: int) -> None:
    async def main() -> None:
        loop = asyncio.get_running_loop()
        tries = 0

        async def refuse() -> None:
            nonlocal tries
            tries += 1
            raise failures.refused("release", result, 0)

        began_s = loop.time()
        with pytest.raises(VulkarError) as caught:
            await patiently(refuse)
        assert caught.value.params["result"] == result
        waited_s = loop.time() - began_s
        if result in (wire.BUSY, wire.HOT):
            assert MOST_S <= waited_s <= MOST_S + 2 * AGAIN_S and tries > 100
        else:
            assert tries == 1 and waited_s == 0

    run(main())
