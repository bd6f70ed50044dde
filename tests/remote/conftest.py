"""One web process in front of one small table, for all tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.remote.smalltable import SmallTable
from tests.remote.web import Web


@pytest.fixture(scope="session")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallTable]:
    table = SmallTable(tmp_path_factory.mktemp("table") / "table.sock")
    yield table
    table.stop()


@pytest.fixture(scope="session")
def web(table: SmallTable, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    """With rates that no test of something else meets."""
    log = tmp_path_factory.mktemp("web") / "log"
    more = ("--public-host", "house.example", "--access-log", "--rate-factor", "1000")
    web = Web(table.path, log, *more)
    yield web
    web.close()


@pytest.fixture
def rated(table: SmallTable, tmp_path: Path) -> Iterator[Web]:
    """With the usual rates, all unused."""
    web = Web(table.path, tmp_path / "log")
    yield web
    web.close()
