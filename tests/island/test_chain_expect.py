"""Expect on the whole chain: hands move magnets, halls see it, the firmware debounces it."""

from __future__ import annotations

from tests.island.chain import Chain, on_chain
from vulkar.island.port import Task, TaskKind
from vulkar.link.events import Event, EventKind


def place(pawn: str, space: str) -> Task:
    return Task(TaskKind.PLACE, pawn, space)


def test_a_moved_pawn_passes_through_the_halls_as_lift_and_place() -> None:
    async def play(chain: Chain) -> None:
        island = chain.island
        await chain.stand(red="HR6")
        await island.expect((place("red", "HR6"),), {"red": "HR6"})
        seen: list[tuple[str, int, int]] = []

        def hear(event: Event) -> None:
            if event.kind is EventKind.HALL:
                space = island.parts.halls.spaces[event.index]
                seen.append((space, event.value, event.t_us))

        island.parts.link.subscribe(hear)
        chain.hands.asked.clear()
        await island.expect((place("red", "HR4"),), {"red": "HR4"})
        assert [(space, value) for space, value, _ in seen] == [("HR6", 0), ("HR4", 1)]
        carried_s = (seen[1][2] - seen[0][2]) / 1e6
        assert 0.5 < carried_s < 3.0
        assert (chain.said, chain.questions) == ([], [])
        assert (await island.observe())["HR4"]

    on_chain(play)


def test_a_whole_board_is_set_up_and_rearranged() -> None:
    """Plateau and pits by word, trails by halls, a swap, a pawn taken off, a marble home."""

    async def play(chain: Chain) -> None:
        island = chain.island
        chain.sim.world.take_marble("A")
        start = tuple(place(pawn, "DMP") for pawn in ("red", "blue", "green"))
        await island.expect(
            (*start, Task(TaskKind.MARBLE_HOME, source="A")),
            dict.fromkeys(("red", "blue", "green"), "DMP"),
        )
        assert chain.questions == [("done", pawn, True) for pawn in ("red", "blue", "green")]
        assert await island.marble_home("A")
        chain.hands.asked.clear()
        await island.expect(
            (place("red", "WT3"), place("blue", "HR6")),
            {"red": "WT3", "blue": "HR6", "green": "DMP"},
        )
        assert chain.questions == []
        await island.expect(
            (Task(TaskKind.LAY, "red", "PIT_A"), place("green", "WT3")),
            {"blue": "HR6", "green": "WT3"},
        )
        assert ("done", "red", True) in chain.questions
        await island.expect((Task(TaskKind.REMOVE, "blue"),), {"green": "WT3"})
        occupied = await island.observe()
        assert [space for space, full in occupied.items() if full] == ["WT3"]
        assert chain.said == []

    on_chain(play)


def test_a_pawn_set_on_the_wrong_pad_is_said_by_name_and_put_right() -> None:
    async def play(chain: Chain) -> None:
        island = chain.island
        await chain.stand(red="HR1")
        await island.expect((), {"red": "HR1"})
        world = chain.sim.world
        right = world.place
        slips = ["HR7"]

        def place_wrongly(pawn: str, space: str, *rest: float) -> None:
            right(pawn, slips.pop() if slips else space, *rest)

        world.place = place_wrongly  # type: ignore[method-assign]
        await island.expect((place("red", "HR6"),), {"red": "HR6"})
        named = "Red stands on the wrong space, High Road 7 (HR7): it belongs on High Road 6 (HR6)."
        assert chain.said == [named, named]  # as soon as it is seen, and with its task once more

    on_chain(play)


def test_a_space_that_is_taken_is_said_and_waited_for() -> None:
    async def play(chain: Chain) -> None:
        island = chain.island
        await chain.stand(red="DMP", stranger="HR6")
        await island.expect((), {"red": "DMP", "stranger": "HR6"})
        island._believed = {"red": "DMP"}  # a pawn that the table has never heard of
        chain.hands.pace = type(chain.hands.pace)(patience=1)

        def clear(text: str) -> None:
            chain.said.append(text)
            if len(chain.said) == 2:
                chain.sim.world.lift("stranger")

        chain.hands.heard = clear
        await island.expect((place("red", "HR6"),), {"red": "HR6"})
        assert chain.said[0] == (
            "High Road 6 (HR6) is occupied already: clear it, then set red there."
        )
        assert chain.hands.on("HR6") == ["red"]

    on_chain(play)
