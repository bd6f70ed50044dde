"""Plain controls of a form that is being filled in: each tells its value to a function."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from nicegui import ui

from vulkar.errors import VulkarError
from vulkar.pages.shell import Live, said
from vulkar.remote.refusal import Refused

Choice = tuple[str, str]  # the value, and what it is called


def told(element: ui.element, then: Callable[[Any], None]) -> ui.element:
    """``then`` hears the control's value whenever somebody has changed it."""
    element.props["data-told"] = True
    element.on("told", lambda event: then(event.args["detail"]), args=["detail"])
    return element


def select(
    label: str, choices: Sequence[Choice], chosen: str, then: Callable[[str], None], name: str
) -> ui.element:
    """One of some choices. ``name``: of the control within its page."""
    box = ui.element("select")
    box.props.update({"aria-label": label, "data-focus": name})
    with box:
        for value, text in choices:
            option = said("option", text)
            option.props["value"] = value
            if value == chosen:
                option.props["selected"] = True
    return told(box, then)


def button(live: Live, text: str, then: Callable[[], Awaitable[None]], name: str) -> ui.element:
    """A button of which the page itself does what it says; what goes wrong is told."""
    element = said("button", text)
    element.props.update({"type": "button", "data-focus": name})

    async def pressed() -> None:
        try:
            await then()
        except (Refused, VulkarError) as error:
            live.send("wrong", " ".join(live.words.error(error)))

    element.on("click", pressed)
    return element
