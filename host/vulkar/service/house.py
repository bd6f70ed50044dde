"""The house: the one place where requests come in, are judged, and are handed on.

One process is one house with one board, and so at most one running game. Who may do what is decided
here for every request, from its credential alone.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import ChainMap
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from vulkar.cues import load_cues
from vulkar.errors import VulkarError
from vulkar.maps.names import names
from vulkar.rules import Refused
from vulkar.service import (
    amending,
    audit,
    looks,
    marshal,
    ops_fire,
    ops_house,
    ops_journal,
    ops_people,
    ops_play,
    ops_rules,
    ops_scene,
    ops_seats,
    ops_steps,
    ops_table,
    pin,
    seats,
    sessions,
    sitting,
    start_key,
)
from vulkar.service.args import Args
from vulkar.service.channel import Channel
from vulkar.service.messages import Reply, Request, fault_of
from vulkar.service.ops import Call, Handler, Ops, Role
from vulkar.service.place import Place
from vulkar.service.plain import check_plain
from vulkar.service.sessions import Session, Sessions
from vulkar.service.sitting import Sitting, State
from vulkar.service.store import Store
from vulkar.service.streams import Streams, Subscription
from vulkar.service.tracebacks import Tracebacks
from vulkar.table.keeper import Keeper

# Each module of operations, and each module's own tables in house.sqlite, is named once here.
OPERATIONS: Final[tuple[Ops, ...]] = (
    ops_house.OPS,
    ops_table.OPS,
    ops_seats.OPS,
    ops_play.OPS,
    ops_people.OPS,
    ops_fire.OPS,
    ops_scene.OPS,
    pin.OPS,
    marshal.OPS,
    amending.OPS,
    looks.OPS,
    audit.OPS,
    ops_journal.OPS,
    ops_rules.OPS,
    ops_steps.OPS,
    start_key.OPS,
)
SCHEMAS: Final = (sessions.SCHEMA, sitting.SCHEMA, seats.SCHEMA, pin.SCHEMA, audit.SCHEMA)

SEED_BITS: Final = 128  # fewer could be searched by anybody who has seen some dice

P = TypeVar("P")


class House:
    """Make it on a running loop, then :meth:`open` it. ``wall_s``: the time of day, for records.

    ``keeper`` writes, ``thinker`` is where bots think: threads of their own where time is real.
    """

    def __init__(
        self,
        data: Path,
        place: Place,
        keeper: Keeper,
        thinker: Keeper,
        wall_s: Callable[[], float],
    ) -> None:
        self.data = data
        self._made_s = asyncio.get_running_loop().time()
        self.tracebacks = Tracebacks(self.now_ms)
        self.place = place
        self.names = names(place.map)
        self.keeper = keeper
        self.think = thinker.run
        self.wall_s = wall_s
        self.sitting: Sitting | None = None
        self.new_seed: Callable[[], int] = lambda: secrets.randbits(SEED_BITS)
        self.resumed: Callable[[int], None] = lambda turn: None  # a game was taken up in this turn
        self.store = Store.open(data / "house.sqlite", keeper, SCHEMAS)
        self.streams = Streams(0, self.now_ms)
        self.streams.on_change = self._listens
        self.cues = load_cues()
        self.sessions = Sessions(self.store, wall_s)
        self.sessions.on_revoked = self._revoked
        self.one = asyncio.Lock()  # held by whoever changes seats, sessions or tables
        self._ops: ChainMap[str, tuple[Role, Handler]] = ChainMap(*map(dict, OPERATIONS))
        self._parts: dict[type, object] = {}

    async def open(self) -> None:
        """Takes up the table as it was left, and the game that was under way."""
        self.sitting = Sitting.load(self)
        if self.sitting is not None:
            self.streams.restart(len(self.sitting.seats.all))
            self.streams.ready()
            if self.sitting.state is State.RUNNING:
                self.sitting.take_up(again=True)

    def next_number(self) -> int:
        """The number of the next table."""
        return self.sitting.number + 1 if self.sitting is not None else 1

    async def seat(self, sitting: Sitting, again: bool = False) -> None:
        """``sitting`` is the table of now; ``again``: with the people of the one before."""
        before, self.sitting = self.sitting, sitting
        if before is not None and not again:
            before.presence.stop()
            before.seats.let_go()
            idle = [s for s in self.sessions.all() if s.kept and not s.marshal]
            await self.sessions.revoke(*idle)
        self.streams.restart(len(sitting.seats.all))
        self.streams.ready()

    def part(self, kind: Callable[[House], P]) -> P:
        """The one ``kind(house)`` of this house, made when it is first asked for."""
        key = cast(type, kind)
        if key not in self._parts:
            self._parts[key] = kind(self)
        return cast(P, self._parts[key])

    async def handle(self, request: Request, channel: Channel | None = None) -> Reply:
        """Does what is asked, or says why not. Subscriptions push to ``channel``."""
        try:
            return Reply(request.id, ok=await self._do(request, channel))
        except VulkarError as exc:
            return Reply(request.id, error=fault_of(exc))
        except Refused as exc:
            refused = VulkarError("rules.refused", rule=exc.rule, why=exc.why)
            return Reply(request.id, error=fault_of(refused))
        except Exception as exc:  # a bug in one operation ends neither the process nor the game
            self.tracebacks.report(exc)
            return Reply(request.id, error=fault_of(VulkarError("op.failed", op=request.op[:40])))

    def link(self, what: str, text: str) -> None:
        """Something happened on the board's link, see ``LinkReport``; its text can hold paths."""
        self.streams.tell("link", {"what": what, "after": text if what == "back" else None})

    def gone(self, channel: Channel) -> None:
        """The far end of ``channel`` is gone."""
        self.streams.unsubscribe(channel)

    def now_ms(self) -> int:
        """Since the house was made, by the loop's time."""
        return round((asyncio.get_running_loop().time() - self._made_s) * 1000)

    async def close(self) -> None:
        """Lets go of everything; the running game goes on at the next start."""
        if self.sitting is not None:
            await self.sitting.stop()
        self.store.close()

    async def _do(self, request: Request, channel: Channel | None) -> dict[str, Any]:
        if request.op not in self._ops:
            raise VulkarError("op.unknown", op=request.op[:40])
        role, handler = self._ops[request.op]
        check_plain(request.op, request.args)
        call = Call(
            house=self,
            op=request.op,
            args=Args(request.op, request.args),
            client=request.client,
            session=self._session(request),
            channel=channel,
            number=request.id,
        )
        call.check(role)
        result = await audit.audited(call, handler)
        ops_fire.acted(call)
        return result

    def _session(self, request: Request) -> Session | None:
        """Who asks. On a page whose session has ended anybody may still stop the board."""
        try:
            return self.sessions.find(request.credential)
        except VulkarError:
            if request.op != "estop":
                raise
            return None

    def _listens(self, subscription: Subscription) -> None:
        sitting, seat = self.sitting, subscription.audience
        if sitting is not None and isinstance(seat, int) and seat in subscription.session.seats:
            sitting.there(sitting.seats.all[seat])

    def _revoked(self, session: Session) -> None:
        self.streams.close(session, fault_of(VulkarError("session.unknown")))
