"""What tests of the service share because it takes long to make."""

from __future__ import annotations

import asyncio
import signal

import pytest

from tests.service.manualplay import Begun, Players
from tests.service.tableprocess import TableProcess, line_to


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Begun:
    """See ``Begun``; its board has no electronics, and its rules all items."""
    data = tmp_path_factory.mktemp("begun")

    async def main() -> Begun:
        table = await TableProcess.start(data, "--manual")
        async with line_to(data) as line:
            players = await Players.begin(table, line, options={"items": "both"})
        await table.end(signal.SIGKILL)
        return Begun(data, players.marshal, players.people)

    return asyncio.run(main())
