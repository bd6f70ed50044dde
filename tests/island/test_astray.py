"""A pawn on the wrong pad: named with its space within 3 s, by word, page and lamp; the board waits
and goes on by itself once it is mended."""

from __future__ import annotations

import asyncio

from tests.island.chain import BOARD, Chain, LazyHands, on_chain
from vulkar.devices.lamps import DARK, Colour
from vulkar.island.astray import Astray, astray
from vulkar.island.check import Kind, Wrong
from vulkar.island.lights import RIGHT, WRONG, Lights
from vulkar.island.port import Amiss, Task, TaskKind


def place(pawn: str, space: str) -> Task:
    return Task(TaskKind.PLACE, pawn, space)


def missing(pawn: str, space: str) -> Wrong:
    return Wrong(Kind.MISSING, pawn, space)


def stranger(seen: str) -> Wrong:
    return Wrong(Kind.STRANGER, seen=seen)


def test_the_one_pawn_that_is_missing_is_the_one_that_was_set_down_far_away() -> None:
    wrongs = [missing("red", "HR6"), stranger("TA1")]
    tasks = [place("red", "HR6")]
    far = Wrong(Kind.MISPLACED, "red", "HR6", "TA1")
    assert astray(wrongs, tasks, lambda space: True) == [far]
    stood_there_before = astray(wrongs, tasks, lambda space: False)
    assert stood_there_before == [stranger("TA1")]
    two = [*wrongs, missing("blue", "HR8")]  # which of them it is, nobody can tell
    assert astray(two, [*tasks, place("blue", "HR8")], lambda space: True) == [stranger("TA1")]


def test_what_tasks_bring_about_is_not_astray_and_what_they_do_not_is() -> None:
    still = Wrong(Kind.STILL, "red", "HR6", "HR1")
    assert astray([still], [place("red", "HR6")], lambda space: True) == []
    carried = [missing("red", "HR6")]
    assert astray(carried, [place("red", "HR6")], lambda space: True) == []
    assert astray(carried, [place("blue", "HR8")], lambda space: True) == carried


def test_each_is_named_once_and_only_if_it_lasts() -> None:
    strays, one, other = Astray(1.0), stranger("HR1"), stranger("HR2")
    assert strays.see([one], 0.0) == [] and strays.due_s == 1.0
    assert strays.see([other], 0.9) == []  # it was set down in between
    assert strays.see([other], 1.8) == [] and strays.named == ()
    assert strays.see([other], 1.9) == [other]
    assert strays.see([other], 5.0) == [] and strays.named == (other,) and strays.due_s is None
    assert strays.see([], 6.0) == [] and strays.named == ()
    assert strays.see([other], 7.0) == [] and strays.see([other], 8.0) == [other]


class Clumsy(LazyHands):
    """People who are shown what is amiss, and do what a test does for them."""

    shown: list[tuple[float, tuple[Amiss, ...]]]
    lazy = True

    def tell(self, task: Task) -> None:
        if not self.lazy:
            super().tell(task)

    def amiss(self, found: tuple[Amiss, ...]) -> None:
        self.shown.append((asyncio.get_running_loop().time(), found))


def lamp(chain: Chain, space: str) -> Colour:
    lamps = chain.sim.rig.outputs.lamps
    assert lamps is not None
    return lamps.colours[BOARD.halls.address(space)]


def test_within_three_seconds_by_word_page_and_lamp_until_it_is_mended() -> None:
    async def play(chain: Chain) -> None:
        island, world = chain.island, chain.sim.world
        hands = chain.hands
        hands.__class__ = Clumsy
        assert isinstance(hands, Clumsy)
        hands.shown = []
        await chain.stand(red="HR6", blue="WT3")
        await island.expect((), {"red": "HR6", "blue": "WT3"})
        waiting = asyncio.create_task(
            island.expect((place("red", "HR4"),), {"red": "HR4", "blue": "WT3"})
        )
        await asyncio.sleep(1.0)
        world.lift("red")
        await asyncio.sleep(2.0)
        assert (hands.shown, chain.said) == ([], [])  # a pawn in a hand is nowhere astray
        world.place("red", "TA3")
        set_down_s = asyncio.get_running_loop().time()
        await asyncio.sleep(3.0)
        ((named_s, (found,)),) = hands.shown
        assert named_s - set_down_s < 2.0
        assert (found.pawn, found.seen, found.space) == ("red", "TA3", "HR4")
        assert len(chain.said) == 1 and "(TA3)" in chain.said[0] and "(HR4)" in chain.said[0]
        assert (lamp(chain, "TA3"), lamp(chain, "HR4")) == (WRONG, RIGHT)
        assert lamp(chain, "HR6") == DARK and not waiting.done()
        world.place("red", "HR4")
        await asyncio.wait_for(waiting, 3.0)
        assert hands.shown[-1][1] == ()
        await asyncio.sleep(0.2)
        assert (lamp(chain, "TA3"), lamp(chain, "HR4")) == (DARK, DARK)

    on_chain(play)


def test_what_is_wanted_of_the_lamps_is_shown_to_each_new_connection() -> None:
    async def main() -> None:
        told: list[tuple[int, int, Colour]] = []

        class Link:
            async def light(self, first: int, count: int, colour: Colour) -> None:
                told.append((first, count, colour))

        lights = Lights()
        lights.want("show", {"HR1": RIGHT, "HR2": RIGHT})
        lights.want("astray", {"HR2": WRONG})
        assert lights.colours == {"HR1": RIGHT, "HR2": WRONG}
        for _ in range(2):
            lights.take(Link(), ("HR1", "HR2"))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            assert told == [(0, 1, RIGHT), (1, 1, WRONG)]
            told.clear()
            lights.lose()
        lights.want("astray", {})
        assert told == []

    asyncio.run(main())
