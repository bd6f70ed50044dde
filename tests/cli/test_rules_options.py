"""``vulkar rules options``: every option, each preset's reading, and why."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from vulkar.cli.app import app
from vulkar.errors import VulkarError
from vulkar.rules.classic.options import ABOUT, PRESETS

RUN = CliRunner()


def test_all_options_are_listed_with_both_presets():
    out = RUN.invoke(app, ["rules", "options"]).output
    for name, about in ABOUT.items():
        assert f"\n{name}: " in f"\n{out}" and about.question in out and about.sources in out
    assert "anniversary = on: The condensed rules say so." in out
    assert "classic86 = off: The long rules have no such limit: any direction." in out
    assert "With off a game may not end." in out


@pytest.mark.parametrize("preset", PRESETS)
def test_one_preset_is_listed_alone(preset):
    out = RUN.invoke(app, ["rules", "options", "--preset", preset]).output
    assert out.count(f"    {preset} = ") == len(ABOUT)
    assert sum(f"    {p} = " in out for p in PRESETS) == 1


def test_an_unknown_preset_names_the_known_ones():
    result = RUN.invoke(app, ["rules", "options", "--preset", "clasic"])
    assert isinstance(result.exception, VulkarError)
    assert result.exception.code == "preset.unknown" and "classic86" in str(
        result.exception.cause + result.exception.todo
    )
