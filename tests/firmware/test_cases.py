"""The firmware's pure parts under real MicroPython and under CPython, case by case."""

from __future__ import annotations

import re
from functools import cache

import pytest

from firmware.kit import HERE, INTERPRETERS, run_script

FILES = sorted(path.stem for path in (HERE / "cases").glob("case_*.py"))
CASES = [
    (name, case)
    for name in FILES
    for case in re.findall(r"^def (case_\w+)", (HERE / "cases" / f"{name}.py").read_text(), re.M)
]


@cache
def outcome(interpreter: str, name: str) -> str:
    return run_script(interpreter, HERE / "run_cases.py", name)


@pytest.mark.parametrize("interpreter", INTERPRETERS)
@pytest.mark.parametrize(("name", "case"), CASES)
def test_case(interpreter: str, name: str, case: str) -> None:
    text = outcome(interpreter, name)
    assert f"ok {case}\n" in text, text
