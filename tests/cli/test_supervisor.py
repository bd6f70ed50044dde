"""The supervisor's orders, with time and exits given: no process, no clock."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from vulkar.cli.supervisor import (
    FIRST_S,
    LONGEST_S,
    PATIENCE_S,
    SOUND_S,
    End,
    Order,
    Over,
    Part,
    Say,
    Start,
    Supervisor,
)

PARTS = (Part("board"), Part("table", ("board",)), Part("web", ("table",)))
STOPS = ("table", "web", "board")


def fresh() -> Supervisor:
    return Supervisor(PARTS, STOPS)


def running() -> Supervisor:
    all_of = fresh()
    all_of.tick(0.0)
    for name in ("board", "table", "web"):
        all_of.ready(name, 0.0)
    return all_of


def starts(orders: list[Order]) -> list[str]:
    return [order.part for order in orders if isinstance(order, Start)]


def test_each_part_waits_for_what_it_needs() -> None:
    all_of = fresh()
    assert all_of.tick(0.0) == [Start("board")]
    assert all_of.tick(1.0) == []
    assert all_of.ready("board", 2.0) == [Start("table")]
    assert all_of.ready("table", 3.0) == [Start("web")]


def test_a_part_that_dies_is_started_again_alone_and_its_reason_is_told() -> None:
    all_of = running()
    (said,) = all_of.exited("table", "killed by signal 9", 5.0)
    assert isinstance(said, Say) and "killed by signal 9" in said.what
    assert all_of.due_s() == 5.0 + FIRST_S
    assert all_of.tick(5.0 + FIRST_S - 0.01) == []
    assert all_of.tick(5.0 + FIRST_S) == [Start("table")], "board and web are left alone"
    assert all_of.ready("table", 6.0) == [Say("table", "is back")]


def test_the_pause_doubles_up_to_its_limit_and_is_short_again_after_a_sound_life() -> None:
    all_of, now_s, pauses = running(), 0.0, []
    for _ in range(8):
        all_of.exited("web", "exit 1", now_s)
        due_s = all_of.due_s()
        assert due_s is not None
        pauses.append(due_s - now_s)
        now_s = due_s
        assert starts(all_of.tick(now_s)) == ["web"]
    assert pauses == [0.5, 1.0, 2.0, 4.0, 8.0, LONGEST_S, LONGEST_S, LONGEST_S]
    all_of.ready("web", now_s)
    all_of.exited("web", "exit 1", now_s + SOUND_S)
    assert all_of.due_s() == now_s + SOUND_S + FIRST_S


def test_a_part_that_never_was_ready_ends_everything_with_its_reason() -> None:
    all_of = fresh()
    all_of.tick(0.0)
    all_of.ready("board", 0.0)
    orders = all_of.exited("table", "the port is busy", 1.0)
    assert orders == [Say("table", "cannot be started: the port is busy"), End("board")]
    assert all_of.exited("board", "exit 0", 1.5) == [Over("table")]


def test_the_table_is_stopped_first_and_each_waits_for_the_one_before() -> None:
    all_of = running()
    assert all_of.stop(10.0) == [End("table")]
    assert all_of.exited("table", "exit 0", 11.0) == [End("web")]
    assert all_of.exited("web", "exit 0", 11.5) == [End("board")]
    assert all_of.exited("board", "exit 0", 12.0) == [Over()]


def test_a_part_that_does_not_end_is_killed_and_an_impatient_person_kills_all() -> None:
    all_of = running()
    all_of.stop(0.0)
    assert all_of.tick(PATIENCE_S - 0.01) == []
    assert End("table", hard=True) in all_of.tick(PATIENCE_S)
    assert all_of.exited("table", "killed", PATIENCE_S) == [End("web")]
    assert all_of.stop(6.0) == [End("web", hard=True), End("board", hard=True)]


def test_nothing_that_waits_for_its_pause_is_started_while_all_is_stopped() -> None:
    all_of = running()
    all_of.exited("table", "exit 1", 1.0)
    assert all_of.stop(1.1) == [End("web")]
    assert all_of.tick(100.0)[-1] == End("web", hard=True)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("rxts"), st.sampled_from(STOPS), st.floats(0, 20))))
def test_whatever_dies_when_no_part_ever_runs_twice_and_all_end(
    steps: list[tuple[str, str, float]],
) -> None:
    all_of, now_s, alive, over = fresh(), 0.0, set[str](), 0

    def do(orders: list[Order]) -> None:
        nonlocal over
        for order in orders:
            if isinstance(order, Start):
                assert order.part not in alive
                alive.add(order.part)
            elif isinstance(order, End):
                assert order.part in alive
            elif isinstance(order, Over):
                assert not alive
                over += 1

    def dies(name: str) -> None:
        alive.discard(name)
        do(all_of.exited(name, "x", now_s))

    do(all_of.tick(now_s))
    for kind, name, wait_s in steps:
        now_s += wait_s
        if kind == "r" and name in alive:
            do(all_of.ready(name, now_s))
        elif kind == "x" and name in alive:
            dies(name)
        elif kind == "t":
            do(all_of.tick(now_s))
        elif kind == "s":
            do(all_of.stop(now_s))
    do(all_of.stop(now_s))
    for name in STOPS:
        if name in alive:
            dies(name)
    assert over == 1
