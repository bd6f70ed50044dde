"""What happened, for each audience in numbers of its own.

``public`` is what everybody may hear; a seat hears that and what is meant for it. Each audience
counts only what it hears, so no gap in the numbers tells of another's secrets. The last events are
kept, so that whoever was away asks for those since the last one heard. A new stream begins with
each start of the table: numbers of another stream mean nothing in it.
"""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final, TypeAlias

from vulkar.errors import VulkarError
from vulkar.service.channel import Channel
from vulkar.service.messages import Fault, Push, fault_of
from vulkar.service.said import said
from vulkar.service.sessions import Session

KEPT: Final = 2000  # events of each audience; older ones are in the journal
MOST_AT_ONCE: Final = 256  # that a new subscription gets of the past; pages have ``since`` for more
MOST_SUBSCRIPTIONS: Final = 400
PUBLIC: Final = "public"

Audience: TypeAlias = str | int  # PUBLIC or a seat
Row: TypeAlias = dict[str, Any]


@dataclass(eq=False)
class Subscription:
    """Events of one audience on their way to one channel."""

    audience: Audience
    session: Session
    channel: Channel
    sub: int


@dataclass
class _Heard:
    """One audience: how many events it has had, and the last of them."""

    n: int = 0
    rows: deque[Row] = field(default_factory=lambda: deque(maxlen=KEPT))


class Streams:
    """``now_ms``: the loop's time. ``on_change`` hears when a session begins or ends to listen,
    ``on_public`` each public event as it happens."""

    def __init__(self, seats: int, now_ms: Callable[[], int]) -> None:
        self.on_change: Callable[[Subscription], None] = lambda subscription: None
        self.on_public: Callable[[Row], None] = lambda row: None
        self._now_ms = now_ms
        self._subscriptions: list[Subscription] = []
        self.restart(seats)
        self._quiet = False

    def restart(self, seats: int) -> None:
        """A new stream, for as many seats. Until :meth:`ready` events are kept, and not pushed."""
        self.stream = secrets.token_hex(8)
        self._heard: dict[Audience, _Heard] = {PUBLIC: _Heard()}
        self._heard |= {seat: _Heard() for seat in range(seats)}
        self._quiet = True

    def ready(self) -> None:
        """The past has been told: whoever listens hears that its numbers are void, and goes on."""
        if not self._quiet:
            return
        self._quiet = False
        for subscription in tuple(self._subscriptions):
            if subscription.audience in self._heard:
                self._reset(subscription)
            else:
                self._end(subscription, fault_of(VulkarError("stream.gone")))

    def tell(
        self,
        kind: str,
        data: Row,
        text: Mapping[str, Any] | None = None,
        audience: Collection[Audience] | None = None,
        private: bool = False,
    ) -> None:
        """One event, for everybody or for some audiences, with its text; else with its kind's.

        ``private``: it says what others are not told.
        """
        text = text or said(kind, data)
        for name, heard in self._heard.items():
            if audience is None or name in audience:
                heard.n += 1
                row = {"n": heard.n, "kind": kind, "data": data, "t_ms": self._now_ms()}
                if text is not None:
                    row["text"] = {**text}
                if private:
                    row["private"] = True
                heard.rows.append(row)
                if name == PUBLIC and not self._quiet:
                    self.on_public(row)
                for subscription in () if self._quiet else tuple(self._subscriptions):
                    if subscription.audience == name:
                        self._push(subscription, row)

    def count(self, audience: Audience) -> int:
        """The number of the audience's last event."""
        return self._of(audience).n

    def kept(self, audience: Audience) -> Sequence[Row]:
        """The audience's events that are kept, oldest first."""
        return self._of(audience).rows

    def since(self, audience: Audience, n: int, stream: str | None, most: int) -> list[Row] | None:
        """The audience's first ``most`` events after its ``n``-th.

        None: they are not kept any more, or ``n`` is of another stream. Look at the table instead.
        """
        heard = self._of(audience)
        missing = heard.n - n
        if stream not in (None, self.stream) or not 0 <= missing <= len(heard.rows):
            return None
        first = len(heard.rows) - missing
        return list(islice(heard.rows, first, first + most))

    def subscribe(self, subscription: Subscription, since: int, stream: str | None) -> None:
        """From now on the channel gets the audience's events, those after ``since`` first.

        If they cannot be given it is told ``reset``, and gets what comes from now on.
        """
        if len(self._subscriptions) >= MOST_SUBSCRIPTIONS:
            raise VulkarError("stream.full", most=MOST_SUBSCRIPTIONS)
        rows = self.since(subscription.audience, since, stream, MOST_AT_ONCE + 1)
        self._subscriptions.append(subscription)
        subscription.session.listening += 1
        self.on_change(subscription)
        if rows is None or len(rows) > MOST_AT_ONCE:
            self._reset(subscription)
            return
        for row in rows:
            self._push(subscription, row)

    def refuse(self, subscription: Subscription, why: VulkarError) -> None:
        """Says why a subscription never began."""
        subscription.channel.put(Push(subscription.sub, closed=fault_of(why)))

    def unsubscribe(self, channel: Channel, sub: int | None = None) -> None:
        """Ends a channel's subscription, or with None all of them, without a word."""
        for subscription in tuple(self._subscriptions):
            if subscription.channel is channel and sub in (None, subscription.sub):
                self._end(subscription, None)

    def close(self, session: Session, why: Fault, seats: Collection[int] | None = None) -> None:
        """Ends a session's subscriptions, or those of some seats, and says why."""
        for subscription in tuple(self._subscriptions):
            if subscription.session is session and (
                seats is None or subscription.audience in seats
            ):
                self._end(subscription, why)

    def listeners(self, session: Session, seat: int) -> int:
        """How many subscriptions the session has for the seat."""
        return sum(s.session is session and s.audience == seat for s in self._subscriptions)

    def _of(self, audience: Audience) -> _Heard:
        heard = self._heard.get(audience)
        if heard is None:
            raise VulkarError("stream.gone")
        return heard

    def _reset(self, subscription: Subscription) -> None:
        n = self._heard[subscription.audience].n
        data = {"stream": self.stream}
        row = {"n": n, "kind": "reset", "data": data, "t_ms": self._now_ms()}
        self._push(subscription, row)

    def _push(self, subscription: Subscription, row: Row) -> None:
        if not subscription.channel.put(Push(subscription.sub, row)):
            self._end(subscription, fault_of(VulkarError("stream.slow")))

    def _end(self, subscription: Subscription, why: Fault | None) -> None:
        if subscription not in self._subscriptions:
            return
        self._subscriptions.remove(subscription)
        subscription.session.listening -= 1
        if why is not None:
            subscription.channel.put(Push(subscription.sub, closed=why))
        self.on_change(subscription)
