"""What the person at the console is told, and that keys are told there and nowhere else."""

from __future__ import annotations

from vulkar.cli.announce import Announcer
from vulkar.remote.reach import Reach


def told_at(*names: str, public: str | None = None) -> Announcer:
    return Announcer(lambda port: Reach(names, port, public))


def test_links_wait_for_the_address_and_have_the_best_name() -> None:
    told = told_at("192.168.1.7", "pi.local")
    assert told.table("link 1 KEY-A") == told.table("start KEY-S") == []
    assert told.table("pin 1234") == ["Marshal's PIN: 1234  (kept as a hash only: write it down)"]
    assert told.web("listening 0.0.0.0:8080") == [
        "Address: http://192.168.1.7:8080",
        "Address: http://pi.local:8080",
        "Seat 1: http://192.168.1.7:8080/join/KEY-A",
        "Open this first (works once):",
        "  http://192.168.1.7:8080/start/KEY-S",
    ]
    assert told.table("link 2 KEY-B") == ["Seat 2: http://192.168.1.7:8080/join/KEY-B"]
    assert told.web("listening 0.0.0.0:8080") == [], "a web process that is back is no news"


def test_behind_a_proxy_links_have_the_public_name_and_the_start_link_stays_at_home() -> None:
    told = told_at("192.168.1.7", public="vulkar.example.org")
    told.web("listening 0.0.0.0:8080")
    assert told.table("link 3 KEY") == ["Seat 3: https://vulkar.example.org/join/KEY"]
    assert told.table("start KEY")[-1] == "  http://192.168.1.7:8080/start/KEY"


def test_whoever_serves_this_computer_only_is_told_that_phones_cannot_come() -> None:
    assert "No phone reaches" in told_at("127.0.0.1").web("listening 127.0.0.1:8080")[-1]


def test_a_game_that_goes_on_is_told() -> None:
    assert told_at("x").table("resumed game-1 turn 12") == [
        "The table takes up the running game: game-1 turn 12."
    ]
