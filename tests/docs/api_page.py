"""docs/reference/api.md, from the OpenAPI document that the web process serves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from vulkar.remote import socket
from vulkar.remote.app import api
from vulkar.remote.guard import MAX_BODY_BYTES, Policy
from vulkar.remote.names import Names
from vulkar.remote.peer import Trust
from vulkar.remote.rates import Limits
from vulkar.remote.refusal import CONFLICT, STATUS
from vulkar.remote.tablelink import TableLink

WHO = {
    "anyone": "Anyone",
    "session": "Any session",
    "seat": "A session of the seat",
    "marshal": "The marshal",
}
HEAD = f"""# HTTP API

Generated from the document that a running table serves at `/openapi.json`; what each operation
does inside the table, and each error, stands in [the errors](errors.md).

What changes nothing is a GET with its arguments in the query, everything else a POST with a JSON
body. At most {MAX_BODY_BYTES // 1024} KiB go into a body and a message. An answer is a JSON
object; an error has a status of 4xx or 5xx and the body
`{{"error": {{"code", "params", "what", "todo"}}}}`: `code` and `params` are for programs and
translations, `what` and `todo` are English.

## Who asks

`POST /api/join/claim`, `/api/join/watch`, `/api/marshal/enter` and `/api/marshal/start` open a
session. Its credential comes back in `Set-Cookie` and in no body. Send it as that cookie or as
`Authorization: Bearer CREDENTIAL`. Every POST and every WebSocket needs an `Origin` that is the
table's own address; a program with a Bearer and no cookie may leave it out.

`seat` counts from 0. `id` is chosen by whoever answers: a repeat of an id gets the first result
again, so a request that broke off may be sent again.

## How often

A session, an address (an IPv6 /64 is one) and all together have a rate each. Beyond it the status
is 429, and `Retry-After` says for how many seconds.
"""


def document() -> dict[str, Any]:
    """The OpenAPI document, without a running table."""
    policy = Policy(Names("localhost"), Trust(), Limits())
    return api(TableLink(Path("table.sock")), policy).openapi()


def api_page() -> str:
    found = document()
    schemas = found["components"]["schemas"]
    lines = [HEAD]
    for tag, who in WHO.items():
        rows = list(_rows(found, tag, schemas))
        if rows:
            lines += [f"## {who}", "", "| | arguments | answer | |", "|---|---|---|---|", *rows, ""]
    lines += ["## Events", "", (socket.__doc__ or "").replace("``", "`").strip(), ""]
    lines += ["## Shapes", "", "Every answer may have further fields.", ""]
    lines += [line for name in sorted(_used(found)) for line in _shape(name, schemas[name])]
    lines += ["", "## Status of an error", "", "| code | status |", "|---|---|"]
    lines += [f"| `{code}` | {status} |" for code, status in sorted(STATUS.items())]
    lines += [f"| any other | {CONFLICT} |"]
    return "\n".join(lines) + "\n"


def _rows(found: dict[str, Any], tag: str, schemas: dict[str, Any]) -> Iterator[str]:
    for path, methods in found["paths"].items():
        for method, operation in methods.items():
            if operation.get("tags", ["anyone"]) == [tag]:
                args = ", ".join(_arguments(operation, schemas))
                ok = operation["responses"]["200"]["content"]["application/json"]["schema"]
                cells = [f"`{method.upper()} {path}`", args, _kind(ok), operation["summary"]]
                yield "| " + " | ".join(cells) + " |"


def _arguments(operation: dict[str, Any], schemas: dict[str, Any]) -> Iterator[str]:
    for parameter in operation.get("parameters", ()):
        yield _field(parameter["name"], parameter["schema"], parameter["required"])
    body = operation.get("requestBody")
    if body is not None:
        name = _name(body["content"]["application/json"]["schema"]["$ref"])
        yield from _fields(schemas[name])


def _shape(name: str, schema: dict[str, Any]) -> Iterator[str]:
    yield f"- **{name}**: {' '.join(schema.get('description', '').split())}"
    fields = ", ".join(_fields(schema))
    if fields:
        yield f"  {fields}."


def _fields(schema: dict[str, Any]) -> Iterator[str]:
    for name, field in schema.get("properties", {}).items():
        yield _field(name, field, name in schema.get("required", ()))


def _field(name: str, schema: dict[str, Any], required: bool) -> str:
    kind = _kind(schema)
    return f"`{name}`{'' if required else '?'}" + (f" {kind}" if kind else "")


def _kind(schema: dict[str, Any]) -> str:
    """A schema in a word: its shape's name, its values, or its type with its limits."""
    if "$ref" in schema:
        return _name(schema["$ref"])
    if "anyOf" in schema:
        return " or ".join(filter(None, (_kind(s) for s in schema["anyOf"])))
    if "const" in schema:
        return str(schema["const"])
    if "enum" in schema:
        return " or ".join(schema["enum"])
    if schema.get("type") == "array":
        return f"list of {_kind(schema['items'])}"
    kind = str(schema.get("type", ""))
    if kind == "string":
        return f"text to {schema['maxLength']}" if "maxLength" in schema else "text"
    if kind == "integer" and "maximum" in schema:
        return f"{schema['minimum']:g} to {schema['maximum']:g}"
    return {"integer": "whole number", "boolean": "true or false"}.get(kind, kind)


def _used(found: dict[str, Any]) -> set[str]:
    """The shapes that answers are made of."""
    shapes = found["components"]["schemas"]
    names = {"Event"}
    for methods in found["paths"].values():
        for operation in methods.values():
            names |= _refs(operation["responses"])
    while more := set().union(*(_refs(shapes[name]) for name in names)) - names:
        names |= more
    return names


def _refs(node: Any) -> set[str]:
    if isinstance(node, dict):
        own = {_name(node["$ref"])} if "$ref" in node else set()
        return own.union(*map(_refs, node.values()))
    return set().union(*map(_refs, node)) if isinstance(node, list) else set()


def _name(ref: str) -> str:
    return ref.rpartition("/")[2]
