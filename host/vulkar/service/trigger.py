"""The trigger of the fireball that is under way: who may pull it now, and if not, why not. Pure.

A seat's fireball is aimed, and then its marble waits. It is let go by one trigger: of that seat,
fresh, while the board is armed and clear. From outside of the local network it is announced at the
board first, and may be vetoed there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, TypeAlias

from vulkar.errors import VulkarError
from vulkar.service.arming import Arming
from vulkar.service.nonce import Nonces

ANNOUNCE_MS: Final = 3_000
VETO_MS: Final = 5_000  # after a veto nobody fires for so long; who needs longer, disarms
RESULTS: Final = 64  # of the ids that came for a fireball


class State(StrEnum):
    """Of one seat's trigger."""

    NOT_YOUR_TURN = "not_your_turn"
    AIMING = "aiming"
    NOT_CLEAR = "not_clear"  # what the sensors saw has changed: it is checked and aimed anew
    NOT_ARMED = "not_armed"
    STOPPED = "stopped"
    LOST = "lost"
    PAUSED = "paused"
    VETOED = "vetoed"
    LIVE = "live"
    ANNOUNCED = "announced"
    ROLLING = "rolling"


# Of NOT_ARMED the reason is one of arming.*, of LIVE there is none.
CODES: Final = {
    State.NOT_YOUR_TURN: "trigger.turn",
    State.AIMING: "trigger.aiming",
    State.NOT_CLEAR: "trigger.not_clear",
    State.STOPPED: "trigger.stopped",
    State.LOST: "trigger.lost",
    State.PAUSED: "trigger.paused",
    State.VETOED: "trigger.vetoed",
    State.ANNOUNCED: "trigger.announced",
    State.ROLLING: "trigger.rolling",
}


Outcome: TypeAlias = dict[str, Any] | VulkarError


class Phase(StrEnum):
    """How far a fireball is."""

    AIMING = "aiming"
    NOT_CLEAR = "not_clear"
    LIVE = "live"
    ANNOUNCED = "announced"
    ROLLING = "rolling"


@dataclass
class Fireball:
    """One order on its way. ``seat`` pulls its trigger; None: nobody does, it goes by itself."""

    question: str
    seat: int | None
    aim: dict[str, Any]
    phase: Phase = Phase.AIMING
    due_ms: int = 0  # when an announced one is let go
    quiet_ms: int = 0  # until when a veto holds
    results: dict[tuple[int, str], Outcome] = field(default_factory=dict)

    def keep(self, key: tuple[int, str], result: Outcome) -> None:
        """A first result; where there are too many, the oldest refusal is forgotten."""
        if len(self.results) >= RESULTS:
            refused = (k for k, old in self.results.items() if isinstance(old, VulkarError))
            del self.results[next(refused)]
        self.results[key] = result


