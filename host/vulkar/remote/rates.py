"""How often a session, an address, and all together may ask: token buckets. Pure; time is given.

Addresses of one household share a bucket. The memory is bounded: beyond ``most`` buckets the one
that was used longest ago is forgotten, which is as if it were full again; what many addresses do
together is bounded by the total.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final, Self

from vulkar.service.addresses import household

MOST_BUCKETS: Final = 4096


@dataclass(frozen=True, slots=True)
class Rate:
    """``per_s`` tokens come back each second, up to ``burst``."""

    per_s: float
    burst: float


SESSION: Final = Rate(20, 60)
ADDRESS: Final = Rate(80, 300)  # a household whose phones all load their pages at once
GROUP: Final = Rate(400, 1200)


@dataclass(slots=True)
class _Bucket:
    tokens: float
    at_s: float


class Buckets:
    """One bucket of ``rate`` for each key."""

    def __init__(self, rate: Rate, most: int = MOST_BUCKETS) -> None:
        self._rate = rate
        self._most = most
        self._buckets: OrderedDict[Hashable, _Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def wait_s(self, key: Hashable, now_s: float) -> float:
        """0 and one token fewer; or how many seconds until there is a token, and none is taken."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = _Bucket(self._rate.burst, now_s)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        bucket.tokens = self._level(bucket, now_s)
        bucket.at_s = now_s
        if bucket.tokens < 1:
            return (1 - bucket.tokens) / self._rate.per_s
        bucket.tokens -= 1
        return 0.0

    def _level(self, bucket: _Bucket, now_s: float) -> float:
        gained = max(0.0, now_s - bucket.at_s) * self._rate.per_s
        return min(self._rate.burst, bucket.tokens + gained)


class Limits:
    """Per session, per address, and in total for each ``group`` of addresses.

    A session has a rate of its own, so that a phone which floods leaves the rest of its household
    alone. The house and the internet are groups of their own, so that a flood from outside leaves
    the house its rate.
    """

    def __init__(
        self,
        session: Rate = SESSION,
        address: Rate = ADDRESS,
        group: Rate = GROUP,
        most: int = MOST_BUCKETS,
    ) -> None:
        self._sessions = Buckets(session, most)
        self._addresses = Buckets(address, most)
        self._groups = Buckets(group, most)

    @classmethod
    def times(cls, factor: float) -> Self:
        """The usual rates, each ``factor`` times as high."""
        usual = (SESSION, ADDRESS, GROUP)
        session, address, group = (Rate(r.per_s * factor, r.burst * factor) for r in usual)
        return cls(session, address, group)

    def wait_s(self, session: Hashable, address: str, group: str, now_s: float) -> float:
        """0 if a request may pass at ``now_s``, else in how many seconds one may.

        ``session`` is None without one. Who is over a narrow rate takes nothing from a wider one.
        """
        return (
            (session is not None and self._sessions.wait_s(session, now_s))
            or self._addresses.wait_s(household(address), now_s)
            or self._groups.wait_s(group, now_s)
        )
