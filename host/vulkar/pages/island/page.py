"""``/island``: the large screen. The server says what is so, the browser's modules draw it."""

from __future__ import annotations

from typing import Any

from nicegui import core, ui

from vulkar.cues import EVERYBODY
from vulkar.pages.island import files
from vulkar.pages.island.model import island_row
from vulkar.pages.island.spoken import WORDS
from vulkar.pages.maps import map_of
from vulkar.pages.shell import Live, page
from vulkar.pages.shell.cueing import follow


@page(
    "/island",
    title="page.island.title",
    scripts=("island.js",),
    styles=("island.css",),
    sound=True,
)
async def island_page(live: Live) -> None:
    """The board with all that moves on it, and what is said of it."""
    await live.show_scene()
    assert live.scene is not None
    island = map_of(live.scene["map"])
    ui.element("div").classes("island").props["data-island"] = True
    words = {name: live.words(f"page.island.{name}", s="{s}") for name in WORDS}
    begin = files.begin(island, live.words.language) | {"camera": core.app.state.camera is not None}
    live.send("island-begin", {"words": words} | begin)
    shown: dict[str, Any] = {}

    def change() -> None:
        nonlocal shown
        assert live.scene is not None
        now = island_row(live.state, live.scene, live.events, live.words, island)
        if now != shown:
            shown = now
            live.send("island", now)

    live.on_change(change)
    change()
    follow(live, EVERYBODY, lamps=True)
