"""Remote fire on the event loop: joins arming and trigger with the island, and tells what happens.

A thin shell around ``arming.py`` and ``trigger.py``. The island asks :meth:`Firing.permit` before
it arms anything and :meth:`Firing.go` once a fireball is aimed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from vulkar.devices.changes import Changes
from vulkar.errors import VulkarError
from vulkar.island.port import RollOrder
from vulkar.link.events import Event, EventKind
from vulkar.service.arming import LAPSE_MS, Arming, Unarmed
from vulkar.service.firing_ports import FiringLink, Tell
from vulkar.service.firing_steps import Steps
from vulkar.service.nonce import Nonces
from vulkar.service.trigger import Phase, Trigger
from vulkar.texts import error_texts, text

LOOK_S: Final = 3600.0


class Firing:
    """``secret``: random bytes, drawn at the start of the process.

    ``on_announced`` hears when an announcement begins and ends. ``is_attended``: simulated people
    arm the board where a fireball waits for it, unless somebody stopped or disarmed it.
    """

    def __init__(self, tell: Tell, secret: bytes, lapse_ms: int = LAPSE_MS) -> None:
        self.arming = Arming(lapse_ms)
        self.trigger = Trigger(Nonces(secret), self.arming)
        self.is_attended = False
        self.on_announced: Callable[[bool], None] = lambda on: None
        self.steps = Steps()
        self._owner: Callable[[], int | None] = lambda: None
        self._announced = False
        self._quiet = False  # as a veto keeps it
        self._on_its_way = False  # the marble of the fireball under way
        self._armed = False
        self._tell = tell
        self._link: FiringLink | None = None
        self._unsubscribe: Callable[[], None] = lambda: None
        self._changes = Changes()
        self._timer: asyncio.TimerHandle | None = None
        self._wanted: str | None = None  # why arming is waited for, as last told

    # --- the board -------------------------------------------------------------------------------
    def attach(
        self, link: FiringLink | None, owner: Callable[[], int | None], moves: bool = True
    ) -> None:
        """A game begins on the board whose controller is behind ``link``; None: it has none.

        ``moves``: anything on it does so by itself, so that it has to be armed.

        ``owner`` says which seat pulls the trigger of the fireball under way, None where that seat
        is a program's or nobody is there.
        """
        self.detach()
        self._owner, self._link, self.arming.moves = owner, link, moves
        if link is not None:
            self.trigger.board = link.state
            self._unsubscribe = link.subscribe(self._heard)

    def detach(self) -> None:
        """The game is over, or stands still. What is armed stays so."""
        self._unsubscribe()
        self._unsubscribe = lambda: None
        self._owner, self._link = lambda: None, None
        self.trigger.board = "ready"
        self._wanted = None

    async def permit(self) -> None:
        """Returns once the board is armed: see ``Parts.permit``."""
        while not self.arming.is_armed(self._now_ms()):
            self._withdraw()
            self._want_arming()
            await self._changes.wait(LOOK_S)

    def order(self, order: RollOrder, asks: bool = True) -> None:
        """A fireball is under way. ``asks``: its island tells its steps, and awaits :meth:`go`."""
        self.steps.begin(order)
        aim = {"route": order.route, "target": order.target}
        self._on_its_way = not asks
        self.trigger.order(f"f{order.release_id}", self._owner(), aim)

    async def go(self, order: RollOrder) -> None:
        """Returns once the marble may be let go: see ``vulkar.island.port.Go``."""
        trigger, seat = self.trigger, self._owner()
        ball = trigger.fireball
        if ball is None or seat is None:
            await self.permit()
            self.steps.at("rolling")
            return
        ball.seat = seat
        trigger.aimed()
        self._say_of_fireball("trigger_live")
        self._look()
        try:
            while not trigger.is_let_go(self._now_ms()):
                if self._owner() is None:
                    await self.permit()
                    trigger.let_go()
                    break
                if not self.arming.is_armed(self._now_ms()):
                    self._want_arming()
                await self._changes.wait(LOOK_S)
            self._say_of_fireball("trigger_pulled")
            self.steps.at("rolling")
        finally:
            if not trigger.is_let_go(self._now_ms()) and trigger.fireball is ball:
                trigger.withdraw()
                self._say_of_fireball("trigger_withdrawn")
            self._look()

    def island(self, name: str, state: str) -> None:
        """A step of the island, see ``SerialIsland.on_state``: only it knows whether a marble that
        was let go by its trigger is on its way, or still waits."""
        if name != "island" or self.trigger.fireball is None:
            return
        self.steps.at(state)
        if state == "checking":
            self._withdraw()
        elif state == "aiming":  # the check has found that no marble went
            self._on_its_way = False
            self._withdraw()
        elif state in ("releasing", "settling"):
            self._on_its_way = True
            self.trigger.let_go()
        self._look()

    def take_back(self) -> bool:
        """No trigger lets the fireball under way go any more; False where one has."""
        if self._on_its_way or self.trigger.is_let_go(self._now_ms()):
            return False
        if self._phase in (Phase.LIVE, Phase.ANNOUNCED):
            self._say_of_fireball("trigger_taken_back")
        self.done()
        return True

    def done(self) -> None:
        """The fireball has settled, or was given up."""
        self._on_its_way = False
        self.trigger.done()
        self.steps.end()
        self._look()

    # --- people ----------------------------------------------------------------------------------
    def fire(self, seat: int, question: str, ident: str, nonce: str, local: bool) -> dict[str, Any]:
        """See ``Trigger.fire``."""
        before = self._phase
        result = self.trigger.fire(seat, question, ident, nonce, local, self._now_ms())
        if before is not Phase.ANNOUNCED and self._phase is Phase.ANNOUNCED:
            self._say_of_fireball("trigger_announced")
        self._look()
        return result

    def press(self, pressed: bool) -> None:
        """The fire button of the board's panel."""
        if pressed:
            self.act()
            self.trigger.press(self._now_ms())
            self._look()

    def veto(self) -> None:
        """Raises ``VulkarError("trigger.no_veto")``."""
        self.trigger.veto(self._now_ms())
        self._say_of_fireball("trigger_vetoed")
        self._look()

    def arm(self) -> None:
        """Raises ``VulkarError``: arming.key, or trigger.stopped until the stop is cleared."""
        if self.trigger.board == "stopped":
            raise VulkarError("trigger.stopped")
        self.arming.arm(self._now_ms())
        self._look()

    async def disarm(self, why: Unarmed = Unarmed.DISARMED) -> None:
        """At once, in mid-aim as well. A marble on its way is not stopped by it."""
        self.arming.disarm(why)
        self._look()
        if self._link is not None:
            with suppress(VulkarError):  # a lost link is told by the link itself
                await self._link.disarm()

    def key(self, on: bool) -> None:
        """The panel's key was turned; its own island disarms the board."""
        self.arming.key(on, self._now_ms())
        self._look()

    def act(self) -> None:
        """Somebody at the board did something."""
        self.arming.act(self._now_ms())
        self._plan()

    def pause(self, on: bool) -> None:
        """While the game is paused nobody fires."""
        self.trigger.paused = on
        self._look()

    def changed(self) -> None:
        """Who decides for a seat may have changed."""
        self._changes.note()

    # --- out -------------------------------------------------------------------------------------
    def view(self, seat: int) -> dict[str, Any]:
        """See ``Trigger.view``."""
        return self.trigger.view(seat, self._now_ms())

    def state(self) -> dict[str, Any]:
        """For everybody: is it armed, for how long, else why not; and the fireball that waits."""
        now_ms = self._now_ms()
        until_ms, why = self.arming.until_ms(now_ms), self.arming.why(now_ms)
        return {
            "armed": why is None,
            "armed_ms": None if until_ms is None else until_ms - now_ms,
            "unarmed": why and {"code": why.code, "params": dict(why.params)},
            "trigger": self.trigger.public(now_ms),
        }

    # --- inside ----------------------------------------------------------------------------------
    @property
    def _phase(self) -> Phase | None:
        ball = self.trigger.fireball
        return None if ball is None else ball.phase

    def _withdraw(self) -> None:
        """A trigger that was pulled, and whose marble has not left, counts no more."""
        if self._phase is Phase.ROLLING and not self._on_its_way:
            self.trigger.withdraw()
            self._say_of_fireball("trigger_withdrawn")

    def _want_arming(self) -> None:
        """A fireball waits for it: says so once, for each reason why nothing is armed."""
        why = self.arming.why(self._now_ms())
        if why is None or why.code == self._wanted:
            return
        self._wanted = why.code
        self._say_why("arming_wanted", why)
        if self.is_attended and why.code in (Unarmed.START, Unarmed.LAPSED):
            asyncio.get_running_loop().call_soon(self.arm)

    def _heard(self, event: Event) -> None:
        if event.kind is EventKind.STATE:
            self.trigger.board = event.text
            if event.text == "stopped":
                self.arming.disarm(Unarmed.STOPPED)
        elif event.kind is EventKind.LOST:
            self.trigger.board = "lost"
        self._look()

    def _look(self) -> None:
        """Tells what has changed by now, wakes whoever waits, and plans the next look."""
        now_ms = self._now_ms()
        armed = self.arming.is_armed(now_ms)
        if armed != self._armed and self.arming.moves:
            self._armed = armed
            self._wanted = None
            if armed:
                self._tell("board_armed", {}, text("firing.board_armed"))
            self._say_why("board_disarmed", self.arming.why(now_ms))
        self.trigger.is_let_go(now_ms)
        quiet = self.trigger.is_quiet(now_ms)
        if self._quiet and not quiet and self._phase is Phase.LIVE:
            self._say_of_fireball("trigger_live")
        self._quiet = quiet
        announced = self._phase is Phase.ANNOUNCED
        if announced != self._announced:
            self._announced = announced
            self.on_announced(announced)
        self._changes.note()
        self._plan()

    def _plan(self) -> None:
        loop, now_ms = asyncio.get_running_loop(), self._now_ms()
        dues = [self.arming.until_ms(now_ms), self.trigger.next_ms()]
        ahead = [due for due in dues if due is not None and due > now_ms]
        if self._timer is not None:
            self._timer.cancel()
        self._timer = loop.call_at((min(ahead) + 1) / 1000, self._look) if ahead else None

    def _say_of_fireball(self, kind: str) -> None:
        ball = self.trigger.fireball
        if ball is not None and ball.seat is not None:
            data = {"seat": ball.seat, "question": ball.question, **ball.aim}
            self._tell(kind, data, text(f"firing.{kind}", seat=ball.seat + 1))

    def _say_why(self, kind: str, why: VulkarError | None) -> None:
        if why is not None:
            words = text(f"firing.{kind}", why=error_texts(why.code, why.params).what)
            self._tell(kind, {"why": why.code}, words)

    @staticmethod
    def _now_ms() -> int:
        return round(asyncio.get_running_loop().time() * 1000)
