"""A fireball that has come to rest and does not count yet: pawn by pawn, accepted or put right."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from nicegui import ui

from vulkar.pages.marshal.facts import OUTCOMES, facts_of, has_left, outcomes
from vulkar.pages.shell import Live, said, tap
from vulkar.texts import named


class FactsForm:
    """What happened to each pawn, as it is being chosen."""

    def __init__(self, live: Live, pawns: Mapping[str, str], facts: list[Any]) -> None:
        self._live = live
        self.pawns = pawns
        self.left = has_left(facts)
        self.chosen = outcomes(facts, pawns)
        self._began = (self.left, dict(self.chosen))

    @property
    def facts(self) -> list[list[Any]]:
        """As the table takes them."""
        return facts_of(self.chosen, self.pawns, self.left)

    @property
    def is_changed(self) -> bool:
        """Whether somebody has chosen otherwise."""
        return (self.left, self.chosen) != self._began

    def key(self) -> object:
        """Changes when what is chosen does."""
        return self.left, tuple(self.chosen.items())

    def build(self, name: str) -> None:
        """Rows of buttons. ``name``: of this form within its page."""
        words = self._live.words
        with ui.element("div").classes("facts"):
            self._row(
                words("page.marshal.marble"),
                [(words("page.marshal.left"), self.left, partial(self._leave, True)),
                 (words("page.marshal.stayed"), not self.left, partial(self._leave, False))],
                f"{name} marble",
            )  # fmt: skip
            for pawn in self.pawns if self.left else ():
                rows = [
                    (words(f"page.marshal.outcome.{each}"), self.chosen[pawn] == each,
                     partial(self._choose, pawn, each))
                    for each in OUTCOMES
                ]  # fmt: skip
                self._row(words.text(named("pawn", pawn, pawn)), rows, f"{name} {pawn}")

    def _row(
        self, label: str, rows: Sequence[tuple[str, bool, Callable[[], None]]], name: str
    ) -> None:
        with ui.element("div").classes("fact") as group:
            group.props.update({"role": "group", "aria-label": label})
            said("strong", label, "pawn-name")
            for text, now, then in rows:
                button = said("button", text)
                button.props.update({"type": "button", "data-focus": f"{name} {text}"})
                button.props["aria-pressed"] = "true" if now else "false"
                button.on("click", lambda _, then=then: then(), args=[])

    def _choose(self, pawn: str, outcome: str) -> None:
        self.chosen[pawn] = outcome
        self._live.changed()

    def _leave(self, left: bool) -> None:
        self.left = left
        self._live.changed()


class Settling:
    """The fireball of now."""

    def __init__(self, live: Live) -> None:
        self._live = live
        self._roll: int | None = None
        self._form: FactsForm | None = None

    def key(self) -> object:
        """Changes when what :meth:`build` shows does."""
        open_now = (self._live.state.get("table") or {}).get("settling")
        if open_now is None:
            self._roll = self._form = None
            return None
        if open_now["roll"] != self._roll:
            self._roll = open_now["roll"]
            pawns = {touch["pawn"]: touch["space"] for touch in open_now["touches"]}
            standing = self._standing()
            self._form = FactsForm(self._live, {**standing, **pawns}, open_now["facts"])
        assert self._form is not None
        return open_now, self._form.key()

    def build(self) -> None:
        """The whole part; nothing while none settles."""
        if self._form is None or self._roll is None:
            return
        words, roll = self._live.words, self._roll
        with ui.element("section").classes("settling") as box:
            box.props["aria-live"] = "polite"
            said("h2", words("page.marshal.settling"))
            ends = self._ends_ms()
            if ends is not None:
                clock = said("p", "", "countdown")
                clock.props.update({"data-until": ends, "data-roll": roll, "aria-live": "off"})
                clock.props["data-says"] = words("page.marshal.counts_in")
            self._form.build("settling")
            with ui.element("div").classes("powers"):
                if self._form.is_changed:
                    args = {"roll": roll, "facts": self._form.facts}
                    tap(words("page.marshal.correct"), "correct", args, big=True, key="correct")
                else:
                    tap(words("page.marshal.accept"), "accept", {"roll": roll}, big=True)
                tap(words("page.marshal.reroll"), "reroll", {"roll": roll}, danger=True,
                    ask=words("page.marshal.reroll_ask"))  # fmt: skip

    def _standing(self) -> dict[str, str]:
        view = (self._live.scene or {}).get("view") or {}
        found = {}
        for piece in view.get("pieces") or ():
            if piece.get("space") and piece.get("posture") != "lying":
                found[piece["pawn"]] = piece["space"]
        return found

    def _ends_ms(self) -> int | None:
        """By the table's clock, from its event; None in a pause, which holds it."""
        if (self._live.state.get("table") or {}).get("paused"):
            return None
        for event in reversed(self._live.events):
            if event["kind"] == "settling" and event["data"]["roll"] == self._roll:
                return int(event["data"]["hold_ms"])
        return None
