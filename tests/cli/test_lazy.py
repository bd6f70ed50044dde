"""Commands are imported when they are given; the list of them says what they say themselves."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from tests.cli.run import vulkar
from vulkar.cli.app import COMMANDS, app
from vulkar.cli.lazy import LazyCommand, Listed

HEAVY = ("mujoco", "numpy", "scipy", "PIL", "serial", "transitions", "sqlite3", "babel")
OURS = ("bots", "calibrate", "devices", "island", "maps", "pi", "rules", "sim", "table", "texts")
PROGRAM = """
import json, sys
from vulkar.cli import main
try:
    main()
finally:
    print(json.dumps(sorted(sys.modules)))
"""


@pytest.mark.parametrize("argument", ["version", "--help"])
def test_version_and_help_import_nothing_of_the_game_or_the_board(argument: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, argument], capture_output=True, text=True, check=True
    )
    loaded = set(json.loads(done.stdout.splitlines()[-1]))
    assert "typer" in loaded
    assert not loaded & {*HEAVY, *(f"vulkar.{package}" for package in OURS)}


@pytest.mark.parametrize("line", COMMANDS, ids=lambda line: line.name)
def test_the_list_says_what_the_command_itself_says(line: Listed) -> None:
    group = typer.main.get_command(app)
    listed = group.commands[line.name]
    assert isinstance(listed, LazyCommand)
    command = listed.load()
    assert command.name == line.name
    assert " ".join((command.help or "").split("\n\n")[0].split()) == line.says == listed.help


def test_a_wrong_option_is_the_commands_own_error(tmp_path: Path) -> None:
    done = vulkar("study", "--nonsense", cwd=tmp_path)
    assert done.returncode == 2
    assert "vulkar study" in done.stderr and "--nonsense" in done.stderr
