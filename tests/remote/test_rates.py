"""Token buckets: per session, per household, in total, in bounded memory."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vulkar.remote.rates import Buckets, Limits, Rate
from vulkar.service.addresses import household

WIDE = Rate(1000, 1000)


def passed(limits: Limits, count: int, now_s: float = 0.0, **who: str | None) -> int:
    asked = {"session": None, "address": "192.168.1.7", "group": "house", **who}
    return sum(
        limits.wait_s(asked["session"], str(asked["address"]), str(asked["group"]), now_s) == 0
        for _ in range(count)
    )


@given(
    per_s=st.integers(1, 50),
    burst=st.integers(1, 50),
    gaps_ms=st.lists(st.integers(0, 3000), max_size=200),
)
def test_no_more_than_the_burst_and_the_rate_pass(
    per_s: int, burst: int, gaps_ms: list[int]
) -> None:
    buckets, now_s, through = Buckets(Rate(per_s, burst)), 0.0, 0
    for gap_ms in gaps_ms:
        now_s += gap_ms / 1000
        through += buckets.wait_s("a", now_s) == 0
    assert through <= burst + per_s * now_s + 1e-6


def test_who_waits_as_long_as_told_passes() -> None:
    buckets = Buckets(Rate(per_s=4, burst=2))
    assert [buckets.wait_s("a", 0.0) for _ in range(3)] == [0, 0, 0.25]
    assert buckets.wait_s("a", 0.2) > 0
    assert buckets.wait_s("a", 0.25) == 0


def test_a_clock_that_goes_back_gives_nothing() -> None:
    buckets = Buckets(Rate(per_s=1, burst=1))
    assert buckets.wait_s("a", 100.0) == 0
    assert buckets.wait_s("a", 50.0) > 0


def test_addresses_of_one_ipv6_household_share_a_bucket() -> None:
    limits = Limits(session=WIDE, address=Rate(1, 10), group=WIDE)
    each = [passed(limits, 1, address=f"2001:db8:1:2::{n:x}") for n in range(100)]
    assert sum(each) == 10
    assert passed(limits, 20, address="2001:db8:1:3::1") == 10  # the next household has its own


def test_memory_is_bounded_whatever_addresses_come() -> None:
    buckets = Buckets(Rate(1, 1), most=100)
    for n in range(10_000):
        buckets.wait_s(household(f"2001:db8:{n:x}::1"), n / 1000)
    assert len(buckets) == 100


def test_many_addresses_together_are_held_by_the_total() -> None:
    limits = Limits(session=WIDE, address=WIDE, group=Rate(1, 50))
    each = [passed(limits, 1, address=f"2001:db8:{n:x}::1", group="outside") for n in range(500)]
    assert sum(each) == 50


def test_a_flood_from_outside_leaves_the_house_its_rate() -> None:
    limits = Limits(session=WIDE, address=WIDE, group=Rate(1, 50))
    passed(limits, 500, address="203.0.113.5", group="outside")
    assert passed(limits, 50, group="house") == 50


def test_one_session_that_floods_leaves_its_household_alone() -> None:
    limits = Limits(session=Rate(1, 20), address=Rate(1, 100), group=WIDE)
    assert passed(limits, 300, session="red") == 20
    assert passed(limits, 20, session="blue") == 20


def test_invented_sessions_get_no_more_than_their_address() -> None:
    limits = Limits(session=Rate(1, 20), address=Rate(1, 100), group=WIDE)
    assert sum(passed(limits, 1, session=f"forged {n}") for n in range(1000)) == 100
