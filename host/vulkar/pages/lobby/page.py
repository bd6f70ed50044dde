"""``/lobby``: the table of now with its seats, and for the marshal the making of another one."""

from __future__ import annotations

from nicegui import core, ui

from vulkar.pages.lobby.controls import button
from vulkar.pages.lobby.draft import Draft
from vulkar.pages.lobby.form import Form
from vulkar.pages.lobby.links import JoinLink, join_link
from vulkar.pages.lobby.rows import STATES, LobbyRow, lobby_row
from vulkar.pages.lobby.seats import seat_list
from vulkar.pages.shell import Live, page, said, tap
from vulkar.pages.shell.called import seat_name
from vulkar.pages.shell.parts import link
from vulkar.remote.reach import Reach


@page("/lobby", title="page.shell.lobby", scripts=("lobby.js",), styles=("lobby.css",))
async def lobby(live: Live) -> None:
    """Who sits where; whoever may, begins; the marshal shows codes and makes tables."""
    shown = Lobby(live)
    said("h1", live.words("page.shell.lobby"))
    live.part(lambda: (shown.row, tuple(shown.links)), shown.build)
    draft = Draft(await live.ask("rules.options"))

    async def make() -> None:
        made = await live.ask("table.create", **draft.args())
        shown.know({row["seat"]: row["key"] for row in made["keys"]}, made["number"])
        live.changed()
        live.send("made", made["number"])

    def form() -> None:
        row = shown.row
        if row.marshal and row.state != "running":
            with ui.element("details").classes("new") as folded:
                if row.state == "none":
                    folded.props["open"] = True
                said("summary", live.words("page.lobby.new"))
                Form(live, draft, make)

    live.part(lambda: (shown.row.marshal, shown.row.state == "running", shown.row.number), form)


class Lobby:
    """The part of the page that changes with the table. Keys are forgotten with the page."""

    def __init__(self, live: Live) -> None:
        self._live = live
        self._reach: Reach = core.app.state.reach()
        self.links: dict[int, JoinLink] = {}
        self._of = 0  # the number of their table

    @property
    def row(self) -> LobbyRow:
        """The table as the page shows it."""
        table = self._live.state.get("table") or {}
        return lobby_row(self._live.state, self.links if table.get("number") == self._of else {})

    def know(self, keys: dict[int, str], number: int) -> None:
        """Keys that this page has just been told, of that table."""
        if number != self._of:  # the page may not have heard of that table yet
            self.links.clear()
        self._of = number
        for seat, key in keys.items():
            self.links[seat] = join_link(self._reach, key, self._live.at_home)

    def build(self) -> None:
        """The whole part."""
        live, words, row = self._live, self._live.words, self.row
        if row.state == "none":
            said("p", words("page.lobby.no_table"))
            return
        said("p", words(STATES[row.state], n=row.number), "state")
        if row.marshal and row.state == "open" and row.waits_for:
            self._codes(row)
        seat_list(live, row, self.links.get, self._sit_here, self._show_code)
        with ui.element("div").classes("next"):
            self._next(row)

    def _codes(self, row: LobbyRow) -> None:
        words = self._live.words
        if self._reach.only_here:
            said("p", words("page.lobby.only_here"), "error")
        hidden = [seat.seat for seat in row.seats if seat.how == "open" and not seat.linked]
        if not hidden:
            return

        async def show() -> None:
            for seat in hidden:
                await self._show_code(seat)

        button(self._live, words("page.lobby.codes"), show, "codes").classes("tap big")
        said("p", words("page.lobby.codes_hint"), "hint")

    def _next(self, row: LobbyRow) -> None:
        words = self._live.words
        if row.may_begin:
            tap(words("page.lobby.begin"), "table.start", {}, big=True)
        elif row.state == "open" and row.waits_for:
            names = [seat_name(s.name, s.pawn, words.text) for s in row.seats if s.how == "open"]
            said("p", words("page.lobby.waits", names=names), "hint")
        if row.state == "running":
            if row.marshal and row.armed is False:
                said("p", words("page.lobby.unarmed"))
                tap(words("page.lobby.arm"), "arm", {}, big=True)
            link(words("page.lobby.to_island"), "/island", "big")
            if row.marshal:
                ask = words("page.lobby.abandon_ask")
                tap(
                    words("page.lobby.abandon"),
                    "table.abandon",
                    {},
                    danger=True,
                    calm=True,
                    ask=ask,
                )
        if row.state in ("over", "abandoned") and (row.marshal or row.holds):
            hint = words("page.lobby.rematch_hint")
            tap(words("page.lobby.rematch"), "table.rematch", {}, big=True, hint=hint)

    async def _show_code(self, seat: int) -> None:
        made = await self._live.ask("seat.link", seat=seat)
        self.know({seat: made["key"]}, self.row.number)
        self._live.changed()

    async def _sit_here(self, seat: int) -> None:
        """The device of this page is the seat's, for somebody without a phone."""
        made = await self._live.ask("seat.link", seat=seat)
        await self._live.ask("join.claim", key=made["key"])
