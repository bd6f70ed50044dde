"""``/handover``: no hand is to be seen until the person whose it is has the device."""

from __future__ import annotations

from vulkar.pages.handover.model import whose
from vulkar.pages.shell import Live, page, said, tap
from vulkar.pages.shell.parts import link

STYLES = ("handover.css",)


@page("/handover", title="page.handover.title", scripts=("handover.js",), styles=STYLES, sound=True)
async def handover(live: Live) -> None:
    """Names who is to have the device; that person's tap shows the hand."""
    words = live.words

    def build() -> None:
        table, me = live.state.get("table") or {}, live.state.get("me") or {}
        names = {row["seat"]: row["name"] for row in table.get("seats") or ()}
        held, seat = list(me.get("seats") or ()), whose(live.state)
        if not held:
            said("h1", words("page.handover.none"))
            link(words("page.shell.lobby"), "/lobby")
            return
        if seat is not None:
            said("h1", words("page.handover.give", name=names[seat]))
            said("p", words("page.handover.hidden"))
            show(seat, names[seat], big=True)
        else:
            said("h1", words("page.handover.wait"))
        others = [each for each in held if each != seat]
        if others:
            said("h2", words("page.handover.others"))
            for each in others:
                show(each, names[each], big=False)

    def show(seat: int, name: str, big: bool) -> None:
        button = tap(words("page.handover.i_am", name=name), "seat.handover", {"seat": seat},
                     big=big)  # fmt: skip
        button.props["data-seat"] = str(seat)

    def key() -> object:
        """Not which seat is shown: the tapped button has to be there until it is answered."""
        table, me = live.state.get("table") or {}, live.state.get("me") or {}
        names = [row["name"] for row in table.get("seats") or ()]
        return whose(live.state), names, me.get("seats")

    live.part(key, build).classes("handover")
