"""Who counts as in the house: headers demote, and promote only by the word of the named proxy."""

from __future__ import annotations

import pytest

from vulkar.remote.peer import FORWARDING, Trust

LAN = "192.168.1.7"
FAR = "203.0.113.5"
PROXY = "192.168.1.2"
HOUSE = Trust()
HOME = Trust(frozenset({"house.example"}))
BEHIND = Trust(frozenset({"house.example"}), frozenset({PROXY, "10.0.0.9"}))


@pytest.mark.parametrize(
    ("address", "local"),
    [
        ("127.0.0.1", True),
        ("::1", True),
        ("10.1.2.3", True),
        ("172.31.0.1", True),
        (LAN, True),
        ("169.254.3.4", True),
        ("fe80::1%eth0", True),
        ("fd12::1", True),
        (f"::ffff:{LAN}", True),
        ("172.32.0.1", False),
        (FAR, False),
        (f"::ffff:{FAR}", False),
        ("100.64.0.1", False),  # a carrier's network, or an overlay: strangers share it
        ("2001:db8::1", False),
        ("", False),
        ("unknown", False),
    ],
)
def test_local_is_loopback_private_or_link_local(address: str, local: bool) -> None:
    assert HOUSE.peer(address, "volcano.local", {}, https=False).local is local


@pytest.mark.parametrize("address", ["127.0.0.1", "127.0.0.9", "::1", "::ffff:127.0.0.1"])
def test_a_tunnel_that_adds_no_header_brings_nobody_home(address: str) -> None:
    assert not HOME.peer(address, "localhost", {}, https=False).local
    assert HOME.peer(LAN, "localhost", {}, https=False).local
    assert BEHIND.peer(address, "localhost", {}, https=False).local  # the proxy is elsewhere


@pytest.mark.parametrize("header", [*sorted(FORWARDING), "x-forwarded-for", "x-forwarded-host"])
def test_whoever_sends_a_forwarding_header_is_not_local(header: str) -> None:
    peer = HOUSE.peer("127.0.0.1", "localhost", {header: LAN}, https=False)
    assert (peer.address, peer.local) == ("127.0.0.1", False)


def test_the_public_host_is_not_local_and_always_https() -> None:
    peer = HOME.peer("127.0.0.1", "house.example", {}, https=False)
    assert (peer.local, peer.https) == (False, True)


@pytest.mark.parametrize(
    ("forwarded_for", "address", "local"),
    [
        (FAR, FAR, False),
        (LAN, LAN, True),
        (f"{LAN}, {FAR}", FAR, False),  # the left part is what the stranger wrote
        (f"{FAR}, {LAN}", LAN, True),
        (f"{FAR}, 10.0.0.9", FAR, False),  # the outer of two named proxies is passed over
        ("", PROXY, False),
        ("rubbish", PROXY, False),
        (f"{LAN}, rubbish", PROXY, False),
    ],
)
def test_only_the_last_hop_that_a_named_proxy_saw_counts(
    forwarded_for: str, address: str, local: bool
) -> None:
    headers = {"x-forwarded-for": forwarded_for} if forwarded_for else {}
    peer = BEHIND.peer(PROXY, "volcano.local", headers, https=False)
    assert (peer.address, peer.local) == (address, local)


def test_nobody_else_is_believed() -> None:
    peer = BEHIND.peer(FAR, "volcano.local", {"x-forwarded-for": LAN}, https=False)
    assert (peer.address, peer.local) == (FAR, False)


def test_https_is_the_named_proxys_word_only() -> None:
    headers = {"x-forwarded-for": FAR, "x-forwarded-proto": "https"}
    assert BEHIND.peer(PROXY, "volcano.local", headers, https=False).https
    assert not BEHIND.peer(FAR, "volcano.local", headers, https=False).https
