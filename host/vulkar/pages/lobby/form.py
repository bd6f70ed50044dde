"""The form of a new table: rules, options with their explanations, seats, and times."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from nicegui import ui

from vulkar.pages.lobby.controls import button, select, told
from vulkar.pages.lobby.draft import OPEN, Draft
from vulkar.pages.shell import Live, said

# The value as an attribute: as a property it would be set again whenever anything is drawn, and
# what somebody is typing with it.
BEGINS_AS: Final = "^value"
TIMES: Final = {
    "window_s": "page.lobby.window_s",
    "hold_s": "page.lobby.hold_s",
    "choice_s": "page.lobby.choice_s",
    "bot_after_s": "page.lobby.bot_after_s",
}


class Form:
    """``make`` makes the table that ``draft`` says."""

    def __init__(self, live: Live, draft: Draft, make: Callable[[], Awaitable[None]]) -> None:
        self._live, self._words, self._draft = live, live.words, draft
        self._seats = self._section("page.lobby.seats")
        self._rules = self._section("page.lobby.rules")
        self._times = self._section("page.lobby.times")
        self._fill(self._seats, self._build_seats)
        self._fill(self._rules, self._build_rules)
        self._fill(self._times, self._build_times)
        button(live, self._words("page.lobby.make"), make, "make").classes("tap big")

    def _section(self, title: str) -> ui.element:
        said("h2", self._words(title))
        return ui.element("div").classes("part")

    def _fill(self, where: ui.element, build: Callable[[], None]) -> None:
        where.clear()
        with where:
            build()

    def _names(self, key: str) -> list[tuple[str, str]]:
        rows = self._draft.rules.get(key) or self._draft.offer[key]
        return [(row["id"], self._words.text(row["title"])) for row in rows]

    # --- seats --------------------------------------------------------------------------------
    def _build_seats(self) -> None:
        words, draft = self._words, self._draft
        with ui.element("div").classes("choices") as group:
            group.props.update({"role": "group", "aria-label": words("page.lobby.how_many")})
            for count in range(draft.rules["least"], draft.rules["most"] + 1):
                pressed = "true" if count == len(draft.seats) else "false"
                row = button(self._live, str(count), self._counted(count), f"count-{count}")
                row.props["aria-pressed"] = pressed
        for number, seat in enumerate(draft.seats):
            with ui.element("fieldset").classes("seat-draft"):
                said("legend", words("page.lobby.seat", n=number + 1))
                select(
                    words("page.lobby.who"),
                    self._names("kinds"),
                    seat.kind,
                    lambda kind, number=number: self._kind(number, kind),  # type: ignore[misc]
                    f"kind-{number}",
                )
                self._name(number)
                if draft.may_be_paper:
                    select(
                        words("page.lobby.hand"),
                        self._names("hands"),
                        seat.hand,
                        lambda hand, seat=seat: setattr(seat, "hand", hand),  # type: ignore[misc]
                        f"hand-{number}",
                    )

    def _name(self, number: int) -> None:
        seat = self._draft.seats[number]
        label = "page.lobby.name" if seat.kind == OPEN else "page.lobby.bot_name"
        box = ui.element("input")
        box.props.update({"maxlength": "24", BEGINS_AS: seat.name, "autocomplete": "off"})
        box.props["placeholder"] = box.props["aria-label"] = self._words(label)
        box.props["data-focus"] = f"name-{number}"
        told(box, lambda name: setattr(seat, "name", name))

    def _counted(self, count: int) -> Callable[[], Awaitable[None]]:
        async def counted() -> None:
            self._draft.seat_them(count)
            self._fill(self._seats, self._build_seats)

        return counted

    def _kind(self, number: int, kind: str) -> None:
        self._draft.choose_kind(number, kind)
        self._fill(self._seats, self._build_seats)

    # --- rules --------------------------------------------------------------------------------
    def _build_rules(self) -> None:
        words, draft = self._words, self._draft
        if len(self._draft.offer["rulesets"]) > 1:
            choices = self._names("rulesets")
            select(words("page.lobby.ruleset"), choices, draft.ruleset, self._ruleset, "ruleset")
        else:
            said("p", words.text(draft.rules["title"]))
        presets = [(row["id"], words.text(row["title"])) for row in draft.rules["presets"]]
        select(words("page.lobby.preset"), presets, draft.preset, self._preset, "preset")
        said("p", words("page.lobby.options_hint"), "hint")
        for group, rows in draft.groups():
            changed = sum(row["id"] in draft.options for row in rows)
            with ui.element("details").classes("options"):
                title = words.text(group)
                said("summary", f"{title} ({words('page.lobby.changed', n=changed)})" if changed
                     else title)  # fmt: skip
                for row in rows:
                    self._option(row)

    def _option(self, row: Mapping[str, Any]) -> None:
        words, draft = self._words, self._draft
        question = words.text(row["question"])
        chosen = draft.reading(row["id"])
        readings = row["readings"]
        choices = [
            (str(index), self._reading(row, reading)) for index, reading in enumerate(readings)
        ]
        at = next(str(i) for i, reading in enumerate(readings) if reading["value"] == chosen)
        with ui.element("div").classes("option"):
            said("p", question)
            select(
                question,
                choices,
                at,
                lambda index: draft.choose_option(row["id"], int(index)),
                f"option-{row['id']}",
            )
            said("small", words.text(row["reasons"][draft.preset]))

    def _reading(self, row: Mapping[str, Any], reading: Mapping[str, Any]) -> str:
        name = self._words.text(reading["text"])
        if reading["value"] == self._draft.usual(row["id"]):
            name = self._words("page.lobby.usual", name=name)
        return self._words("page.lobby.endless", name=name) if reading["endless"] else name

    def _ruleset(self, ruleset: str) -> None:
        self._draft.choose_rules(ruleset)
        self._fill(self._seats, self._build_seats)
        self._fill(self._rules, self._build_rules)

    def _preset(self, preset: str) -> None:
        self._draft.choose_preset(preset)
        self._fill(self._rules, self._build_rules)

    # --- times --------------------------------------------------------------------------------
    def _build_times(self) -> None:
        words, draft = self._words, self._draft
        with ui.element("details").classes("options"):
            said("summary", words("page.lobby.times_summary"))
            select(
                words("page.lobby.choice_time"),
                self._names("choice_times"),
                draft.choice_time,
                lambda way: setattr(draft, "choice_time", way),
                "choice-time",
            )
            for name, bounds in draft.offer["times"].items():
                with said("label", words(TIMES[name]) + " "):
                    box = ui.element("input")
                value = draft.times.get(name, bounds["default"])
                box.props.update({"type": "number", "min": bounds["least"], "max": bounds["most"]})
                box.props.update({"step": "0.5", BEGINS_AS: value, "data-focus": name})
                told(box, lambda text, name=name: draft.choose_time(name, str(text)))  # type: ignore[misc]
