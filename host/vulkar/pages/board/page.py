"""``/board``: for the people at the board, step by step."""

from __future__ import annotations

from nicegui import ui

from vulkar.pages.board.asks import Asks
from vulkar.pages.shell import Live, page, said


@page("/board", title="page.shell.board", styles=("lobby.css", "board.css"))
async def board(live: Live) -> None:
    """What is wrong, what is asked, what is to be done; and what was said last."""
    words, asks = live.words, Asks(live)
    said("h1", words("page.shell.board"))

    def build() -> None:
        table = live.state.get("table") or {}
        if table.get("state") != "running":
            said("p", words("page.board.no_game"))
            return
        if table.get("paused"):
            said("p", words("page.board.paused"), "error")
        asks.build()
        shown = asks.board
        if shown.get("helped"):
            said("p", words("page.board.helped"), "hint")
        if not any(shown.get(part) for part in ("tasks", "questions", "amiss")):
            said("p", words("page.board.nothing"), "calm")

    def state() -> object:
        table = live.state.get("table") or {}
        return table.get("state"), table.get("paused"), asks.key()

    with ui.element("div") as main:
        main.props["aria-live"] = "polite"
        live.part(state, build)

    def said_last() -> None:
        found = (asks.board.get("said") or ())[-5:]
        if found:
            said("h2", words("page.board.said"))
            with ui.element("ul").classes("log"):
                for text in reversed(found):
                    said("li", words.text(text))

    live.part(lambda: asks.board.get("said"), said_last)
