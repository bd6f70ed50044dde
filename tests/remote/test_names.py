"""Host and Origin: this machine's names and no others, and the same place in both."""

from __future__ import annotations

import pytest

from vulkar.remote.names import Names, Place, parse_host, same_place

NAMES = Names("Volcano.lan", frozenset({"island.example"}))


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Volcano.local:8080", Place("volcano.local", 8080)),
        ("volcano.local.", Place("volcano.local", None)),
        ("192.168.1.5", Place("192.168.1.5", None)),
        ("[FE80::0001]:80", Place("fe80::1", 80)),
        ("", None),
        ("a b", None),
        ("host:port", None),
        ("host:1:2", None),
        ("user@host", None),
        ("host/path", None),
        ("a,b", None),  # two Host headers
        ("volcano\u0130", None),
    ],
)
def test_a_host_header_is_a_name_and_a_port(text: str, place: Place | None) -> None:
    assert parse_host(text) == place


@pytest.mark.parametrize(
    ("name", "answered"),
    [
        ("localhost", True),
        ("192.168.1.5", True),
        ("volcano", True),
        ("volcano.lan", True),
        ("volcano.local", True),
        ("volcano-2.local", True),
        ("island.example", True),
        ("192.168.1.6", False),  # no address of this connection
        ("evil.local", False),
        ("volcano.local.evil.example", False),
        ("xvolcano.local", False),
        ("volcano.example", False),
        ("rebound.example", False),
        ("", False),
    ],
)
def test_only_names_of_this_machine_are_answered(name: str, answered: bool) -> None:
    assert NAMES.answers(name, "192.168.1.5") is answered


@pytest.mark.parametrize(
    ("origin", "host", "https", "same"),
    [
        ("http://volcano.local:8080", "volcano.local:8080", False, True),
        ("http://volcano.local", "volcano.local:80", False, True),
        ("https://house.example", "house.example", True, True),
        ("https://house.example", "house.example:443", True, True),
        ("http://[fe80::1]:8080", "[fe80::1]:8080", False, True),
        ("http://house.example", "house.example", True, False),  # a page without TLS
        ("https://volcano.local", "volcano.local", False, False),
        ("http://volcano.local:8081", "volcano.local:8080", False, False),
        ("http://volcano.local", "volcano.local:8080", False, False),
        ("http://evil.example", "volcano.local", False, False),
        ("http://volcano.local/", "volcano.local", False, False),
        ("http://user@volcano.local", "volcano.local", False, False),
        ("file://", "volcano.local", False, False),
        ("null", "volcano.local", False, False),
        ("", "volcano.local", False, False),
        ("http://[", "volcano.local", False, False),
    ],
)
def test_an_origin_is_the_place_of_its_host(
    origin: str, host: str, https: bool, same: bool
) -> None:
    assert same_place(origin, host, https) is same
