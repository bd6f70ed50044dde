"""``/marshal``: what the sensors feel, and everything by which a person puts it right."""

from __future__ import annotations

import json

from nicegui import ui

from vulkar.pages.board.asks import Asks
from vulkar.pages.maps import map_of
from vulkar.pages.marshal.amend import Amend
from vulkar.pages.marshal.field import field
from vulkar.pages.marshal.hands import Hands
from vulkar.pages.marshal.log import Log
from vulkar.pages.marshal.powers import Powers
from vulkar.pages.marshal.settling import Settling
from vulkar.pages.shell import Live, page, said
from vulkar.pages.shell.frame import MENU
from vulkar.pages.shell.parts import link

STYLES = ("lobby.css", "board.css", "marshal.css")


@page("/marshal", title="page.shell.marshal", scripts=("marshal.js",), styles=STYLES)
async def marshal(live: Live) -> None:
    """All of the marshal's powers, the most urgent first."""
    words = live.words
    said("h1", words("page.shell.marshal"))
    if not (live.state.get("me") or {}).get("marshal"):
        said("p", words("page.marshal.not_you"), "error")
        link(words("page.marshal.enter"), MENU)
        return
    await live.show_scene()
    powers, settling, asks = Powers(live), Settling(live), Asks(live)
    hands, amend, log = Hands(live), Amend(live), Log(live)
    with ui.element("div").classes("marshal"):
        with ui.element("div").classes("now"):
            live.part(powers.key, powers.build)
            live.part(settling.key, settling.build)
            live.part(asks.key, asks.build)
            live.part(hands.key, hands.board)
            live.part(amend.key, amend.build)
        _picture(live)
        with ui.element("div").classes("rest"):
            live.part(hands.key, hands.seats)
            live.part(hands.key, hands.end)
            live.part(log.key, log.build)


def _picture(live: Live) -> None:
    """What the browser fills in, by its own looks at the board."""
    words, map = live.words, map_of((live.scene or {}).get("map") or "classic")
    with ui.element("section").classes("feel") as box:
        box.props["aria-label"] = words("page.marshal.feel")
        box.props["data-feel"] = json.dumps(field(map, words))
        said("h2", words("page.marshal.feel"))
        ui.element("p").classes("feel-state").props["role"] = "status"
        ui.element("div").classes("feel-map")
        said("p", words("page.marshal.legend"), "hint")
        said("h3", words("page.marshal.servos"))
        ui.element("div").classes("feel-servos")
        said("h3", words("page.marshal.link"))
        ui.element("dl").classes("feel-link")
        said("h3", words("page.marshal.console"))
        console = ui.element("pre").classes("feel-console")
        console.props.update(
            {"tabindex": "0", "role": "log", "aria-label": words("page.marshal.console")}
        )
