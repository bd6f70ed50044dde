"""An error as an HTTP answer: its status, and its body ``{"error": {code, params, what, todo}}``.

``code`` and ``params`` are what a page translates; ``what`` and ``todo`` are the catalogue's own
English, for a person with a terminal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from vulkar.errors import VulkarError
from vulkar.texts import LANGUAGES, error_texts, render

CONFLICT: Final = 409  # what the state of the game or a rule forbids, and all that has no own line
STATUS: Final[dict[str, int]] = {
    "web.body": 422,
    "web.failed": 500,
    "web.host": 403,
    "web.method": 405,
    "web.origin": 403,
    "web.path": 404,
    "web.rate": 429,
    "web.size": 413,
    "web.slow": 408,
    "web.sockets": 429,
    "table.away": 503,
    "table.busy": 503,
    "table.late": 504,
    "table.lost": 504,
    "session.none": 401,
    "session.unknown": 401,
    "session.role": 403,
    "session.watching": 403,
    "session.local": 403,
    "session.away": 403,
    "seat.other": 403,
    "op.unknown": 404,
    "op.args": 422,
    "op.failed": 500,
    "pin.wait": 429,
    "pin.busy": 503,
    "pin.wrong": 403,
}


class Refused(Exception):
    """The table's own refusal of a request, as it came over the socket."""

    def __init__(self, code: str, params: Mapping[str, Any]) -> None:
        super().__init__(code)
        self.code = code
        self.params = dict(params)


Refusal = Refused | VulkarError


def status_of(code: str) -> int:
    """The HTTP status of an error code."""
    return STATUS.get(code, CONFLICT)


def body_of(error: Refusal, language: str = LANGUAGES[0]) -> dict[str, Any]:
    """The body of an error's answer; a code that this version does not know keeps its name."""
    texts = error_texts(error.code, error.params)
    what, todo = render(texts.what, language), render(texts.todo, language)
    return {"error": {"code": error.code, "params": error.params, "what": what, "todo": todo}}


def headers_of(error: Refusal) -> dict[str, str]:
    """Further headers: how long to wait, where the error knows it."""
    wait_s = error.params.get("wait_s")
    return {"retry-after": str(wait_s)} if isinstance(wait_s, int) else {}
