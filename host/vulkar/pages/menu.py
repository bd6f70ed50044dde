"""``/``: where this session may go. Who holds one seat comes here by the menu (front.py)."""

from __future__ import annotations

from nicegui import ui

from vulkar.pages.shell import Live, page, said
from vulkar.pages.shell.parts import link


@page("/", title="page.shell.table")
async def menu(live: Live) -> None:
    """Links to this session's seats, and the PIN for who is not the marshal yet."""
    me, words = live.state["me"], live.words
    seats = {row["seat"]: row for row in (live.state["table"] or {"seats": []})["seats"]}
    said("h1", words("page.shell.table"))
    if not me["seats"]:
        said("p", words("page.shell.marshals" if me["marshal"] else "page.shell.watching"))
    with ui.element("ul").classes("places"):
        for seat in me["seats"]:
            with ui.element("li"):
                link(words("page.shell.seat", name=seats[seat]["name"]), f"/seat/{seat}", "big")
        if len(me["seats"]) > 1:
            with ui.element("li"):
                link(words("page.handover.title"), "/handover", "big")
        for code, path in (
            ("page.shell.island", "/island"),
            ("page.shell.lobby", "/lobby"),
            ("page.shell.history", "/history"),
        ):
            with ui.element("li"):
                link(words(code), path, "big")
        if me["marshal"]:
            with ui.element("li"):
                link(words("page.shell.marshal"), "/marshal", "big")
    if not me["marshal"]:
        pin_form(live)


def pin_form(live: Live) -> None:
    """Makes this session the marshal's: a plain form, answered by the API's own pages."""
    said("h2", live.words("page.marshal"))
    form = ui.element("form").classes("pin")
    form.props.update({"method": "post", "action": "/enter", "autocomplete": "off"})
    with form:
        with said("label", live.words("page.pin") + " "):
            box = ui.element("input")
        box.props.update({"name": "pin", "inputmode": "numeric", "type": "password"})
        box.props.update({"maxlength": "8", "required": True, "autocomplete": "off"})
        button = said("button", live.words("page.enter"), "tap")
        button.props["type"] = "submit"
