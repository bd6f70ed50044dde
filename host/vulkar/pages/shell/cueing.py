"""Cues on a page: what an event is for whoever looks at it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from nicegui import core, ui

from vulkar.cues import EVERYBODY, Cues, Heard, Scene, played
from vulkar.cues.colours import OFF, hex_of
from vulkar.cues.kinds import OWN
from vulkar.cues.playing import Frames
from vulkar.pages.maps import map_of
from vulkar.pages.shell.live import Live
from vulkar.pages.shell.parts import said

SAID_BY_SCRIPTS: Final = {"sound_off": "page.cues.off", "no_sound": "page.cues.none"}


def cues_of_pages() -> Cues:
    """The table, as ``app.build`` was given it; a screen is as bright as it is."""
    cues: Cues = core.app.state.cues
    return replace(cues, brightness_percent=100)


def for_the_browser(cues: Cues) -> dict[str, Any]:
    """The sounds, and those of what happens on one device by its name: ``called.window``."""
    own: dict[str, tuple[str, ...]] = {}
    for kind, whats in OWN.items():
        for what in whats or ("",):
            heard = played(cues, Heard(kind, {"what": what} if what else {}), None, EVERYBODY)
            own[f"{kind}.{what}" if what else kind] = heard.sounds
    return {"sounds": cues.sounds, "own": own}


def follow(live: Live, audience: int, *, lamps: bool = False) -> None:
    """From now on the page plays what belongs to its events; the page keeps a scene.

    ``lamps``: it draws some, and gets the shows: once the page knows what the event has changed.
    """
    cues = cues_of_pages()
    waiting: list[Heard] = []

    def scene() -> Scene | None:
        now = live.scene
        return Scene.of(map_of(now["map"]), now) if now is not None else None

    def hear(event: dict[str, Any]) -> None:
        heard = Heard(event["kind"], event["data"])
        if sounds := played(cues, heard, scene(), audience).sounds:
            live.send("cue", {"sounds": sounds})
        if lamps:
            waiting.append(heard)

    def change() -> None:
        now = scene()
        for heard in waiting:
            for show in played(cues, heard, now, audience).shows:
                live.send("show", _row(show))
        waiting.clear()

    live.on_event(hear)
    live.on_change(change)


def _row(show: Frames) -> dict[str, Any]:
    """A dark lamp is "" on a page."""
    pictures = [
        [at_ms, {space: hex_of(c) if c != OFF else "" for space, c in picture.items()}]
        for at_ms, picture in show.pictures
    ]
    return {"priority": show.priority, "length_ms": show.length_ms, "pictures": pictures}


def controls(live: Live) -> None:
    """Volume and mute, for the menu; the device keeps what is chosen."""
    rows = (
        ("page.cues.volume", {"type": "range", "min": 0, "max": 100, "step": 5, "data-volume": 1}),
        ("page.cues.mute", {"type": "checkbox", "data-mute": 1}),
    )
    for code, props in rows:
        with ui.element("label").classes("control"):
            said("span", live.words(code))
            ui.element("input").props.update(props)
