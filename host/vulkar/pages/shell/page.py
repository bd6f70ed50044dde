"""The decorator of a page: a NiceGUI page with the table's frame, for a session that it knows."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Concatenate, Final, ParamSpec, get_type_hints

from fastapi import Request
from nicegui import Client, core, ui

from vulkar.errors import VulkarError
from vulkar.pages.open_pages import OpenPages
from vulkar.pages.shell.frame import dark_of, frame
from vulkar.pages.shell.live import Live
from vulkar.pages.shell.parts import said
from vulkar.pages.shell.words import Words
from vulkar.pages.sockets import caller_of as caller_on
from vulkar.remote.asking import caller_of, link_of
from vulkar.remote.pages import language_of, sorry
from vulkar.remote.refusal import Refused

P = ParamSpec("P")
Build = Callable[Concatenate[Live, P], Awaitable[None]]
ROUTES: Final[set[str]] = set()  # of every page, as they are written in its decorator
LANGUAGES: Final = {"en": "en-US", "de": "de"}  # as NiceGUI names them
BUILT_WITHIN_S: Final = 20.0


@dataclass(frozen=True, slots=True)
class Look:
    """What a page is: the code of its title, its own scripts and styles of ``static``."""

    title: str
    scripts: Sequence[str] = ()
    styles: Sequence[str] = ()
    sound: bool = False


def page(
    route: str,
    *,
    title: str = "page.shell.table",
    scripts: Sequence[str] = (),
    styles: Sequence[str] = (),
    sound: bool = False,
) -> Callable[[Build[P]], Build[P]]:
    """A page at ``route``, whose placeholders are further arguments of what it decorates.

    ``sound``: it has the button that starts sound and keeps the screen awake, volume and mute.
    """
    look = Look(title, scripts, styles, sound)

    def decorate(build: Build[P]) -> Build[P]:
        ROUTES.add(route)

        async def shown(request: Request, **given: Any) -> Any:
            client = ui.context.client
            try:
                _admit(client, request)
            except VulkarError as error:
                return sorry(request, error)
            live = _live(client, request)
            client.page = copy.copy(client.page)
            client.page.language = LANGUAGES[live.words.language]  # type: ignore[assignment]
            client.page.dark = dark_of(request)
            client.title = live.words(look.title)
            _one_main(client)
            with frame(live, request, look):
                try:
                    await live.catch_up()
                    await build(live, **given)  # type: ignore[call-arg]
                except (Refused, VulkarError) as error:
                    what, todo = live.words.error(error)
                    said("p", what, "error")
                    said("p", todo)
            return None

        shown.__signature__ = _signature(build)  # type: ignore[attr-defined]
        ui.page(route, response_timeout=BUILT_WITHIN_S)(shown)
        return build

    return decorate


def _signature(build: Callable[..., Any]) -> inspect.Signature:
    """That of ``build`` with the request in the place of ``live``, annotations as types."""
    hints = get_type_hints(build)
    _, *others = inspect.signature(build).parameters.values()
    request = inspect.Parameter("request", inspect.Parameter.KEYWORD_ONLY, annotation=Request)
    rest = [p.replace(annotation=hints[p.name], kind=p.KEYWORD_ONLY) for p in others]
    return inspect.Signature([request, *rest])


def _one_main(client: Client) -> None:
    """Quasar's page is a ``main`` of its own around the frame; the frame's is the one."""
    slot = client.content.parent_slot
    assert slot is not None
    slot.parent.tag = "div"


def _admit(client: Client, request: Request) -> None:
    """Counts the page, and closes the one that makes room for it."""
    opened: OpenPages = core.app.state.opened
    credential = caller_of(request).credential
    assert credential is not None  # front.py lets nobody else through
    for name in opened.add(client.id, credential):
        if (old := Client.instances.get(name)) is not None:
            old.delete()
    client.on_delete(lambda: opened.gone(client.id))


def _live(client: Client, request: Request) -> Live:
    words = Words(language_of(request))
    link, caller = link_of(request), caller_of(request)
    live = Live(client, link, caller, core.app.state.clock, words, request.scope["vulkar.state"])

    def connected() -> None:
        live.connected(caller_on(client.environ or {}) or caller)

    def disconnected() -> None:
        if not client.has_socket_connection:  # a second socket may have come before
            live.disconnected()

    client.on_connect(connected)
    client.on_disconnect(disconnected)
    client.on_delete(live.disconnected)
    return live
