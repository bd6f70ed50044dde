"""What the web process lets through: names, origins, sizes, methods; the rest is counted."""

from __future__ import annotations

import json
import socket

import pytest

from tests.remote.smalltable import SEAT, SmallTable
from tests.remote.web import Web

BEARER = f"Bearer {SEAT}"


def counted(web: Web, code: str, method: str, path: str, **headers: str) -> None:
    """The request is refused with ``code``, and counted once; the table hears nothing of it."""
    before = web.refused().get(code, 0)
    assert web.error(method, path, b"{}" if method == "POST" else None, **headers) == code
    assert web.refused()[code] == before + 1


@pytest.mark.parametrize("host", ["rebound.example", "evil.local", "192.168.1.99", "a, b"])
def test_a_foreign_host_is_refused_and_counted(web: Web, table: SmallTable, host: str) -> None:
    asked = len(table.asked)
    counted(web, "web.host", "GET", "/api/hello", host=host)
    assert len(table.asked) == asked


@pytest.mark.parametrize("name", ["localhost", socket.gethostname(), "house.example"])
def test_its_own_names_are_answered(web: Web, name: str) -> None:
    assert web.ask("GET", "/api/hello", host=f"{name}:{web.port}")[0] == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1", ""]
)
@pytest.mark.parametrize("path", ["/api/disarm", "/join", "/no/such/page"])
def test_a_foreign_origin_is_refused_and_counted(web: Web, origin: str, path: str) -> None:
    counted(web, "web.origin", "POST", path, origin=origin, cookie=f"vulkar={SEAT}")


def test_a_program_without_origin_needs_a_bearer_and_no_cookie(web: Web) -> None:
    assert web.ask("POST", "/api/disarm", b"", origin="", authorization=BEARER)[0] == 200
    refused = web.error(
        "POST", "/api/disarm", b"", origin="", authorization=BEARER, cookie="vulkar=x"
    )
    assert refused == "web.origin"
    assert web.error("POST", "/api/disarm", b"", origin="", authorization="Basic eDp5") == (
        "web.origin"
    )


def test_what_changes_nothing_needs_no_origin(web: Web) -> None:
    assert web.ask("GET", "/api/hello", origin="http://evil.example")[0] == 200


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "get"])
def test_other_methods_are_refused_and_counted(web: Web, method: str) -> None:
    counted(web, "web.method", method, "/api/hello")


def test_a_get_of_what_changes_something_changes_nothing(web: Web, table: SmallTable) -> None:
    asked = len(table.asked)
    assert web.error("GET", "/api/disarm") == "web.method"
    assert len(table.asked) == asked


def test_a_body_over_64_kb_is_refused_and_counted(web: Web, table: SmallTable) -> None:
    asked, before = len(table.asked), web.refused().get("web.size", 0)
    args = {"seat": 0, "question": "1", "id": "a", "value": "x" * 65_536}
    assert web.error("POST", "/api/answer", args, authorization=BEARER) == "web.size"
    # without a length, in pieces
    with socket.create_connection(("127.0.0.1", web.port)) as raw:
        head = f"POST /api/answer HTTP/1.1\r\nHost: {web.host}\r\nOrigin: {web.url}\r\n"
        raw.sendall(head.encode() + b"Transfer-Encoding: chunked\r\n\r\n")
        raw.sendall((b"8000\r\n" + b"x" * 0x8000 + b"\r\n") * 3)
        assert raw.recv(100).startswith(b"HTTP/1.1 413 ")
    assert web.refused()["web.size"] == before + 2
    assert len(table.asked) == asked


def test_a_body_of_64_kb_reaches_what_reads_it(web: Web) -> None:
    assert web.error("POST", "/api/answer", b"x" * 65_536, authorization=BEARER) == "web.body"


def test_an_endless_head_is_refused(web: Web) -> None:
    with socket.create_connection(("127.0.0.1", web.port)) as raw:
        raw.sendall(b"GET /api/hello HTTP/1.1\r\nX-Long: " + b"x" * 17_000)
        assert raw.recv(100).startswith(b"HTTP/1.1 400 ")


def test_a_forged_forwarding_header_names_nobody_and_demotes(
    web: Web, rated: Web, table: SmallTable
) -> None:
    rated.ask("GET", "/api/hello")
    assert (table.asked[-1].client.address, table.asked[-1].client.local) == ("127.0.0.1", True)
    rated.ask("GET", "/api/hello", x_forwarded_for="203.0.113.5")
    assert (table.asked[-1].client.address, table.asked[-1].client.local) == ("127.0.0.1", False)
    asked = len(table.asked)
    assert web.ask("GET", "/api/hello", host="house.example")[0] == 200
    assert len(table.asked) == asked + 1
    assert not table.asked[-1].client.local


