"""The marshal's PIN: made here, kept as an argon2id hash only, and guessed slowly.

Whoever has the data folder's shell may make a new one (``vulkar pin reset``); the old one and every
marshal's session end with it. A wrong PIN makes its own address wait, and nobody else.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError

from vulkar.errors import VulkarError
from vulkar.service.addresses import household
from vulkar.service.guesses import Guesses
from vulkar.service.ops import Call, Ops, Role
from vulkar.service.store import Store
from vulkar.table.keeper import InlineKeeper, ThreadKeeper

if TYPE_CHECKING:
    from vulkar.service.house import House
    from vulkar.service.sessions import Session

DIGITS: Final = 8
# A guess costs 32 MiB and about a tenth of a second of a desktop's core, half a second of a Pi's.
HASHER: Final = PasswordHasher(time_cost=3, memory_cost=32 * 1024, parallelism=1)
FREE: Final = 3  # wrong PINs of an address before it has to wait
LONGEST_MS: Final = 300_000
FORGET_MS: Final = 3_600_000  # since its last wrong PIN
MOST_ADDRESSES: Final = 1000
MOST_WAITING: Final = 8  # PINs that wait to be compared, one of an address
SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS pin (
    id INTEGER PRIMARY KEY CHECK (id = 1), hash TEXT NOT NULL, generation INTEGER NOT NULL
) STRICT;
"""


async def first_pin(store: Store) -> str | None:
    """A PIN for a house that has none, to be shown this once; None where there is one already."""
    return None if store.read("SELECT id FROM pin") else await new_pin(store)


async def new_pin(store: Store) -> str:
    """Makes and keeps another PIN. No session on disk is a marshal's afterwards."""
    pin = f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}"
    sql = (
        "INSERT INTO pin VALUES (1, ?, 1)"
        " ON CONFLICT (id) DO UPDATE SET hash = excluded.hash, generation = generation + 1"
    )
    await store.write((sql, (HASHER.hash(pin),)), ("UPDATE session SET marshal = 0", ()))
    return pin


def matches(kept: str, pin: str) -> bool:
    """Whether ``kept`` is the hash of ``pin``; slow by intention."""
    try:
        return HASHER.verify(kept, pin)
    except VerifyMismatchError:
        return False
    except (InvalidHashError, VerificationError) as exc:
        raise VulkarError("pin.broken") from exc


class Backoff:
    """How long a household has to wait. Pure: the time comes in, memory is bounded."""

    def __init__(self, most: int = MOST_ADDRESSES) -> None:
        self._most = most
        self._misses: OrderedDict[str, tuple[int, int]] = OrderedDict()  # count, time of the last

    def __len__(self) -> int:
        return len(self._misses)

    def wait_ms(self, address: str, now_ms: int) -> int:
        """How long until the address may try again; 0: now."""
        count, last_ms = self._misses.get(household(address), (0, now_ms))
        if count < FREE:
            return 0
        return max(0, last_ms + min(LONGEST_MS, 1000 << min(count - FREE, 20)) - now_ms)

    def miss(self, address: str, now_ms: int) -> None:
        """The address has tried. It is written down before the PIN is compared, and taken back by
        ``hit``, so that tries at the same time count."""
        network = household(address)
        count, last_ms = self._misses.pop(network, (0, now_ms))
        self._misses[network] = (1 if now_ms - last_ms > FORGET_MS else count + 1, now_ms)
        while len(self._misses) > self._most:
            self._misses.popitem(last=False)

    def hit(self, address: str) -> None:
        """The address knows the PIN."""
        self._misses.pop(household(address), None)


class Pins:
    """The PIN of a running house."""

    def __init__(self, house: House) -> None:
        self._house = house
        inline = isinstance(house.keeper, InlineKeeper)
        # a thread of its own: the journal never waits for it
        self._keeper = InlineKeeper() if inline else ThreadKeeper()
        self._backoff = Backoff()
        # Of 10^8 PINs strangers try 4,320 a day, from however many addresses; at home 86,400.
        self._totals = {False: Guesses(60, 20_000), True: Guesses(200, 1000)}
        self._one = asyncio.Lock()
        self._waiting: set[str] = set()

    async def check(self, pin: str, address: str, local: bool) -> int:
        """The generation of the PIN, if it is right.

        Raises ``VulkarError`` (pin.wait, pin.busy, pin.wrong, pin.none, pin.broken).
        """
        network, now_ms = household(address), self._house.now_ms()
        wait_ms = self._backoff.wait_ms(address, now_ms)
        if wait_ms or network in self._waiting:
            raise VulkarError("pin.wait", wait_s=max(1, -(-wait_ms // 1000)))
        total = self._totals[local]
        if len(self._waiting) >= MOST_WAITING or total.full(now_ms):
            raise VulkarError("pin.busy")
        self._backoff.miss(address, now_ms)
        total.miss(now_ms)
        self._waiting.add(network)
        try:
            async with self._one:
                generation, right = await self._keeper.run(lambda: self._compare(pin))
        finally:
            self._waiting.discard(network)
        if not right:
            raise VulkarError("pin.wrong")
        self._backoff.hit(address)
        total.hit()
        return generation

    async def current(self, generation: int) -> bool:
        """Whether the PIN is still the one that was compared."""
        return (await self._house.keeper.run(self._kept))[0] == generation

    async def look(self) -> int:
        """Ends the marshals' sessions that are none on disk any more; returns how many."""
        store, sessions = self._house.store, self._house.sessions
        rows = await self._house.keeper.run(lambda: store.read("SELECT id, marshal FROM session"))
        still = {number for number, marshal in rows if marshal}
        ended = [s for s in sessions.all() if s.marshal and s.id not in still]
        for session in ended:
            await self.end(session)
        return len(ended)

    async def end(self, session: Session) -> None:
        """It is no marshal's any more; if it holds seats, it keeps them."""
        session.marshal = False
        if session.seats:
            await self._house.sessions.keep(session, marshal=False)
        else:
            await self._house.sessions.revoke(session)

    def close(self) -> None:
        """Lets go of the thread."""
        self._keeper.close()

    def _compare(self, pin: str) -> tuple[int, bool]:
        generation, kept = self._kept()
        return generation, matches(kept, pin)

    def _kept(self) -> tuple[int, str]:
        rows = self._house.store.read("SELECT generation, hash FROM pin")
        if not rows:
            raise VulkarError("pin.none")
        return rows[0]


async def enter(call: Call) -> dict[str, Any]:
    """The right PIN makes the caller's session a marshal's; a stranger gets a session."""
    house = call.house
    pins = house.part(Pins)
    client = call.client
    generation = await pins.check(call.args.text("pin", most=DIGITS), client.address, client.local)
    async with house.one:
        session, credential = call.session, None
        if session is not None and house.sessions.get(session.id) is session:
            await house.sessions.keep(session, marshal=True)
        else:
            session, credential = await house.sessions.open(marshal=True)
        if not await pins.current(generation):  # changed while it was compared
            await pins.end(session)
            raise VulkarError("pin.wrong")
    return {"credential": credential}


async def changed(call: Call) -> dict[str, Any]:
    """Somebody at the shell has changed the PIN: look. It tells nobody anything to be told so."""
    return {"ended": await call.house.part(Pins).look()}


OPS: Final[Ops] = {
    "marshal.enter": (Role.NOBODY, enter),
    "pin.changed": (Role.NOBODY, changed),
}
