"""The audit log: who did what, newest first."""

from __future__ import annotations

import time
from typing import Any, Final

from nicegui import ui

from vulkar.pages.lobby.controls import button
from vulkar.pages.shell import Live, said

SHOWN: Final = 40


class Log:
    """Looked at when somebody asks for it."""

    def __init__(self, live: Live) -> None:
        self._live = live
        self._entries: list[dict[str, Any]] = []
        self._since = 0

    def key(self) -> object:
        """Changes when what :meth:`build` shows does."""
        return self._since

    def build(self) -> None:
        """The whole part."""
        live, words = self._live, self._live.words
        said("h2", words("page.marshal.log"))
        button(live, words("page.marshal.log.look"), self._look, "log")
        if not self._entries:
            return
        with ui.element("div").classes("wide") as box:
            box.props.update({"tabindex": "0", "role": "region"})
            box.props["aria-label"] = words("page.marshal.log")
            with ui.element("table").classes("log"), ui.element("tbody"):
                for entry in reversed(self._entries[-SHOWN:]):
                    with ui.element("tr"):
                        said("td", time.strftime("%H:%M:%S", time.localtime(entry["wall_s"])))
                        for name in ("who", "op", "args", "result"):
                            said("td", entry[name])

    async def _look(self) -> None:
        while entries := (await self._live.ask("audit", since=self._since))["entries"]:
            self._entries = [*self._entries, *entries][-SHOWN:]
            self._since = entries[-1]["n"]
        self._live.changed()
