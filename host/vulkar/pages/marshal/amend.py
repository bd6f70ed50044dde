"""An earlier answer put right: which events can be, what could stand there, what that would do."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from nicegui import ui

from vulkar.pages.lobby.controls import button
from vulkar.pages.marshal.settling import FactsForm
from vulkar.pages.shell import Live, Words, said, tap

KINDS: Final = ("fireball_rolled", "fireball_again", "moving", "fireball_declared", "card_played")
SHOWN: Final = 12


def amendable(events: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The last events that somebody's answer brought about, newest first."""
    found = [event for event in events if event["kind"] in KINDS]
    return found[: -SHOWN - 1 : -1]


def effects(told: Mapping[str, Any], words: Words) -> list[str]:
    """What an amendment would do, in sentences; the last ones are what cannot be taken back."""
    if not told["changed"]:
        return [words("page.marshal.amend.same")]
    out = []
    if told["dropped"]:
        out.append(words("page.marshal.amend.dropped", n=len(told["dropped"])))
    if told["fireballs"]:
        out.append(words("page.marshal.amend.fireballs", n=told["fireballs"]))
    for known in told["known"]:
        seats = ", ".join(str(seat + 1) for seat in known["seats"])
        out.append(words("page.marshal.amend.known", n=known["count"], seats=seats))
    if told["dice"]:
        out.append(words("page.marshal.amend.dice", n=told["dice"]))
    return out or [words("page.marshal.amend.only")]


class Amend:
    """The list, and the one event that is looked at."""

    def __init__(self, live: Live) -> None:
        self._live = live
        self._event: Mapping[str, Any] | None = None
        self._found: dict[str, Any] = {}
        self._form: FactsForm | None = None
        self._value: Any = None
        self._told: dict[str, Any] | None = None

    def key(self) -> object:
        """Changes when what :meth:`build` shows does."""
        table = self._live.state.get("table") or {}
        events = [event["n"] for event in amendable(self._live.events)]
        form = self._form.key() if self._form is not None else None
        return table.get("state"), events, self._event and self._event["n"], form, self._told

    def build(self) -> None:
        """The whole part."""
        words = self._live.words
        if (self._live.state.get("table") or {}).get("state") != "running":
            return
        said("h2", words("page.marshal.amend"))
        rows = amendable(self._live.events)
        if not rows:
            said("p", words("page.marshal.amend.none"), "hint")
        with ui.element("ul").classes("amends"):
            for event in rows:
                with ui.element("li"):
                    said("span", words.text(event["text"]) if event.get("text") else event["kind"])
                    opened = self._event is not None and self._event["n"] == event["n"]
                    if not opened:
                        self._open_button(event)
                    else:
                        self._opened(event)

    def _open_button(self, event: Mapping[str, Any]) -> None:
        async def look() -> None:
            where = {"stream": self._live.state["stream"], "event": event["n"]}
            self._found = await self._live.ask("amend.choices", **where)
            self._event, self._told, self._value, self._form = event, None, None, None
            if self._found["pawns"] is not None:
                facts = self._found["value"]
                self._form = FactsForm(self._live, self._found["pawns"], facts)
            self._live.changed()

        button(self._live, self._live.words("page.marshal.amend.change"), look, f"a{event['n']}")

    def _opened(self, event: Mapping[str, Any]) -> None:
        words = self._live.words
        with ui.element("div").classes("amend"):
            if self._form is not None:
                self._form.build("amend")
                self._preview(event, words("page.marshal.amend.preview"), self._form.facts)
            for choice in self._found["choices"] or ():
                label = words.text(choice["text"])
                if choice["value"] == self._found["value"]:
                    said("p", words("page.marshal.amend.now", choice=label), "hint")
                else:
                    self._preview(event, label, choice["value"])
            if self._told is not None:
                self._confirm(event)

    def _preview(self, event: Mapping[str, Any], label: str, value: Any) -> None:
        async def look() -> None:
            where = {"stream": self._live.state["stream"], "event": event["n"]}
            told = await self._live.ask("amend", **where, value=value, preview=True)
            self._value, self._told = value, told
            self._live.changed()

        made = button(self._live, label, look, f"v{json.dumps(value)}")
        made.props["aria-pressed"] = "true" if self._told and value == self._value else "false"

    def _confirm(self, event: Mapping[str, Any]) -> None:
        words = self._live.words
        assert self._told is not None
        if self._form is not None and self._form.facts != self._value:
            return  # chosen otherwise meanwhile
        with ui.element("ul").classes("effects"):
            for each in effects(self._told, words):
                said("li", each)
        if self._told["changed"]:
            args = {"stream": self._live.state["stream"], "event": event["n"], "value": self._value}
            tap(words("page.marshal.amend.do"), "amend", args, danger=True,
                ask=words("page.marshal.amend.ask"))  # fmt: skip
