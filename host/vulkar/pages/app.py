"""The web process with pages: the API's application, and NiceGUI's beside it."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from fastapi import FastAPI
from nicegui import core, ui

from vulkar.cues import Cues, load_cues
from vulkar.pages import every_page  # noqa: F401  (a page is there once its module is imported)
from vulkar.pages.admission import Admission
from vulkar.pages.camera import routes
from vulkar.pages.camera.file import Camera
from vulkar.pages.camera.watch import Watch
from vulkar.pages.front import Front
from vulkar.pages.history import download
from vulkar.pages.island import files
from vulkar.pages.open_pages import OpenPages
from vulkar.pages.sockets import tie
from vulkar.pages.taps import Clock, Taps
from vulkar.remote.app import api
from vulkar.remote.guard import Guard, Policy
from vulkar.remote.tablelink import TableLink

# A page whose phone is out of reach for longer is built anew when it comes back.
RECONNECT_S: Final = 6.0


def build(
    link: TableLink, policy: Policy, camera: Camera | None = None, cues: Cues | None = None
) -> Guard:
    """The whole ASGI application; it starts and closes the link with the server."""
    app, shown = api(link, policy), FastAPI()
    app.state.seat_page = "/seat/{seat}"
    files.add(app)
    download.add(app)
    watch = Watch(camera) if camera is not None else None
    routes.add(app, watch)
    core.app.state.camera = watch
    core.app.state.cues = cues if cues is not None else load_cues()
    ui.run_with(
        shown,
        title="Vulkar",
        dark=None,
        favicon="🌋",
        binding_refresh_interval=None,  # pages change when the table does
        reconnect_timeout=RECONNECT_S,
        tailwind=False,
        show_welcome_message=False,
    )
    core.app.config.socket_io_js_transports = ["websocket"]
    opened = OpenPages()
    tie(core.sio, opened, policy.refused)
    clock = Clock(secrets.token_hex(4))
    core.app.state.link, core.app.state.opened, core.app.state.clock = link, opened, clock
    core.app.state.reach = policy.reach
    alone = app.router.lifespan_context

    @asynccontextmanager
    async def both(_: FastAPI) -> AsyncIterator[None]:
        async with alone(app), shown.router.lifespan_context(shown):
            yield
            if watch is not None:
                await watch.close()

    app.router.lifespan_context = both
    front = Front(app, shown, Admission(link))
    return Guard(Taps(front, clock, policy.refused), policy)