def test_every_answer_has_the_strict_headers(web: Web) -> None:
    for path, host in (("/", web.host), ("/api/hello", web.host), ("/x", web.host), ("/", "evil")):
        headers = web.ask("GET", path, host=host)[1]
        policy = headers["content-security-policy"]
        assert "script-src 'self';" in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"
        assert "server" not in headers
        assert "access-control-allow-origin" not in headers
        assert "strict-transport-security" not in headers
    assert "strict-transport-security" in web.ask("GET", "/", host="house.example")[1]


def test_a_credential_is_a_cookie_or_a_bearer(web: Web, table: SmallTable) -> None:
    web.ask("GET", "/api/hello", cookie=f"a=b; vulkar={SEAT}")
    assert table.asked[-1].credential == SEAT
    web.ask("GET", "/api/hello", authorization=BEARER)
    assert table.asked[-1].credential == SEAT
    # over https only the cookie counts that no page without TLS can set
    web.ask("GET", "/api/hello", host="house.example", cookie=f"vulkar={SEAT}")
    assert table.asked[-1].credential is None
    web.ask("GET", "/api/hello", host="house.example", cookie=f"__Host-vulkar={SEAT}")
    assert table.asked[-1].credential == SEAT


def test_a_cookie_that_the_table_does_not_know_is_taken_away(web: Web) -> None:
    status, headers, body = web.ask("GET", "/api/hello", cookie="vulkar=old")
    assert (status, json.loads(body)["error"]["code"]) == (401, "session.unknown")
    assert headers["set-cookie"].startswith("vulkar=; Max-Age=0; ")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/answer", {"seat": 0}),
        ("/api/answer", {"seat": 9, "question": "1", "id": "a", "value": 1}),
        ("/api/answer", {"seat": 0, "question": "1", "id": "a" * 65, "value": 1}),
        ("/api/answer", {"seat": 0, "question": "1", "id": "a", "value": 1, "extra": 1}),
        ("/api/answer", b"{"),
        ("/api/answer", b"[" * 20_000),
        ("/api/answer", b"\xff\xfe"),
        ("/api/join/look", {}),
    ],
)
def test_a_bad_body_is_one_error_and_not_passed_on(
    web: Web, table: SmallTable, path: str, body: dict[str, object] | bytes
) -> None:
    asked = len(table.asked)
    kind = {"content_type": "application/json", "authorization": BEARER}
    assert web.error("POST", path, body, **kind) == "web.body"
    assert len(table.asked) == asked


def test_null_is_a_value(web: Web, table: SmallTable) -> None:
    args = {"seat": 0, "question": "1", "id": "a", "value": None}
    assert web.ask("POST", "/api/answer", args, authorization=BEARER)[0] == 200
    assert table.asked[-1].args == args


def test_a_session_that_floods_is_slowed_and_others_are_not(rated: Web) -> None:
    ask = f"GET /api/hello HTTP/1.1\r\nHost: {rated.host}\r\nAuthorization: Bearer flood\r\n"
    with socket.create_connection(("127.0.0.1", rated.port), timeout=20) as raw:
        raw.sendall((ask + "\r\n").encode() * 100)
        said = b""
        while b"retry-after: 1\r\n" not in said and (more := raw.recv(65_536)):
            said += more
    assert said.count(b" 401 ") >= 60  # the burst; the table knows no such session
    assert b" 429 " in said
    assert rated.refused()["web.rate"] >= 1
    assert rated.ask("GET", "/api/hello", authorization=BEARER)[0] == 200


def test_no_key_and_no_query_is_logged(web: Web) -> None:
    secret = "secret-key-of-a-seat"
    web.ask("GET", f"/join/{secret}?also={secret}")
    web.ask("GET", f"/Join/{secret}")
    web.ask("GET", f"/join/{secret}", host="evil.example")
    web.ask("POST", "/api/join/look", {"key": secret})
    web.ask("GET", "/api/hello", authorization=f"Bearer {secret}")
    log = web.log()
    assert "127.0.0.1 GET /join/{key} 409" in log
    assert "127.0.0.1 GET ? 404" in log
    assert "127.0.0.1 GET ? 403" in log
    assert "secret" not in log
