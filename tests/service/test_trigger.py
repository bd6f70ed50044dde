"""Who may pull the trigger, when, and what everybody else is told."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from vulkar.errors import VulkarError
from vulkar.service.arming import LAPSE_MS, Arming
from vulkar.service.nonce import Nonces
from vulkar.service.trigger import ANNOUNCE_MS, VETO_MS, State, Trigger

MINE, OTHER = 0, 1
NOW_MS = 60_000


class Bench:
    """A trigger with a fireball of seat ``MINE`` that is aimed, on an armed board."""

    def __init__(self) -> None:
        self.now_ms = NOW_MS
        self.arming = Arming()
        self.arming.arm(self.now_ms)
        self.trigger = Trigger(Nonces(b"secret"), self.arming)
        self.count = 0
        self.next()

    def next(self, seat: int | None = MINE) -> None:
        self.count += 1
        self.trigger.order(f"f{self.count}", seat, {"route": "I_S", "target": "red"})
        self.trigger.aimed()

    @property
    def nonce(self) -> str:
        return str(self.trigger.view(MINE, self.now_ms)["nonce"])

    def fire(
        self, ident: str = "a", nonce: str | None = None, local: bool = True, seat: int = MINE
    ) -> str:
        """The state after it, or the code that it is refused with."""
        nonce = self.nonce if nonce is None else nonce
        question = f"f{self.count}"
        try:
            result = self.trigger.fire(seat, question, ident, nonce, local, self.now_ms)
        except VulkarError as error:
            return error.code
        return str(result["state"])

    @property
    def gone(self) -> bool:
        return self.trigger.is_let_go(self.now_ms)

    @property
    def state(self) -> str:
        return self.trigger.state(MINE, self.now_ms)

    @property
    def reason(self) -> str | None:
        error = self.trigger.reason(MINE, self.now_ms)
        return error and error.code


def test_a_phone_on_the_local_network_fires_at_once() -> None:
    bench = Bench()
    assert not bench.gone
    assert bench.fire() == State.ROLLING and bench.gone


def test_from_far_away_it_is_announced_for_three_seconds() -> None:
    bench = Bench()
    assert bench.fire(local=False) == State.ANNOUNCED
    bench.now_ms += ANNOUNCE_MS - 1
    assert not bench.gone and bench.trigger.view(MINE, bench.now_ms)["announced_ms"] == 1
    bench.now_ms += 1
    assert bench.gone


def test_a_veto_takes_it_back_for_a_while() -> None:
    bench = Bench()
    bench.fire(local=False)
    bench.trigger.veto(bench.now_ms)
    assert bench.state == State.VETOED and bench.fire("b") == "trigger.vetoed"
    bench.now_ms += ANNOUNCE_MS
    assert not bench.gone
    bench.now_ms += VETO_MS
    assert bench.state == State.LIVE and not bench.gone
    assert bench.fire("c", local=False) == State.ANNOUNCED


def test_without_an_announcement_there_is_nothing_to_veto() -> None:
    bench = Bench()
    for _ in range(2):
        with pytest.raises(VulkarError) as caught:
            bench.trigger.veto(bench.now_ms)
        assert caught.value.code == "trigger.no_veto"
        bench.fire()
    assert bench.gone


def unarm(bench: Bench) -> None:
    bench.arming.disarm()


def lapse(bench: Bench) -> None:
    bench.now_ms += LAPSE_MS


def stop(bench: Bench) -> None:
    bench.trigger.board = "stopped"


def fault(bench: Bench) -> None:
    bench.trigger.board = "fault"


def lose(bench: Bench) -> None:
    bench.trigger.board = "lost"


def pause(bench: Bench) -> None:
    bench.trigger.paused = True


def move(bench: Bench) -> None:
    bench.trigger.withdraw()


def aim(bench: Bench) -> None:
    bench.trigger.order("f1", MINE, {})


def roll(bench: Bench) -> None:
    bench.fire("before")


def announce(bench: Bench) -> None:
    bench.fire("before", local=False)


@pytest.mark.parametrize(
    ("act", "state", "code"),
    [
        (aim, State.AIMING, "trigger.aiming"),
        (move, State.NOT_CLEAR, "trigger.not_clear"),
        (unarm, State.NOT_ARMED, "arming.disarmed"),
        (lapse, State.NOT_ARMED, "arming.lapsed"),
        (stop, State.STOPPED, "trigger.stopped"),
        (fault, State.STOPPED, "trigger.stopped"),
        (lose, State.LOST, "trigger.lost"),
        (pause, State.PAUSED, "trigger.paused"),
        (announce, State.ANNOUNCED, "trigger.announced"),
        (roll, State.ROLLING, "trigger.rolling"),
    ],
)
def test_each_state_has_its_reason_and_refuses_with_it(
    act: Callable[[Bench], None], state: State, code: str
) -> None:
    bench = Bench()
    act(bench)
    assert (bench.state, bench.reason, bench.fire("late")) == (state, code, code)
    view = bench.trigger.view(MINE, bench.now_ms)
    assert (view["state"], view["reason"]) == (state, {"code": code, "params": {}})


@pytest.mark.parametrize("act", [unarm, lapse, stop, fault, lose, pause, move])
def test_an_announced_one_is_taken_back_by_whatever_would_have_refused_it(
    act: Callable[[Bench], None],
) -> None:
    bench = Bench()
    bench.fire(local=False)
    act(bench)
    bench.now_ms += ANNOUNCE_MS
    assert not bench.gone
    bench.arming.arm(bench.now_ms)
    bench.trigger.board, bench.trigger.paused = "ready", False
    bench.now_ms += ANNOUNCE_MS
    assert not bench.gone  # nor is it let go later


def test_another_seat_cannot_fire_and_is_shown_no_nonce() -> None:
    bench = Bench()
    view = bench.trigger.view(OTHER, bench.now_ms)
    assert (view["state"], view["nonce"], view["aim"]) == (State.NOT_YOUR_TURN, None, None)
    assert bench.fire(seat=OTHER) == "trigger.turn" and not bench.gone


def test_a_fireball_that_goes_by_itself_is_nobodys() -> None:
    bench = Bench()
    bench.next(seat=None)
    assert bench.fire(nonce="x") == "trigger.turn"
    assert not bench.trigger.press(bench.now_ms)


def test_the_button_at_the_board_is_a_trigger_like_any_other() -> None:
    bench = Bench()
    unarm(bench)
    assert not bench.trigger.press(bench.now_ms) and not bench.gone
    bench.arming.arm(bench.now_ms)
    assert bench.trigger.press(bench.now_ms) and bench.gone
    assert bench.fire() == "trigger.rolling"
    assert not bench.trigger.press(bench.now_ms)


def test_a_repeat_gets_the_first_result_even_if_it_would_do_better_now() -> None:
    bench = Bench()
    unarm(bench)
    assert bench.fire("a") == "arming.disarmed"
    bench.arming.arm(bench.now_ms)
    assert bench.fire("a") == "arming.disarmed" and not bench.gone
    assert bench.fire("b") == State.ROLLING
    assert bench.fire("b", nonce="lost") == State.ROLLING


def test_the_result_of_the_pull_that_counted_outlives_any_number_of_others() -> None:
    bench = Bench()
    unarm(bench)
    for number in range(70):
        bench.fire(f"early{number}")
    bench.arming.arm(bench.now_ms)
    assert bench.fire("mine") == State.ROLLING
    assert [bench.fire(f"late{n}") for n in range(300)] == ["trigger.rolling"] * 300
    assert bench.fire("mine") == State.ROLLING


def test_of_300_triggers_in_a_second_one_counts() -> None:
    bench = Bench()
    taken = [bench.fire(f"{n}", local=bool(n % 2)) for n in range(300)]
    assert taken.count(State.ANNOUNCED) + taken.count(State.ROLLING) == 1


def test_a_recorded_trigger_is_stale_after_the_roll_in_the_next_turn_and_after_a_restart() -> None:
    bench = Bench()
    nonce = bench.nonce
    recorded = (MINE, "f1", "a", nonce, True)
    bench.trigger.fire(*recorded, bench.now_ms)
    bench.trigger.done()

    def code(trigger: Trigger) -> str:
        with pytest.raises(VulkarError) as caught:
            trigger.fire(*recorded, bench.now_ms)
        assert not trigger.is_let_go(bench.now_ms)
        return caught.value.code

    assert code(bench.trigger) == "trigger.stale"
    bench.next()
    assert code(bench.trigger) == "trigger.stale"
    again = Trigger(Nonces(b"another"), bench.arming)
    again.order("f1", MINE, {})
    again.aimed()
    assert code(again) == "trigger.stale"


def test_a_nonce_is_good_once_and_for_its_seat_and_fireball() -> None:
    bench = Bench()
    old = bench.nonce
    bench.next()
    assert bench.fire("a", nonce=old) == "trigger.stale"
    nonce = bench.nonce
    assert bench.fire("b", nonce=nonce) == State.ROLLING
    bench.trigger.aimed()  # the island had to look again
    assert bench.fire("c", nonce=nonce) == "trigger.stale"
    bench.now_ms += 1000
    late = bench.nonce
    bench.now_ms += 3000
    assert bench.fire("d", nonce=late) == "trigger.stale"


def test_everybody_sees_what_waits_but_no_nonce() -> None:
    bench = Bench()
    shown = bench.trigger.public(bench.now_ms)
    assert shown is not None and "nonce" not in shown
    assert (shown["seat"], shown["state"]) == (MINE, State.LIVE)
    assert shown["aim"] == {"route": "I_S", "target": "red"}
    bench.trigger.done()
    assert bench.trigger.public(bench.now_ms) is None
