"""Whatever comes in whatever order: one release for each time that a fireball stood ready at most,
none while it was forbidden, none by a trigger that was not its own and fresh."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from hypothesis import given, settings
from hypothesis import strategies as st

from vulkar.errors import VulkarError
from vulkar.service.arming import LAPSE_MS, Arming
from vulkar.service.nonce import Nonces
from vulkar.service.trigger import ANNOUNCE_MS, Trigger

# What happens, and how often.
ACTS: Final = {
    "fire": 7,
    "later": 5,
    "restore": 3,
    "aimed": 2,
    "order": 1,
    "withdraw": 1,
    "forbid": 1,
    "much_later": 1,
    "press": 1,
    "veto": 1,
}
WEIGHTED: Final = [act for act, weight in ACTS.items() for _ in range(weight)]


class Interleaved:
    """Keeps books of its own: when each nonce was shown, and whether it was spent."""

    def __init__(self, draw: Callable[[st.SearchStrategy[Any]], Any]) -> None:
        self.draw = draw
        self.now_ms = 10_000
        self.arming = Arming()
        self.trigger = Trigger(Nonces(b"secret"), self.arming)
        self.orders = 0
        self.shown: dict[str, tuple[int, str, int]] = {}  # nonce -> seat, question, when
        self.spent: set[str] = set()
        self.accepted: set[tuple[str, int, str]] = set()
        self.restore()
        self.order()

    def pick(self, *values: Any) -> Any:
        return self.draw(st.sampled_from(values))

    # --- the table and the island ---------------------------------------------------------------
    def order(self) -> None:
        self.orders += 1
        self.owner = self.orders % 2
        self.trigger.order(f"f{self.orders}", self.owner, {})
        self.aimed()

    def aimed(self) -> None:
        """Perhaps for the second time, or in mid-announcement: the island knows best."""
        self.ready = True  # aimed, and nothing let go since
        self.pulled_ms: int | None = None  # an accepted trigger that is still to be let go
        self.local = True
        self.trigger.aimed()

    def withdraw(self) -> None:
        self.ready, self.pulled_ms = False, None
        self.trigger.withdraw()

    # --- the board ------------------------------------------------------------------------------
    def restore(self) -> None:
        """All is well at the board."""
        self.trigger.board, self.trigger.paused = "ready", False
        self.arming.arm(self.now_ms)
        self.armed_until_ms = self.now_ms + LAPSE_MS

    def forbid(self) -> None:
        what = self.pick("disarm", "pause", "stopped", "fault", "lost")
        if what == "disarm":
            self.arming.disarm()
            self.armed_until_ms = 0
        elif what == "pause":
            self.trigger.paused = True
        else:
            self.trigger.board = what

    def later(self) -> None:
        self.now_ms += self.pick(400, 1000, 1900, 2999, 3000, 5000)

    def much_later(self) -> None:
        self.now_ms += LAPSE_MS

    # --- people ---------------------------------------------------------------------------------
    def fire(self) -> None:
        seat = self.pick(self.owner, self.owner, self.owner, 1 - self.owner)
        ident, local = self.pick(*"abcdef"), self.pick(False, True)
        how = self.pick("new", "new", "last", "any")
        if how == "new" or not self.shown:
            self.look(self.owner)
        nonces = list(self.shown)
        nonce = self.pick(*nonces) if how == "any" else nonces[-1]
        question = f"f{self.orders}"
        may = self.ready and self.pulled_ms is None and self.allowed
        try:
            self.trigger.fire(seat, question, ident, nonce, local, self.now_ms)
        except VulkarError:
            assert (question, seat, ident) not in self.accepted
            return
        if (question, seat, ident) in self.accepted:
            return  # a repeat: it changes nothing
        assert may and seat == self.owner
        owner, of, when_ms = self.shown[nonce]
        assert (owner, of) == (seat, question)
        assert nonce not in self.spent and self.now_ms - when_ms < 3000
        self.spent.add(nonce)
        self.accepted.add((question, seat, ident))
        self.pulled_ms, self.local = self.now_ms, local

    def look(self, seat: int) -> None:
        view = self.trigger.view(seat, self.now_ms)
        nonce = view["nonce"]
        if nonce in self.shown:
            self.shown[nonce] = self.shown.pop(nonce)  # the last one that was seen
        else:
            self.shown[nonce] = (seat, view["question"], self.now_ms)

    def press(self) -> None:
        may = self.ready and self.allowed
        if self.trigger.press(self.now_ms):
            assert may
            self.pulled_ms, self.local = self.now_ms, True

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
        return armed and not self.trigger.paused and self.trigger.board == "ready"

    def let_go_once_and_only_if_it_may(self) -> None:
        gone = self.trigger.is_let_go(self.now_ms)
        if gone and self.ready:
            assert self.allowed and self.pulled_ms is not None
            assert self.local or self.now_ms - self.pulled_ms >= ANNOUNCE_MS
            self.ready = False
        elif not gone and not self.allowed:
            self.pulled_ms = None  # an announcement was taken back


@settings(max_examples=120, deadline=None)
@given(st.data(), st.lists(st.sampled_from(WEIGHTED), min_size=40, max_size=60))
def test_whatever_comes_in_whatever_order(data: st.DataObject, acts: list[str]) -> None:
    table = Interleaved(data.draw)
    for act in acts:
        getattr(table, act)()
        table.let_go_once_and_only_if_it_may()
