"""A page and its socket as a program speaks to them, without a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.pages.house import House
from vulkar.remote.credentials import COOKIE

ID = re.compile(rb"'client_id': ?'([0-9a-f-]{36})'")  # in the HTML of a page


def page_of(house: House, credential: str) -> str:
    """The id of a new page of a session."""
    _, _, body = house.web.ask("GET", "/?menu", cookie=f"{COOKIE}={credential}")
    found = ID.search(body)
    assert found is not None
    return found[1].decode()


@contextmanager
def socket(
    house: House, page: str, credential: str | None, origin: str | None = None
) -> Iterator[ClientConnection]:
    """A browser's socket for a page, up to what the server says to its beginning."""
    query = f"EIO=4&transport=websocket&client_id={page}&implicit_handshake=true"
    query += "&tab_id=t&document_id=d&next_message_id=0"
    headers = {"cookie": f"{COOKIE}={credential}"} if credential is not None else {}
    url = f"ws://{house.web.host}/_nicegui_ws/socket.io/?{query}"
    own = Origin(origin or house.url)
    with connect(url, additional_headers=headers, origin=own) as opened:
        assert str(opened.recv(timeout=5)).startswith("0")
        opened.send("40")
        yield opened


def is_open(house: House, page: str, credential: str) -> bool:
    """Whether the page lets in a socket of its session's."""
    with socket(house, page, credential) as opened:
        return str(opened.recv(timeout=5)).startswith("40")
