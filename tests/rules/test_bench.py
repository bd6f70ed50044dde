"""The benchmark runs; nothing is said about its figures."""

from tests.rules import openspiel
from tests.rules.bench import TABLES, measure


def test_the_benchmark_measures_every_table_beside_its_yardsticks():
    figures = measure(seconds=0.001, rounds=1)
    assert all(figures[unit] > 0 for unit in ("copy_us", "imagine_us", "floor_ns"))
    for per_table in ("decisions_per_s", "games_per_s", "per_floor", "per_openspiel"):
        assert set(figures[per_table]) == set(TABLES)
    assert all(v > 0 for v in figures["decisions_per_s"].values())
    if openspiel.missing():
        assert figures["openspiel"] == {"skipped": openspiel.missing()}
    else:
        assert set(figures["openspiel"]["decisions_per_s"]) == set(openspiel.MODULES)
        assert all(set(row) == set(openspiel.MODULES) for row in figures["per_openspiel"].values())


def test_without_openspiel_the_benchmark_says_why(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert "open_spiel" in openspiel.missing()
