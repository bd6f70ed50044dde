"""The benchmark runs; nothing is said about its figures."""

from tests.rules.bench import measure


def test_the_benchmark_measures_something():
    figures = measure(games=1, batches=1)
    assert {"copy_us", "imagine_us", "decisions_per_s", "playout_games_per_s"} < set(figures)
    assert all(v > 0 for v in figures.values())
