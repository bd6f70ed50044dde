"""Pawns put where they belong, people in their seats, the table's end."""

from __future__ import annotations

from nicegui import core, ui

from vulkar.maps.names import names_with_ids
from vulkar.pages.lobby.controls import button
from vulkar.pages.lobby.links import join_link
from vulkar.pages.maps import map_of
from vulkar.pages.shell import Live, said, tap
from vulkar.texts import named


class Hands:
    """Place and bump, seats, the end of a table."""

    def __init__(self, live: Live) -> None:
        self._live = live
        self._links: dict[int, str] = {}

    def key(self) -> object:
        """Changes when what is built does."""
        table = self._live.state.get("table") or {}
        seats = [(s["seat"], s["name"], s["state"], s["kind"]) for s in table.get("seats") or ()]
        return table.get("state"), table.get("number"), seats, tuple(self._links.items())

    def board(self) -> None:
        """A pawn that stands elsewhere, and a board that was bumped."""
        live, words = self._live, self._live.words
        table = live.state.get("table") or {}
        if table.get("state") != "running":
            return
        pawns = [(s["pawn"], words.text(named("pawn", s["pawn"], s["pawn"])))
                 for s in table["seats"]]  # fmt: skip
        map = map_of((live.scene or {}).get("map") or "classic")
        places = names_with_ids(map)
        said("h2", words("page.marshal.board"))
        with ui.element("form").classes("place"):
            self._choice(words("page.marshal.pawn"), "pawn", pawns)
            spaces = [(id, words.text(places[id])) for id in map.spaces]
            self._choice(words("page.marshal.space"), "space", spaces)
            tap(words("page.marshal.place"), "place", {}, hint=words("page.marshal.place_hint"))
        with ui.element("div").classes("powers"):
            tap(words("page.marshal.bump"), "bump", {}, hint=words("page.marshal.bump_hint"))
            for pawn, name in pawns:
                tap(words("page.marshal.upright", pawn=name), "bump", {"pawns": [pawn]})

    def _choice(self, label: str, name: str, choices: list[tuple[str, str]]) -> None:
        with said("label", label):
            box = ui.element("select")
        box.props.update({"name": name, "data-focus": name})
        with box:
            for value, text in choices:
                option = said("option", text)
                option.props["value"] = value

    def seats(self) -> None:
        """Whoever sits there: another name, another person, another place."""
        live, words = self._live, self._live.words
        table = live.state.get("table") or {}
        if not table:
            return
        said("h2", words("page.marshal.seats"))
        rows = table["seats"]
        for seat in rows:
            number = seat["seat"]
            with ui.element("form").classes("seat-row"):
                with said("label", words("page.marshal.name_of", n=number + 1)):
                    box = ui.element("input")
                box.props.update({"name": "name", "maxlength": "24", "required": True})
                box.props.update({"value": seat["name"], "data-focus": f"name {number}"})
                tap(words("page.marshal.rename"), "seat.rename", {"seat": number})
                if seat["kind"] == "open":
                    if seat["state"] != "open":
                        tap(words("page.marshal.kick"), "seat.kick", {"seat": number}, danger=True,
                            ask=words("page.marshal.kick_ask", name=seat["name"]))  # fmt: skip
                    else:
                        self._key(number)
                if table["state"] == "open":
                    for other in rows[number + 1 :]:
                        label = words("page.marshal.swap", name=other["name"])
                        tap(label, "seat.swap", {"seat": number, "other": other["seat"]})

    def _key(self, seat: int) -> None:
        live = self._live

        async def show() -> None:
            made = await live.ask("seat.link", seat=seat)
            self._links[seat] = join_link(core.app.state.reach(), made["key"], live.at_home).best
            live.changed()

        button(live, live.words("page.marshal.key"), show, f"key {seat}")
        if seat in self._links:
            said("code", self._links[seat], "address")

    def end(self) -> None:
        """The game given up, or begun once more."""
        words = self._live.words
        state = (self._live.state.get("table") or {}).get("state")
        said("h2", words("page.marshal.table"))
        with ui.element("div").classes("powers"):
            if state in ("running", "open"):
                tap(words("page.marshal.abandon"), "table.abandon", {}, danger=True,
                    ask=words("page.marshal.abandon_ask"))  # fmt: skip
            elif state in ("over", "abandoned"):
                tap(words("page.marshal.rematch"), "table.rematch", {})
