"""One web process in front of one small table, for all tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator

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
    web = Web(table.path, tmp_path_factory.mktemp("web") / "log", "--public-host", "house.example")
    yield web
    web.close()
