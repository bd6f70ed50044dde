"""``/seat/N``: keeps the browser's picture of one seat as the table says it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from nicegui import ui

from vulkar.errors import VulkarError
from vulkar.pages.handover.model import leaves
from vulkar.pages.maps import map_of
from vulkar.pages.seat.drawing import small_map
from vulkar.pages.seat.model import Known, log_model, seat_model
from vulkar.pages.seat.orders import paths
from vulkar.pages.seat.places import Places
from vulkar.pages.seat.words import words
from vulkar.pages.shell import Live, page
from vulkar.pages.shell.cueing import follow
from vulkar.pages.shell.frame import script_json
from vulkar.remote.refusal import Refused

COVERED: Final = "seat.covered"


@page(
    "/seat/{seat}",
    title="page.seat.title",
    scripts=("seat.js",),
    styles=("seat.css", "seat-map.css"),
    sound=True,
)
async def seat_page(live: Live, seat: int) -> None:
    """What the seat may see; where another seat's hand is open on this device, a cover."""
    await live.show_scene()
    covered = False
    try:
        await live.show(seat)
    except (Refused, VulkarError) as error:
        if error.code != COVERED:
            raise
        covered = True
    root = ui.element("div").classes("seat")
    root.props["id"] = "seat"
    picture = Picture(live, seat, covered)
    first = script_json(picture.now())
    ui.add_head_html(f'<script type="application/json" id="seat-first">{first}</script>')
    live.on_change(picture.changed)
    follow(live, seat)


class Picture:
    """What the browser was sent last; only what differs is sent again."""

    def __init__(self, live: Live, seat: int, covered: bool) -> None:
        self._live, self._seat, self._covered = live, seat, covered
        self._places: Places | None = None
        self._sent: dict[str, Any] = {}

    def now(self) -> dict[str, Any]:
        """All of it by the names of its messages; it counts as sent."""
        self._sent = dict(self._messages())
        return self._sent

    def changed(self) -> None:
        """The table has changed, or may have."""
        for name, data in self._messages():
            if self._sent.get(name) != data:
                self._sent[name] = data
                self._live.send(name, data)

    def _messages(self) -> Iterator[tuple[str, Any]]:
        live = self._live
        if leaves(live.state, live.view, self._seat):
            live.leave("/handover")
            return
        places = self._of(str((live.scene or {}).get("map")))
        known = Known(
            self._seat, live.state, live.view, live.scene, tuple(live.events), self._covered
        )
        yield "seat.begin", self._begin
        yield "seat", seat_model(known, places)
        yield "seat.log", log_model(known, places)

    def _of(self, map_id: str) -> Places:
        if self._places is None or self._places.map.id != map_id:
            say = self._live.words.text
            self._places = Places(map_of(map_id), say)
            self._begin = {"words": words(say), "paths": paths(), "map": small_map(self._places)}
        return self._places
