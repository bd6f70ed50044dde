"""What strangers can make the web process write is bounded, and is no address with a key in it."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator

import pytest
from websockets.sync.client import connect

from tests.remote.smalltable import SEAT, SmallTable
from tests.remote.web import Web
from vulkar.remote.logs import EACH_S, AtMost

log = logging.getLogger("vulkar.remote.test")


@pytest.fixture
def written() -> Iterator[tuple[io.StringIO, list[float]]]:
    """What is written, and a clock to set."""
    out, now_s = io.StringIO(), [0.0]
    handler = logging.StreamHandler(out)
    handler.addFilter(AtMost(3, lambda: now_s[0]))
    log.addHandler(handler)
    log.propagate = False
    yield out, now_s
    log.removeHandler(handler)
    log.propagate = True


def test_beyond_the_bound_lines_are_counted_not_written(
    written: tuple[io.StringIO, list[float]],
) -> None:
    out, now_s = written
    for number in range(10):
        log.error("line %s", number)
    assert out.getvalue().splitlines() == ["line 0", "line 1", "line 2"]
    now_s[0] = EACH_S
    log.error("line %s", "a")
    log.error("line %s", "b")
    assert out.getvalue().splitlines()[3:] == ["(7 more before) line a", "line b"]


@pytest.mark.parametrize(
    "value",
    ["NaN", "1e999", "-Infinity", '"\\ud800"', '{"\\ud800": 1}', "[" * 900 + "]" * 900,
     "[" * 30000 + "]" * 30000, "9" * 9000],
)  # fmt: skip
def test_json_that_is_none_is_one_clear_error_and_no_traceback(web: Web, value: str) -> None:
    before = web.log()
    body = f'{{"seat": 0, "question": "1", "id": "a", "value": {value}}}'.encode()
    asked = {"content_type": "application/json", "authorization": "Bearer none"}
    assert web.error("POST", "/api/answer", body, **asked) in ("op.args", "web.body")
    assert "Traceback" not in web.log()[len(before) :]


def test_of_a_name_that_is_said_twice_the_table_hears_one(web: Web, table: SmallTable) -> None:
    body = b'{"key": "no-such-key", "key": "no-such-key-either"}'
    web.error("POST", "/api/join/look", body, content_type="application/json")
    assert table.asked[-1].args == {"key": "no-such-key-either"}


def test_the_query_of_a_socket_is_not_logged(web: Web) -> None:
    sent = {"Origin": web.url, "Cookie": f"vulkar={SEAT}"}
    url = f"ws://{web.host}/api/events?key=secret-in-a-query"
    with connect(url, additional_headers=sent, proxy=None) as socket:
        socket.send('{"subscribe": {"as": "public"}}')
        socket.recv(timeout=10)
    assert "secret-in-a-query" not in web.log()
