"""The start link: looking at it uses nothing, its button makes one browser the marshal's."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlencode

from tests.remote.realtable import RealTable
from tests.remote.web import Web

MORE = ("--public-host", "house.example", "--proxy", "127.0.0.9", "--access-log")
FORM = "application/x-www-form-urlencoded"


def press(web: Web, key: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    return web.ask("POST", "/start", urlencode({"key": key}).encode(), content_type=FORM, **headers)


def test_opening_a_start_link_changes_nothing_and_its_button_uses_it_once(tmp_path: Path) -> None:
    table = RealTable(tmp_path / "house")
    web = Web(table.path, tmp_path / "log", *MORE)
    try:
        key = table.start_key
        for _ in range(2):
            status, headers, body = web.ask("GET", f"/start/{key}")
            assert status == 200 and f'name="key" value="{key}"' in body.decode()
            assert "set-cookie" not in headers
        assert b"<script" not in web.ask("GET", "/start/<script>")[2]
        stranger = {"host": "house.example", "origin": "https://house.example"}
        assert press(web, key, **stranger)[0] == 403
        assert press(web, "guessed")[0] == 409
        status, headers, _ = press(web, key, cookie="vulkar=stale", x="1")
        assert status == 303 and headers["location"] == "/lobby"
        cookie = headers["set-cookie"].partition(";")[0]
        state = web.ask("GET", "/api/table/state", cookie=cookie)[2]
        assert b'"marshal":true' in state.replace(b" ", b"")
        again = press(web, key)
        assert again[0] == 409 and "set-cookie" not in again[1]
        assert key not in (tmp_path / "log").read_text("utf-8")
    finally:
        web.close()
        table.stop(hard=True)
