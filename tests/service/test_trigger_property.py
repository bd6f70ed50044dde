"""Whatever comes in whatever order: one release for each time that a fireball stood ready at most,
none while it was forbidden, none by a trigger that was not its own and fresh."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from vulkar.errors import VulkarError
from vulkar.service.arming import Arming
from vulkar.service.nonce import Nonces
from vulkar.service.trigger import ANNOUNCE_MS, Trigger

SEATS = (0, 1)


class Interleaved(RuleBasedStateMachine):
    """Keeps books of its own: when each nonce was shown and whether it was spent."""

    def __init__(self) -> None:
        super().__init__()
        self.now_ms = 10_000
        self.arming = Arming()
        self.trigger = Trigger(Nonces(b"secret"), self.arming)
        self.armed_until_ms = 0
        self.owner: int | None = None
        self.ready = False  # aimed, and nothing let go since
        self.orders = 0
        self.shown: dict[str, tuple[int, str, int]] = {}  # nonce -> seat, question, when
        self.spent: set[str] = set()
        self.accepted: set[tuple[str, int, str]] = set()
        self.pulled_ms: int | None = None  # an accepted trigger that is still to be let go
        self.local = True

    # --- the table and the island ---------------------------------------------------------------
    @precondition(lambda self: self.owner is None)
    @rule(seat=st.sampled_from(SEATS))
    def order(self, seat: int) -> None:
        self.orders += 1
        self.owner, self.ready, self.pulled_ms = seat, False, None
        self.trigger.order(f"f{self.orders}", seat, {})

    @precondition(lambda self: self.owner is not None)
    @rule()
    def aimed(self) -> None:
        self.ready, self.pulled_ms = True, None
        self.trigger.aimed()

    @precondition(lambda self: self.owner is not None)
    @rule()
    def withdraw(self) -> None:
        self.ready, self.pulled_ms = False, None
        self.trigger.withdraw()

    @precondition(lambda self: self.owner is not None)
    @rule()
    def done(self) -> None:
        self.owner, self.ready, self.pulled_ms = None, False, None
        self.trigger.done()

    # --- the board ------------------------------------------------------------------------------
    @rule()
    def arm(self) -> None:
        self.arming.arm(self.now_ms)
        self.armed_until_ms = self.now_ms + 600_000

    @rule()
    def disarm(self) -> None:
        self.arming.disarm()
        self.armed_until_ms = 0

    @rule(board=st.sampled_from(["ready", "stopped", "fault", "lost", "safe"]))
    def board(self, board: str) -> None:
        self.trigger.board = board

    @rule(on=st.booleans())
    def pause(self, on: bool) -> None:
        self.trigger.paused = on

    @rule(ms=st.sampled_from([1, 400, 1000, 2999, 3000, 5000, 600_000]))
    def later(self, ms: int) -> None:
        self.now_ms += ms

    # --- people ---------------------------------------------------------------------------------
    @rule(seat=st.sampled_from(SEATS))
    def look(self, seat: int) -> None:
        view = self.trigger.view(seat, self.now_ms)
        assert (view["nonce"] is not None) == (seat == self.owner)
        if view["nonce"] is not None and view["nonce"] not in self.shown:
            self.shown[view["nonce"]] = (seat, view["question"], self.now_ms)

    @rule(
        data=st.data(),
        seat=st.sampled_from(SEATS),
        ident=st.sampled_from("abcd"),
        local=st.booleans(),
        latest=st.booleans(),
    )
    def fire(self, data: st.DataObject, seat: int, ident: str, local: bool, latest: bool) -> None:
        nonces = list(self.shown)[-1:] if latest else list(self.shown)
        nonce = data.draw(st.sampled_from(["none", *nonces]))
        question = f"f{self.orders}"
        ready = self.ready and self.pulled_ms is None and self.allowed
        try:
            self.trigger.fire(seat, question, ident, nonce, local, self.now_ms)
        except VulkarError:
            return
        if (question, seat, ident) in self.accepted:
            return  # a repeat: it changes nothing
        assert ready and seat == self.owner
        owner, of, when_ms = self.shown[nonce]
        assert (owner, of) == (seat, question)
        assert nonce not in self.spent and self.now_ms - when_ms < 3000
        self.spent.add(nonce)
        self.accepted.add((question, seat, ident))
        self.pulled_ms, self.local = self.now_ms, local

    @rule()
    def press(self) -> None:
        waiting = self.ready
        if self.trigger.press(self.now_ms):
            assert waiting and self.allowed
            self.pulled_ms, self.local = self.now_ms, True

    @rule()
    def veto(self) -> None:
        try:
            self.trigger.veto(self.now_ms)
        except VulkarError:
            return
        assert self.pulled_ms is not None and not self.local
        self.pulled_ms = None

    # --- what must hold -------------------------------------------------------------------------
    @property
    def allowed(self) -> bool:
        armed = self.now_ms < self.armed_until_ms
        return armed and not self.trigger.paused and self.trigger.board in ("ready", "safe")

    @invariant()
    def let_go_once_and_only_if_it_may(self) -> None:
        gone = self.trigger.is_let_go(self.now_ms)
        if gone and self.ready:
            assert self.allowed and self.pulled_ms is not None
            assert self.local or self.now_ms - self.pulled_ms >= ANNOUNCE_MS
            self.ready = False
        elif not gone and not self.allowed:
            self.pulled_ms = None  # an announcement was taken back


Interleaved.TestCase.settings = settings(max_examples=150, stateful_step_count=40, deadline=None)
TestInterleaved = Interleaved.TestCase
