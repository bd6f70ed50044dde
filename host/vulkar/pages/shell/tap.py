"""The button that does something at the table: a request of the page's own script to the API.

``static/tap.js`` carries it out: "sending" until it is acknowledged, "not sent, tap again" after
2 s, nothing queued, one call for a double tap, and one ``id`` until the table has answered.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from nicegui import ui

from vulkar.pages.shell.parts import said
from vulkar.remote.routes import ROUTES, Route

_ROUTES: Final[dict[str, Route]] = {route.op: route for route in ROUTES}


@dataclass(frozen=True, slots=True)
class Fresh:
    """What is looked up at the table when the button is tapped, and put into the arguments.

    ``take``: argument -> its place in the answer: ``{"nonce": "trigger.nonce"}``.
    """

    op: str
    args: Mapping[str, Any]
    take: Mapping[str, str]


def tap(
    label: str,
    op: str,
    args: Mapping[str, Any],
    *,
    big: bool = False,
    danger: bool = False,
    calm: bool = False,
    hint: str = "",
    ask: str = "",
    key: str = "",
    fresh: Fresh | None = None,
) -> ui.element:
    """A button labelled ``label`` that asks for ``op``.

    ``calm``: not what most people do now. ``hint``: a second line. ``ask``: a question that must be
    answered with yes first. ``key``: what makes it the same button after it was built again, ``op``
    and ``args`` unless it is given.
    Within a ``form`` the values of the form's named controls are arguments as well.
    """
    route = _ROUTES[op]
    button = ui.element("button").classes("tap")
    if big:
        button.classes("big")
    if danger:
        button.classes("danger")
    if calm:
        button.classes("calm")
    button.props["type"] = "button"
    button.props["data-tap"] = order(route, args, ask, key, fresh)
    with button:
        said("span", label, "tap-label")
        if hint:
            said("small", hint, "tap-hint")
    return button


def order(
    route: Route,
    args: Mapping[str, Any],
    ask: str = "",
    key: str = "",
    fresh: Fresh | None = None,
) -> str:
    """What ``tap.js`` reads; for elements of other kinds, such as a place on a map."""
    row: dict[str, Any] = {"path": route.path, "args": dict(args)}
    row["key"] = key or f"{route.op} {json.dumps(row['args'], sort_keys=True)}"
    if "id" in route.args.model_fields:
        row["id"] = True
    if ask:
        row["ask"] = ask
    if fresh is not None:
        look = _ROUTES[fresh.op]
        row["fresh"] = {"path": look.path, "args": dict(fresh.args), "take": dict(fresh.take)}
    return json.dumps(row)


def order_of(op: str, args: Mapping[str, Any], **more: Any) -> str:
    """:func:`order` by the name of the operation."""
    return order(_ROUTES[op], args, **more)
