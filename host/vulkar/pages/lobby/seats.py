"""The seats in the lobby: who sits there, and the code that opens a seat for a phone."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from nicegui import ui

from vulkar.pages.lobby.controls import button
from vulkar.pages.lobby.links import JoinLink, qr_svg
from vulkar.pages.lobby.rows import LobbyRow, SeatRow
from vulkar.pages.shell import Live, said
from vulkar.pages.shell.called import seat_name
from vulkar.pages.shell.parts import link, raw
from vulkar.pages.shell.sign import sign_svg
from vulkar.texts import named

Act = Callable[[int], Awaitable[None]]


def seat_list(
    live: Live,
    row: LobbyRow,
    link_of: Callable[[int], JoinLink | None],
    sit_here: Act,
    show_code: Act,
) -> None:
    """All seats of the table of now."""
    with ui.element("ul").classes("seats"):
        for seat in row.seats:
            with ui.element("li").classes(f"seat {seat.how}"):
                _seat(live, seat)
                may = row.marshal and seat.how == "open"
                found = link_of(seat.seat)
                if may and found is not None:
                    code(live, seat, found)
                if may:
                    with ui.element("div").classes("seat-ways"):
                        _ways(live, seat, found is not None, sit_here, show_code)
                if seat.mine and row.state == "running":
                    link(live.words("page.lobby.to_seat"), f"/seat/{seat.seat}", "big")


def _ways(live: Live, seat: SeatRow, shown: bool, sit_here: Act, show_code: Act) -> None:
    async def sit() -> None:
        await sit_here(seat.seat)

    async def show() -> None:
        await show_code(seat.seat)

    if not shown:
        button(live, live.words("page.lobby.code"), show, f"code-{seat.seat}")
    button(live, live.words("page.lobby.here"), sit, f"here-{seat.seat}")


def _seat(live: Live, seat: SeatRow) -> None:
    pawn = live.words.text(named("pawn", seat.pawn, seat.pawn))
    with ui.element("div").classes("seat-head"):
        raw(sign_svg(seat.seat, seat.pawn), "span")
        with ui.element("div"):
            said("h2", seat_name(seat.name, seat.pawn, live.words.text))
            says = live.words(seat.says)
            said("p", says if seat.name == seat.pawn else f"{says} · {pawn}", "seat-says")
            if seat.paper:
                said("p", live.words("page.lobby.paper"), "seat-says")


def code(live: Live, seat: SeatRow, found: JoinLink) -> None:
    """The seat's link for a camera, and below it for a keyboard."""
    with ui.element("figure").classes("code"):
        raw(qr_svg(found.best, live.words("page.lobby.code_of", name=seat.name))).classes("qr")
        with ui.element("figcaption"):
            said("p", live.words("page.lobby.scan"))
            link(found.best, found.best, "address")
            for other in found.others:
                said("p", live.words("page.lobby.or"), "or")
                link(other, other, "address")
