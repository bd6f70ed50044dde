"""Under which addresses people find a table."""

from __future__ import annotations

import pytest

from vulkar.remote.reach import Reach, names_of


def test_names_under_which_a_machine_is_found() -> None:
    assert names_of("0.0.0.0:8080", "pi", "192.168.1.7") == ["192.168.1.7", "pi.local"]
    assert names_of("127.0.0.1:8080", "pi", "192.168.1.7") == ["127.0.0.1"]
    assert names_of("[::1]:80", "pi", None) == ["[::1]"]
    assert names_of("0.0.0.0:80", "localhost", None) == ["localhost"]


def test_a_link_has_the_address_that_answers_surely() -> None:
    home = Reach(("192.168.1.7", "pi.local"), 8080)
    assert home.best == "http://192.168.1.7:8080"
    assert home.addresses[1] == "http://pi.local:8080"
    assert Reach(("192.168.1.7",), 8080, "vulkar.example.org").best == "https://vulkar.example.org"


@pytest.mark.parametrize(
    ("name", "only"),
    [("127.0.0.1", True), ("[::1]", True), ("localhost", True), ("192.168.1.7", False)],
)
def test_a_table_that_no_phone_reaches_is_known(name: str, only: bool) -> None:
    assert Reach((name,), 80).only_here is only
    assert not Reach((name,), 80, "vulkar.example.org").only_here


def test_on_a_network_that_is_no_homes_the_machine_is_asked_by_its_name_for_itself() -> None:
    assert Reach(("192.168.1.7",), 8080).nearest == "http://192.168.1.7:8080"
    assert Reach(("203.0.113.9", "pi.local"), 8080).nearest == "http://localhost:8080"
