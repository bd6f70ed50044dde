"""The house's socket ends quietly, however it is ended."""

import asyncio
from contextlib import suppress

import pytest

from tests.service.quickhouse import house_at
from vulkar.service.socketserver import SocketServer
from vulkar.unixsocket import open_connection


@pytest.mark.parametrize("closed", [True, False])
def test_connections_that_are_open_at_the_end_are_no_error(tmp_path, closed):
    """``closed``: in good order; else everything is cancelled, as ``asyncio.run`` does."""
    complaints = []

    async def main():
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda loop, context: complaints.append(context["message"]))
        house = await house_at(tmp_path)
        server = SocketServer(house, tmp_path / "s")
        await server.start()
        ends = [await open_connection(tmp_path / "s", 1 << 10) for _ in range(3)]
        await asyncio.sleep(0.05)
        late = await open_connection(tmp_path / "s", 1 << 10)  # accepted as it ends
        if closed:
            await server.close()
        else:
            mine = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
            for task in mine:
                task.cancel()
            await asyncio.gather(*mine, return_exceptions=True)
        for reader, writer in (*ends, late):
            if closed and reader is not late[0]:  # which the kernel may hold on to till the end
                with suppress(ConnectionError):
                    assert await asyncio.wait_for(reader.read(), 5.0) == b""
            writer.close()
        await server.close()
        await house.close()

    asyncio.run(main())
    assert complaints == []
