"""What all tests share: in CI a skip for an absent system package is a failure."""

from __future__ import annotations

import gc
import os
from collections.abc import Generator

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--port", help="a real Pico for the tests marked hil; its firmware is replaced"
    )


def pytest_collection_finish() -> None:
    """What was collected stays: the firmware's own collections, under CPython, need not walk it."""
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.skipped and os.environ.get("VULKAR_CI") and "apt-get install" in str(report.longrepr):
        report.outcome = "failed"
    return report
