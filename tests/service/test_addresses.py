"""Which addresses count as one client."""

from __future__ import annotations

import pytest

from vulkar.service.addresses import household


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8::1", "2001:db8::ffff:1", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("::ffff:203.0.113.9", "203.0.113.9", True),
        ("fe80::1%eth0", "fe80::1%wlan0", True),
        ("fe80::1", "fe80::2", False),  # two devices of one network
        ("::1", "::2", False),
        ("203.0.113.9", "203.0.113.10", False),
        ("no address", "no address", True),
        ("", "no address", False),
    ],
)
def test_an_address_stands_for_its_household(one: str, other: str, same: bool) -> None:
    assert (household(one) == household(other)) is same


def test_a_long_name_takes_no_more_room_than_an_address() -> None:
    assert len(household("x" * 10_000)) == 64
