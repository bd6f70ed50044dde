"""BrianPugh/belay#21: after a reconnection, commands of before were sent again."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

import pytest

from tests.faults.report import fault
from tests.faults.tap import NO_FRAME, Tap
from tests.island.test_lasting import STANDING, Board, on_board
from vulkar.island.port import Marble, RollOrder
from vulkar.link import wire
from vulkar.sim.lockstep import Sim

SPOKEN = (wire.HELLO, wire.HEARTBEAT, wire.EVENT_ACK, NO_FRAME)  # say nothing of an action


@fault(
    "BrianPugh/belay#21",
    holds="The plug is pulled between the sending of a release and its acknowledgement, before or "
    "after the frame arrived: no frame of the old connection is sent on the new one; the outcome "
    "is asked for first, and only a release that was never carried out is ordered, once.",
    sees="nothing",
)
@pytest.mark.parametrize("arrives", [True, False])
def test_nothing_is_replayed_and_the_outcome_is_asked_for(arrives: bool) -> None:
    async def play(board: Board, sim: Sim) -> None:
        whole: Any = board.island._make
        taps: list[Tap] = []
        lines: list[set[bytes]] = []
        pull_after_s: float | None = None

        def make(transport: Any, book: Any) -> Any:
            said: set[bytes] = set()

            def there(kind: int, line: bytes) -> Iterable[bytes]:
                nonlocal pull_after_s
                if kind not in SPOKEN:
                    said.add(line)
                if kind == wire.RELEASE and pull_after_s is not None:
                    loop = asyncio.get_running_loop()
                    loop.call_later(pull_after_s, sim.unplug, 0.4)
                    pull_after_s = None
                    return (line,) if arrives else ()
                return (line,)

            taps.append(Tap(transport, there))
            lines.append(said)
            return whole(taps[-1], book)

        board.island._make = make
        sim.unplug()  # from the next connection on all is seen
        await asyncio.sleep(1.0)
        # the frame is 1 ms on its way, and so is its acknowledgement
        for number, after_ms in enumerate((1.2, 1.6, 2.0, 2.5, 3.0, 5.0, 40.0), 1):
            del taps[:-1], lines[:-1]
            taps[0].sent.clear()
            pull_after_s = after_ms / 1000
            report = await board.island.roll(RollOrder(number, "I_S", "red", STANDING))
            assert report.marble is Marble.RETURNED
            assert board.world.left["idol"] == number and not board.world.empty["idol"]
            assert len(taps) == 2
            assert not lines[0] & lines[1], "a frame of before was sent again"
            after = taps[1].sent
            assert wire.RELEASE_STATUS in after
            if arrives:
                assert wire.RELEASE not in after
            else:
                assert after.index(wire.RELEASE_STATUS) < after.index(wire.RELEASE)
        assert board.island.book.unknown == []

    on_board(play)
