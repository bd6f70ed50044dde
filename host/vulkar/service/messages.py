"""What is said on the table's Unix socket: one JSON object a line, at most 64 KiB.

A :class:`Request` is answered by one :class:`Reply` of the same id; a subscription brings any
number of :class:`Push`. Its number is the id of the request that asked for it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from vulkar.errors import VulkarError

MAX_LINE_BYTES: Final = 64 * 1024
MOST_ID: Final = 2**53 - 1  # what every JSON reader keeps exactly


@dataclass(frozen=True, slots=True)
class Client:
    """Who is at the far end, as the process that holds the connection says.

    ``local``: on the local network, by its address and without any header in between.
    """

    address: str
    local: bool


@dataclass(frozen=True, slots=True)
class Request:
    """One operation. What it may do follows from ``credential`` and ``client.local`` alone."""

    id: int
    op: str
    credential: str | None
    client: Client
    args: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Fault:
    """An error of the catalogue: its code and its parameters, for the reader's own language."""

    code: str
    params: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        return {"code": self.code, "params": self.params}


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to request ``id``: ``ok``, or ``error`` and then nothing has changed."""

    id: int
    ok: dict[str, Any] | None = None
    error: Fault | None = None


@dataclass(frozen=True, slots=True)
class Push:
    """One event of subscription ``sub``, or why it was ``closed``: then it brings no more."""

    sub: int
    event: dict[str, Any] | None = None
    closed: Fault | None = None


def fault_of(error: VulkarError) -> Fault:
    """An error as it is sent; parameters that JSON does not know become text.

    Of a path only its name is: where this machine keeps its files is nobody's business.
    """
    plain = (str, int, float, bool, type(None))
    said = {k: v.name if isinstance(v, Path) else v for k, v in error.params.items()}
    params = {k: v if isinstance(v, plain) else str(v) for k, v in said.items()}
    return Fault(error.code, params)


def encode(message: Request | Reply | Push) -> bytes:
    """One line with its newline."""
    row: dict[str, Any]
    if isinstance(message, Request):
        client = {"address": message.client.address, "local": message.client.local}
        row = {"id": message.id, "op": message.op, "credential": message.credential}
        row |= {"client": client, "args": message.args}
    elif isinstance(message, Reply):
        row = {"id": message.id}
        row |= {"error": message.error.to_json()} if message.error else {"ok": message.ok or {}}
    else:
        row = {"sub": message.sub}
        closed = message.closed
        row |= {"closed": closed.to_json()} if closed else {"event": message.event or {}}
    return json.dumps(row, separators=(",", ":"), allow_nan=False).encode() + b"\n"


def decode_request(line: bytes) -> Request:
    """A client's line. Raises ``VulkarError("message.bad")``."""
    row = _row(line)
    client = row.get("client")
    if not isinstance(client, dict):
        raise VulkarError("message.bad", why="client is missing")
    return Request(
        id=_number(row, "id"),
        op=_typed(row, "op", str),
        credential=_typed(row, "credential", str) if row.get("credential") is not None else None,
        client=Client(_typed(client, "address", str), _typed(client, "local", bool)),
        args=_typed(row, "args", dict) if "args" in row else {},
    )


def decode_answer(line: bytes) -> Reply | Push:
    """A table's line. Raises ``VulkarError("message.bad")``."""
    row = _row(line)
    if "sub" in row:
        closed = _fault(row["closed"]) if "closed" in row else None
        event = None if closed else _typed(row, "event", dict)
        return Push(_number(row, "sub"), event, closed)
    error = _fault(row["error"]) if "error" in row else None
    return Reply(_number(row, "id"), None if error else _typed(row, "ok", dict), error)


def _row(line: bytes) -> dict[str, Any]:
    if len(line) > MAX_LINE_BYTES:
        raise VulkarError("message.bad", why=f"longer than {MAX_LINE_BYTES} bytes")
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as exc:
        raise VulkarError("message.bad", why="not JSON") from exc
    if not isinstance(row, dict):
        raise VulkarError("message.bad", why="not a JSON object")
    return row


def _fault(row: Any) -> Fault:
    if not isinstance(row, dict):
        raise VulkarError("message.bad", why="an error is an object")
    return Fault(_typed(row, "code", str), _typed(row, "params", dict))


def _number(row: dict[str, Any], name: str) -> int:
    value = row.get(name)
    if type(value) is not int or not 0 <= value <= MOST_ID:
        raise VulkarError("message.bad", why=f"{name} is no whole number")
    return value


def _typed(row: dict[str, Any], name: str, kind: type) -> Any:
    value = row.get(name)
    if not isinstance(value, kind):
        raise VulkarError("message.bad", why=f"{name} is no {kind.__name__}")
    return value
