"""What people at the board are to do and are asked, as steps: for every page that shows it."""

from __future__ import annotations

from typing import Any

from nicegui import ui

from vulkar.pages.lobby.controls import told
from vulkar.pages.shell import Live, said, tap
from vulkar.texts import named


class Asks:
    """Warnings, tasks and questions of the table's people."""

    def __init__(self, live: Live) -> None:
        self._live = live
        self._touched: dict[int, set[str]] = {}  # of a question about a roll, as it is filled in

    @property
    def board(self) -> dict[str, Any]:
        """As the table tells it; empty where nobody is asked."""
        return (self._live.state.get("table") or {}).get("board") or {}

    @property
    def may(self) -> bool:
        """Whether this session's word counts: of a seat at home, or the marshal."""
        me = self._live.state.get("me") or {}
        return bool(me.get("marshal")) or (bool(me.get("seats")) and self._live.at_home)

    def key(self) -> object:
        """Changes when what :meth:`build` shows does."""
        touched = {number: sorted(pawns) for number, pawns in self._touched.items()}
        return self.board, self.may, touched

    def build(self) -> None:
        """The whole part."""
        self._amiss()
        self._questions()
        self._tasks()

    def _amiss(self) -> None:
        found = self.board.get("amiss") or ()
        with ui.element("div") as box:
            box.props["role"] = "alert"
            for each in found:
                with ui.element("div").classes("amiss"):
                    said("h2", self._live.words("page.board.amiss"))
                    said("p", self._live.words.text(each["text"]), "step-text")
                    said("p", self._live.words("page.board.amiss_hint"), "hint")

    def _tasks(self) -> None:
        tasks = self.board.get("tasks") or ()
        if not tasks:
            return
        said("h2", self._live.words("page.board.tasks"))
        with ui.element("ol").classes("steps"):
            for task in tasks:
                with ui.element("li").classes("step again" if task["told"] > 1 else "step"):
                    said("span", self._live.words.text(task["text"]), "step-text")
                    if task["told"] > 1:
                        said("strong", self._live.words("page.board.again"), "again-word")

    def _questions(self) -> None:
        for question in self.board.get("questions") or ():
            with ui.element("section").classes("question"):
                said("h2", self._live.words.text(question["text"]), "step-text")
                if not self.may:
                    said("p", self._live.words("page.board.watching"), "hint")
                elif question["answer"] == "roll":
                    self._roll(question)
                else:
                    self._yes_no(question)

    def _yes_no(self, question: dict[str, Any]) -> None:
        words, number = self._live.words, question["number"]
        with ui.element("div").classes("answers"):
            tap(words("page.shell.yes"), "word", {"number": number, "value": True}, big=True)
            tap(
                words("page.shell.no"),
                "word",
                {"number": number, "value": False},
                big=True,
                calm=True,
            )

    def _roll(self, question: dict[str, Any]) -> None:
        words, number = self._live.words, question["number"]
        touched = self._touched.setdefault(number, set())
        pawns = [*question["pawns"], *question.get("others", ())]
        with ui.element("fieldset").classes("pawns"):
            said("legend", words("page.board.touched"))
            for pawn in pawns:
                self._pawn(pawn, touched)
        names = ", ".join(self._name(pawn) for pawn in pawns if pawn in touched)
        hit = words("page.board.hits", names=names) if names else words("page.board.no_hit")
        value = {"left": True, "touched": sorted(touched), "home": True}
        with ui.element("div").classes("answers"):
            tap(hit, "word", {"number": number, "value": value}, big=True,
                hint=words("page.board.home"), key=f"roll {number} home")  # fmt: skip
            tap(hit, "word", {"number": number, "value": value | {"home": False}}, big=True,
                hint=words("page.board.not_home"), key=f"roll {number} away")  # fmt: skip
            if not question.get("left"):
                tap(words("page.board.stayed"), "word",
                    {"number": number, "value": {"left": False}}, big=True)  # fmt: skip

    def _pawn(self, pawn: str, touched: set[str]) -> None:
        def heard(now: Any) -> None:
            (touched.add if now else touched.discard)(pawn)
            self._live.changed()

        with ui.element("label").classes("pawn"):
            box = ui.element("input")
            box.props.update({"type": "checkbox", "data-focus": f"touched {pawn}"})
            if pawn in touched:
                box.props["checked"] = True
            told(box, heard)
            said("span", self._name(pawn))

    def _name(self, pawn: str) -> str:
        return self._live.words.text(named("pawn", pawn, pawn))
