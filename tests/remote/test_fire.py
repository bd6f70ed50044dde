"""``vulkar fire``: waits for the seat's trigger, pulls it once, and says how it went."""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.remote.smalltable import KEY, SEAT, SmallTable
from tests.remote.web import Web
from vulkar.cli import main

LIVE = {"state": "live", "question": "17", "nonce": "first"}


def why(state: str, code: str) -> dict[str, Any]:
    return {"state": state, "reason": {"code": code, "params": {}}, "question": None}


@dataclass
class Done:
    code: int
    stdout: str
    stderr: str


@dataclass
class Terminal:
    """Runs the command in this process, as the program would."""

    web: Web
    path: Path
    patch: pytest.MonkeyPatch
    read: pytest.CaptureFixture[str]

    def fire(self, *args: str, said: str = "") -> Done:
        self.patch.setattr(sys, "argv", ["vulkar", "fire", "--table", self.web.url, *args])
        self.patch.setattr(sys, "stdin", io.StringIO(said))
        code = 0
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
        return Done(code, *self.read.readouterr())


@pytest.fixture
def terminal(
    web: Web,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Terminal:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("VULKAR_SEAT_KEY", KEY)
    return Terminal(web, tmp_path, monkeypatch, capsys)


def pulled(table: SmallTable) -> list[dict[str, Any]]:
    return [request.args for request in table.asked if request.op == "fire"]


def test_it_waits_until_the_trigger_is_live_and_pulls_it_once(
    terminal: Terminal, table: SmallTable
) -> None:
    table.asked.clear()
    aiming = why("aiming", "trigger.aiming")
    table.triggers = [why("not_your_turn", "trigger.turn"), aiming, LIVE]
    table.fired = [{"state": "rolling"}]
    done = terminal.fire()
    assert done.code == 0, done.stderr
    assert done.stdout.count("Waiting: ") == 2
    assert done.stdout.endswith("Fired: the marble is on its way.\n")
    (args,) = pulled(table)
    assert (args["seat"], args["question"], args["nonce"]) == (0, "17", "first")
    assert {r.args["as"] for r in table.asked if r.op == "subscribe"} == {0}  # it counts as there


def test_a_nonce_that_was_too_old_is_looked_up_again(terminal: Terminal, table: SmallTable) -> None:
    table.asked.clear()
    table.triggers = [LIVE, {**LIVE, "nonce": "second"}]
    table.fired = ["trigger.stale", {"state": "rolling"}]
    assert terminal.fire().code == 0
    first, second = pulled(table)
    assert (first["nonce"], second["nonce"]) == ("first", "second")
    assert first["id"] != second["id"]


def test_an_announced_shot_that_is_vetoed_ends_with_the_reason(
    terminal: Terminal, table: SmallTable
) -> None:
    announced = {"state": "announced", "question": "17", "nonce": "first"}
    vetoed = {**why("vetoed", "trigger.vetoed"), "question": "17"}
    table.triggers = [LIVE, announced, vetoed]
    table.fired = [{"state": "announced"}]
    done = terminal.fire()
    assert done.code == 1
    assert "(trigger.vetoed)" in done.stderr


def test_an_announced_shot_that_the_board_takes_back_ends_with_the_boards_reason(
    terminal: Terminal, table: SmallTable
) -> None:
    lapsed = {**why("not_armed", "arming.lapsed"), "question": "17"}
    table.triggers = [LIVE, {"state": "announced", "question": "17", "nonce": "first"}, lapsed]
    table.fired = [{"state": "announced"}]
    done = terminal.fire()
    assert done.code == 1
    assert "(arming.lapsed)" in done.stderr


def test_a_refusal_is_told_and_not_repeated(terminal: Terminal, table: SmallTable) -> None:
    table.asked.clear()
    table.triggers, table.fired = [LIVE], ["trigger.stopped"]
    done = terminal.fire()
    assert done.code == 1
    assert "(trigger.stopped)" in done.stderr
    assert "Traceback" not in done.stderr
    assert len(pulled(table)) == 1


def test_who_waited_long_enough_hears_the_last_reason(
    terminal: Terminal, table: SmallTable
) -> None:
    table.triggers = [why("not_your_turn", "trigger.turn")]
    done = terminal.fire("--wait", "0")
    assert done.code == 1
    assert "(trigger.turn)" in done.stderr


def test_the_session_is_kept_for_this_user_only_and_used_again(
    terminal: Terminal, table: SmallTable
) -> None:
    table.triggers = [why("not_your_turn", "trigger.turn")]
    terminal.patch.delenv("VULKAR_SEAT_KEY")
    link = f"{terminal.web.url}/join/{KEY}\n"
    terminal.fire("--wait", "0", "--seat-key", "-", said=link)
    saved = terminal.path / "vulkar" / "sessions.json"
    assert saved.stat().st_mode & 0o777 == 0o600
    assert KEY not in saved.read_text("utf-8")
    table.asked.clear()
    terminal.patch.setenv("VULKAR_SEAT_KEY", KEY)
    terminal.fire("--wait", "0")
    assert [r.credential for r in table.asked if r.op == "join.claim"] == [SEAT]


def test_without_a_key_it_says_where_to_find_it(terminal: Terminal) -> None:
    terminal.patch.delenv("VULKAR_SEAT_KEY")
    done = terminal.fire()
    assert done.code == 1
    assert "(fire.key)" in done.stderr
