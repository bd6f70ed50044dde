"""Stop and go, and what has paused the game."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from nicegui import ui

from vulkar.errors import VulkarError
from vulkar.pages.shell import Live, said, tap
from vulkar.remote.refusal import Refused
from vulkar.texts import error_texts


class Powers:
    """Arm, disarm, clear, pause; and a fault with its next step."""

    def __init__(self, live: Live) -> None:
        self._live = live
        self._fault: dict[str, Any] | None = None  # with its parameters, which are a marshal's
        self._learning: asyncio.Task[None] | None = None

    async def learn(self) -> None:
        """Looks what has paused the game."""
        with suppress(Refused, VulkarError):
            self._fault = (await self._live.ask("board.look"))["fault"]
            self._live.changed()

    @property
    def _running(self) -> bool:
        return (self._live.state.get("table") or {}).get("state") == "running"

    def key(self) -> object:
        """Changes when what :meth:`build` shows does."""
        fire, table = self._live.state.get("fire") or {}, self._live.state.get("table") or {}
        ball = fire.get("trigger") or {}
        paused = table.get("paused") or {}
        known = self._fault["code"] if self._fault is not None else None
        idle = self._learning is None or self._learning.done()
        if paused.get("code") != known and paused.get("code") is not None and idle:
            self._learning = asyncio.get_running_loop().create_task(self.learn())
        elif paused.get("code") is None:
            self._fault = None
        shown = (self._fault, fire.get("armed"), fire.get("unarmed"), ball.get("state"))
        return shown, table.get("state"), table.get("paused"), table.get("number")

    def build(self) -> None:
        """The whole part."""
        words, fire = self._live.words, self._live.state.get("fire") or {}
        table = self._live.state.get("table") or {}
        armed = bool(fire.get("armed"))
        why = fire.get("unarmed")
        if self._running:
            text = words("page.marshal.armed") if armed else words("page.marshal.unarmed")
            with ui.element("p").classes("armed" if armed else "unarmed"):
                said("strong", text)
                if why:
                    said("span", " " + words.text(error_texts(why["code"], why["params"]).what))
        self._paused(table.get("paused"))
        with ui.element("div").classes("powers"):
            stop = said("button", words("page.marshal.estop"), "stop")
            stop.props.update({"type": "button", "data-stop": True})
            if not self._running:
                return
            ask = words("page.marshal.looked_ask")
            tap(words("page.marshal.looked"), "clear", {"looked": True}, ask=ask, calm=True)
            if not armed:
                tap(words("page.marshal.arm"), "arm", {}, ask=words("page.marshal.arm_ask"))
            else:
                tap(words("page.marshal.disarm"), "disarm", {}, calm=True)
            if ((fire.get("trigger") or {}).get("state")) == "announced":
                tap(words("page.marshal.veto"), "veto", {})
            if (table.get("paused") or {}).get("by") == "marshal":
                tap(words("page.marshal.resume"), "resume", {})
            else:
                tap(words("page.marshal.pause"), "pause", {}, calm=True)

    def _paused(self, paused: dict[str, Any] | None) -> None:
        if not paused:
            return
        words = self._live.words
        if paused["by"] == "marshal":
            said("p", words("page.marshal.paused"), "unarmed")
            return
        fault = self._fault or {"params": {}}
        texts = error_texts(paused["code"], fault["params"])
        with ui.element("section").classes("fault"):
            said("h2", words("page.marshal.fault"))
            said("p", words.text(texts.what), "fault-what")
            said("p", words.text(texts.cause))
            said("p", words.text(texts.todo), "fault-todo")
            tap(words("page.marshal.retry"), "retry", {}, big=True)
