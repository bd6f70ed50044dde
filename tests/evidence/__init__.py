"""The statistics in the sizes that were asked for. ``python -m tests.evidence`` runs them.

Each module has ``measure()``, which returns a JSON-able result, and ``problems(result)``, which
says what in a result is not as asked. Results lie in docs/measured/.
"""