class Trigger:
    """Times in ms of any clock that does not go back. ``board`` is the controller's state in the
    link's words, or ``lost``."""

    def __init__(self, nonces: Nonces, arming: Arming) -> None:
        self.fireball: Fireball | None = None
        self.paused = False
        self.board = "ready"
        self._nonces = nonces
        self._arming = arming

    # --- the game and its island -----------------------------------------------------------------
    def order(self, question: str, seat: int | None, aim: dict[str, Any]) -> None:
        """A fireball is under way, and nothing of it has moved yet."""
        self.fireball = Fireball(question, seat, aim)

    def aimed(self) -> None:
        """It is aimed and the board is clear: its marble waits for the trigger."""
        self._now.phase = Phase.LIVE

    def withdraw(self) -> None:
        """The board has changed: it is checked and aimed anew, and no earlier trigger counts."""
        self._now.phase = Phase.NOT_CLEAR

    def let_go(self) -> None:
        """Nobody pulls its trigger any more: it goes by itself."""
        self._now.phase = Phase.ROLLING

    def done(self) -> None:
        """It has settled, or was given up."""
        self.fireball = None

    # --- people ----------------------------------------------------------------------------------
    def fire(
        self, seat: int, question: str, ident: str, nonce: str, local: bool, now_ms: int
    ) -> dict[str, Any]:
        """A seat's trigger: ``{"state": ...}`` after it. Ask :meth:`is_let_go` next.

        The first result of an ``ident`` is given again on a repeat, an error as well. Raises
        ``VulkarError``: trigger.stale for another fireball's, or a nonce that is not good; else
        the reason of the state.
        """
        ball = self.fireball
        if ball is None or ball.question != question:
            raise VulkarError("trigger.stale")
        if (seat, ident) not in ball.results:
            ball.keep((seat, ident), self._pull(ball, seat, nonce, local, now_ms))
        result = ball.results[seat, ident]
        if isinstance(result, VulkarError):
            raise result.with_traceback(None)
        return dict(result)

    def press(self, now_ms: int) -> bool:
        """The fire button at the board: whether it counted. It is a trigger for whoever's turn."""
        self._advance(now_ms)
        ball = self.fireball
        if ball is None or ball.seat is None or self._barred(now_ms) is not None:
            return False
        if ball.phase not in (Phase.LIVE, Phase.ANNOUNCED):
            return False
        ball.phase = Phase.ROLLING
        return True

    def veto(self, now_ms: int) -> None:
        """Takes an announced trigger back. Raises ``VulkarError("trigger.no_veto")``."""
        self._advance(now_ms)
        ball = self.fireball
        if ball is None or ball.phase is not Phase.ANNOUNCED:
            raise VulkarError("trigger.no_veto")
        ball.phase = Phase.LIVE
        ball.quiet_ms = now_ms + VETO_MS

    # --- out -------------------------------------------------------------------------------------
    def is_quiet(self, now_ms: int) -> bool:
        """Whether a veto still keeps the marble that waits."""
        ball = self.fireball
        return ball is not None and ball.phase is Phase.LIVE and now_ms < ball.quiet_ms

    def is_let_go(self, now_ms: int) -> bool:
        """Whether the marble that waits is to be let go now."""
        self._advance(now_ms)
        return self.fireball is not None and self.fireball.phase is Phase.ROLLING

    def next_ms(self) -> int | None:
        """When to ask again though nobody did anything."""
        ball = self.fireball
        if ball is None:
            return None
        return ball.due_ms if ball.phase is Phase.ANNOUNCED else ball.quiet_ms or None

    def state(self, seat: int, now_ms: int) -> State:
        """Of a seat's trigger now."""
        self._advance(now_ms)
        ball = self.fireball
        if ball is None or ball.seat != seat:
            return State.NOT_YOUR_TURN
        if ball.phase is Phase.ROLLING:
            return State.ROLLING
        barred = self._barred(now_ms)
        if barred is not None:
            return barred
        if self.is_quiet(now_ms):
            return State.VETOED
        return State(ball.phase)

    def reason(self, seat: int, now_ms: int) -> VulkarError | None:
        """Why the seat cannot fire now; None if it can."""
        state = self.state(seat, now_ms)
        if state is State.LIVE:
            return None
        if state is State.NOT_ARMED:
            return self._arming.why(now_ms)
        return VulkarError(CODES[state])

    def view(self, seat: int, now_ms: int) -> dict[str, Any]:
        """All that a seat is shown: state, reason, and for its own fireball the rest."""
        state, reason = self.state(seat, now_ms), self.reason(seat, now_ms)
        mine = self.fireball if state is not State.NOT_YOUR_TURN else None
        announced = mine is not None and mine.phase is Phase.ANNOUNCED
        return {
            "state": str(state),
            "reason": reason and {"code": reason.code, "params": dict(reason.params)},
            "question": mine and mine.question,
            "nonce": mine and self._nonces.of(_scope(seat, mine.question), now_ms),
            "aim": mine and dict(mine.aim),
            "announced_ms": mine.due_ms - now_ms if mine and announced else None,
        }

    def public(self, now_ms: int) -> dict[str, Any] | None:
        """What everybody may see of the fireball that waits for a seat; None if none does."""
        ball = self.fireball
        if ball is None or ball.seat is None:
            return None
        shown = self.view(ball.seat, now_ms)
        del shown["nonce"]
        return {"seat": ball.seat, **shown}

    # --- inside ----------------------------------------------------------------------------------
    @property
    def _now(self) -> Fireball:
        assert self.fireball is not None, "no fireball is under way"
        return self.fireball

    def _pull(
        self, ball: Fireball, seat: int, nonce: str, local: bool, now_ms: int
    ) -> dict[str, Any] | VulkarError:
        reason = self.reason(seat, now_ms)
        if reason is not None:
            return reason
        if not self._nonces.is_good(_scope(seat, ball.question), nonce, now_ms):
            return VulkarError("trigger.stale")
        self._nonces.use(nonce, now_ms)
        if local:
            ball.phase = Phase.ROLLING
        else:
            ball.phase = Phase.ANNOUNCED
            ball.due_ms = now_ms + ANNOUNCE_MS
        return {"state": str(ball.phase)}

    def _barred(self, now_ms: int) -> State | None:
        """What keeps every trigger from firing, the most urgent first."""
        if self.board in ("stopped", "fault"):
            return State.STOPPED
        if self.board == "lost":
            return State.LOST
        if not self._arming.is_armed(now_ms):
            return State.NOT_ARMED
        return State.PAUSED if self.paused else None

    def _advance(self, now_ms: int) -> None:
        """An announced fireball is let go when its time has come; what bars it, takes it back."""
        ball = self.fireball
        if ball is None or ball.phase is not Phase.ANNOUNCED:
            return
        if self._barred(now_ms) is not None:
            ball.phase = Phase.LIVE
        elif now_ms >= ball.due_ms:
            ball.phase = Phase.ROLLING


def _scope(seat: int, question: str) -> str:
    return f"{seat}/{question}"
