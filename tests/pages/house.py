"""A real table process without a board, and the real web process with its pages."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page, ViewportSize

from tests.remote.realtable import RealTable
from tests.remote.web import Web
from vulkar.remote.credentials import COOKIE

MARK = "PYTEST_CURRENT_TEST"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
# No sandbox: CI runs as root in a container of its own.
ARGUMENTS = ("--no-sandbox", "--disable-dev-shm-usage")
PHONE: ViewportSize = {"width": 390, "height": 844}
# of every page, in a house whose first game has begun
PATHS = ("/", "/handover", "/island", "/lobby", "/marshal", "/board", "/history")
PATHS += ("/seat/0", "/history/1")
TWO_OPEN = [{"kind": "open", "name": "Anna"}, {"kind": "open", "name": "Ben"}]


class PagesWeb(Web):
    """``python -m vulkar.pages`` on a free port, as ``vulkar serve`` starts it."""

    module = "vulkar.pages"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        # Where NiceGUI finds this mark it compresses nothing, as it does for no person.
        mark = os.environ.pop(MARK, None)
        try:
            super().__init__(*args, **kwargs)
        finally:
            if mark is not None:
                os.environ[MARK] = mark


class House:
    """One table, its pages, and whoever comes with a phone. Ended by :meth:`close`."""

    def __init__(self, data: Path, browser: Browser, *more: str, table: Sequence[str] = ()) -> None:
        self.table = RealTable(data / "house", *table)
        self.web = PagesWeb(self.table.path, data / "web.log", "--rate-factor", "100", *more)
        self.url = self.web.url
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self._marshal = self.ask("marshal/enter", {"pin": self.table.pin})

    def new_table(self, seats: list[dict[str, Any]] | None = None, **terms: Any) -> dict[int, str]:
        """A new table; an open seat's key by its number."""
        if (state := self.state()["table"]) is not None and state["state"] == "running":
            self.marshal_does("table/abandon")
        body = {"seats": seats or TWO_OPEN, "window_s": 0.5, "hold_s": 0} | terms
        made = self.marshal_does("table/create", body)
        return {row["seat"]: row["key"] for row in made["keys"]}

    def begin(self) -> list[str]:
        """A new table's game has begun; the sessions of its people."""
        keys = self.new_table()
        people = [self.sit(keys[seat]) for seat in sorted(keys)]
        self.does(people[0], "table/start")
        return people

    def state(self) -> dict[str, Any]:
        """``table.state`` as a stranger sees it."""
        return self._call("GET", "/api/table/state", None, None)[0]

    def marshal_does(self, op: str, args: dict[str, Any] | None = None) -> dict[str, Any]:
        """A POST of the marshal's."""
        return self.does(self._marshal, op, args)

    def does(self, credential: str, op: str, args: dict[str, Any] | None = None) -> dict[str, Any]:
        """A POST of a session's."""
        return self._call("POST", f"/api/{op}", args or {}, credential)[0]

    def looks(self, credential: str, op: str, query: str = "") -> dict[str, Any]:
        """A GET of a session's."""
        return self._call("GET", f"/api/{op}{query}", None, credential)[0]

    def ask(self, op: str, args: dict[str, Any] | None = None) -> str:
        """A POST of a stranger's that opens a session; its credential."""
        _, headers = self._call("POST", f"/api/{op}", args or {}, None)
        return headers["set-cookie"].partition("=")[2].partition(";")[0]

    def sit(self, key: str) -> str:
        """Takes the seat of a key; the session's credential."""
        return self.ask("join/claim", {"key": key})

    def marshal(self) -> str:
        """A marshal's credential."""
        return self._marshal

    def phone(self, credential: str | None = None, **options: Any) -> Page:
        """A phone's browser with a session, on no page yet."""
        usual: dict[str, Any] = {"viewport": PHONE, "locale": "en-GB", "has_touch": True}
        context = self._browser.new_context(**usual | options)
        self._contexts.append(context)
        if credential is not None:
            context.add_cookies([{"name": COOKIE, "value": credential, "url": self.url}])
        return context.new_page()

    def open(self, path: str, credential: str | None = None, **options: Any) -> Page:
        """The same on a page, once that is alive."""
        page = self.phone(credential, **options)
        page.goto(self.url + path)
        if credential is not None:
            alive(page)
        return page

    def put_phones_away(self) -> None:
        """Closes every browser that was opened."""
        for context in self._contexts:
            context.close()
        self._contexts.clear()

    def close(self) -> None:
        self.put_phones_away()
        self.web.close()
        self.table.stop(hard=True)

    def _call(
        self, method: str, path: str, body: dict[str, Any] | None, credential: str | None
    ) -> tuple[dict[str, Any], dict[str, str]]:
        more = {"cookie": f"{COOKIE}={credential}"} if credential is not None else {}
        status, headers, answer = self.web.ask(method, path, body, **more)
        found: dict[str, Any] = _json(answer)
        assert status == 200, found
        return found, headers


def alive(page: Page) -> None:
    """Waits until the page hears the table."""
    # Playwright's own waiting makes code of text in the page, which the content policy forbids.
    end = time.monotonic() + 30.0
    while not _hears(page):
        assert time.monotonic() < end, "the page does not hear the table"
        time.sleep(0.05)


def _hears(page: Page) -> bool:
    try:
        return bool(page.evaluate("Boolean(window.vulkar?.connected() && window.did_handshake)"))
    except Error as error:
        if "context was destroyed" not in str(error):
            raise
        return False  # it is just being loaded again


def _json(answer: bytes) -> dict[str, Any]:
    import json

    found = json.loads(answer)
    assert isinstance(found, dict)
    return found
