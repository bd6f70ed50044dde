"""What the person at the console is told, and that keys are told there and nowhere else."""

from __future__ import annotations

from vulkar.cli.announce import Announcer, names_of


def test_join_links_wait_for_the_address_and_have_the_best_name() -> None:
    told = Announcer(["192.168.1.7", "pi.local"])
    assert told.table("link 1 KEY-A") == []
    assert told.table("pin 1234") == ["Marshal's PIN: 1234  (kept as a hash only: write it down)"]
    assert told.web("listening 0.0.0.0:8080") == [
        "Address: http://192.168.1.7:8080",
        "Address: http://pi.local:8080",
        "Seat 1: http://192.168.1.7:8080/join/KEY-A",
    ]
    assert told.table("link 2 KEY-B") == ["Seat 2: http://192.168.1.7:8080/join/KEY-B"]
    assert told.web("listening 0.0.0.0:8080") == [], "a web process that is back is no news"


def test_behind_a_proxy_links_have_the_public_name() -> None:
    told = Announcer(["192.168.1.7"], "vulkar.example.org")
    told.web("listening 0.0.0.0:8080")
    assert told.table("link 3 KEY") == ["Seat 3: https://vulkar.example.org/join/KEY"]


def test_a_game_that_goes_on_is_told() -> None:
    assert Announcer(["x"]).table("resumed game-1 turn 12") == [
        "The table takes up the running game: game-1 turn 12."
    ]


def test_names_under_which_a_machine_is_found() -> None:
    assert names_of("0.0.0.0:8080", "pi", "192.168.1.7") == ["192.168.1.7", "pi.local"]
    assert names_of("127.0.0.1:8080", "pi", "192.168.1.7") == ["127.0.0.1"]
    assert names_of("[::1]:80", "pi", None) == ["[::1]"]
    assert names_of("0.0.0.0:80", "localhost", None) == ["localhost"]
