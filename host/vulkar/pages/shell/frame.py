"""What stands around every page: head, bar with menu and emergency stop, landmarks, the words that
the browser's own scripts say."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, Protocol

import nicegui
from nicegui import ui
from starlette.requests import HTTPConnection

from vulkar.pages import statics
from vulkar.pages.shell import cueing
from vulkar.pages.shell.live import Live
from vulkar.pages.shell.parts import link, said
from vulkar.remote.pages import LANGUAGE_COOKIE

THEME_COOKIE: Final = "vulkar-theme"
THEMES: Final = {
    "auto": "page.shell.auto",
    "light": "page.shell.light",
    "dark": "page.shell.dark",
}
TONGUES: Final = {"en": "English", "de": "Deutsch"}
SOUND: Final = ("start.js",)
# NiceGUI's own: the largest, and what its last script asks for
OWN: Final = f"/_nicegui/{nicegui.__version__}/static"
PRELOADED: Final = (
    f'<link rel="preload" as="script" href="{OWN}/quasar.umd.prod.js">',
    f'<link rel="modulepreload" href="{OWN}/vue.esm-browser.prod.js">',
    f'<link rel="modulepreload" href="{OWN}/dompurify.mjs">',
)
# what the browser's own scripts say
SAID_BY_SCRIPTS: Final = {
    "sending": "page.shell.sending",
    "unsent": "page.shell.unsent",
    "yes": "page.shell.yes",
    "no": "page.shell.no",
    "offline": "page.shell.offline",
    "away": "page.shell.away",
    "stopped": "page.shell.stopped",
    "stop_unsent": "page.shell.stop_unsent",
    "failed": "page.shell.failed",
    "awake_on": "page.shell.awake_on",
    "awake_off": "page.shell.awake_off",
}
MENU: Final = "/?menu"  # "/" alone leads whoever holds one seat to it
PLACES: Final = {
    "/island": "page.shell.island",
    "/lobby": "page.shell.lobby",
    "/marshal": "page.shell.marshal",
    "/board": "page.shell.board",
    "/history": "page.shell.history",
}


class Look(Protocol):
    """The parts of a page's look that the frame needs."""

    @property
    def scripts(self) -> Sequence[str]: ...
    @property
    def styles(self) -> Sequence[str]: ...
    @property
    def sound(self) -> bool: ...


def theme_of(request: HTTPConnection) -> str:
    """The theme that was chosen, else "auto"."""
    chosen = request.cookies.get(THEME_COOKIE, "")
    return chosen if chosen in THEMES else "auto"


def dark_of(request: HTTPConnection) -> bool | None:
    """The same as NiceGUI says it; None: as the device is."""
    return {"light": False, "dark": True}.get(theme_of(request))


@contextmanager
def frame(live: Live, request: HTTPConnection, look: Look) -> Iterator[None]:
    """What is built inside it stands in the page's ``main``."""
    theme = theme_of(request)
    ui.add_head_html(head(live, theme, look))
    with ui.element("header").classes("bar"):
        _bar(live, theme, look.sound)
    with ui.element("main") as main:
        main.props["id"], main.props["tabindex"] = "main", "-1"
        yield


def head(live: Live, theme: str, look: Look) -> str:
    """HTML of the page's head."""
    codes = SAID_BY_SCRIPTS | (cueing.SAID_BY_SCRIPTS if look.sound else {})
    words = {name: live.words(code) for name, code in codes.items()}
    known = {"beat": live.beat(), "words": words, "language": live.words.language}
    lines = [
        f"<script>document.documentElement.dataset.theme = {json.dumps(theme)};</script>",
        f'<script type="application/json" id="vulkar-page">{script_json(known)}</script>',
    ]
    if look.sound:
        cues = script_json(cueing.for_the_browser(cueing.cues_of_pages()))
        lines += [f'<script type="application/json" id="vulkar-cues">{cues}</script>']
    lines += PRELOADED
    lines.append(f'<link rel="stylesheet" href="{statics.bundle(("theme.css", *look.styles))}">')
    scripts = ("shell.js", *(SOUND if look.sound else ()), *look.scripts)
    lines.append(f'<script type="module" src="{statics.bundle(scripts)}"></script>')
    return "\n".join(lines)


def script_json(data: Any) -> str:
    """JSON that cannot end the script element that it stands in."""
    return json.dumps(data).replace("<", "\\u003c")


def _bar(live: Live, theme: str, sound: bool) -> None:
    words = live.words
    skip = link(words("page.shell.skip"), "#main", "skip")
    skip.props["data-skip"] = True
    link("Vulkar", "/", "brand")
    if sound:
        button = said("button", words("page.shell.awake"), "awake")
        button.props.update({"type": "button", "data-awake": True, "aria-pressed": "false"})
    with ui.element("details").classes("menu"):
        said("summary", words("page.shell.menu"))
        with ui.element("nav") as nav:
            nav.props["aria-label"] = words("page.shell.menu")
            link(words("page.shell.home"), MENU)
            for path, code in PLACES.items():
                link(words(code), path)
            if sound:
                cueing.controls(live)
            _choices(live, theme)
    stop = said("button", words("page.shell.stop"), "stop")
    stop.props.update({"type": "button", "data-stop": True})
    stop.props["aria-label"] = words("page.shell.stop_long")


def _choices(live: Live, theme: str) -> None:
    words = live.words
    themes = {name: words(code) for name, code in THEMES.items()}
    rows = (
        ("page.shell.language", LANGUAGE_COOKIE, words.language, TONGUES),
        ("page.shell.theme", THEME_COOKIE, theme, themes),
    )
    for code, cookie, now, choices in rows:
        group = ui.element("div").classes("choices")
        group.props.update({"role": "group", "aria-label": words(code)})
        with group:
            for value, label in choices.items():
                button = said("button", label)
                button.props.update({"type": "button", "data-cookie": cookie, "data-value": value})
                button.props["aria-pressed"] = "true" if value == now else "false"
