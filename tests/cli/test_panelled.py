"""``vulkar serve --panel``: the table process is the one that knows pins."""

from __future__ import annotations

from pathlib import Path

import pytest

from vulkar.cli.panelled import main
from vulkar.cli.serving import programs


def table_args(panel: str | None) -> list[str]:
    started = programs(Path("house"), "classic", "127.0.0.1:0", False, "auto", None, (), panel)
    return list(next(program.args for program in started if program.name == "table"))


def test_with_a_panel_the_table_is_started_with_it() -> None:
    assert table_args(None)[:2] == ["-m", "vulkar.service"]
    assert table_args("classic")[:3] == ["-m", "vulkar.cli.panelled", "classic"]
    assert table_args("classic")[3:] == table_args(None)[2:]


def test_an_unknown_panel_is_one_clear_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["no-such-panel", "--data", "house", "--manual"]) == 1
    said = capsys.readouterr().err
    assert "no-such-panel" in said and "Traceback" not in said
