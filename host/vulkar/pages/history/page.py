"""``/history`` and ``/history/{game}``: games with their numbers, and one of them step by step."""

from __future__ import annotations

import datetime
from typing import Any, Final

from nicegui import ui

from vulkar.pages.history.rows import COUNTS, GameRow, game_row, step_rows
from vulkar.pages.island import files
from vulkar.pages.island.people import people_rows
from vulkar.pages.maps import map_of
from vulkar.pages.shell import Live, page, said
from vulkar.pages.shell.called import seat_name
from vulkar.pages.shell.parts import link

STYLES: Final = ("island.css", "history.css")
STATES: Final = {
    "open": "page.history.open",
    "running": "page.history.running",
    "over": "page.history.over",
    "abandoned": "page.history.abandoned",
}
HEADS: Final = {
    "turns": "page.history.turns",
    "fireballs": "page.history.fireballs",
    "hits": "page.history.hits",
    "struck": "page.history.struck",
    "thefts": "page.history.thefts",
    "spaces": "page.history.spaces",
}
SAID_BY_SCRIPT: Final = {
    "map": "page.history.map",
    "step": "page.history.step",
    "where": "page.history.where",
    "first": "page.history.first",
    "back": "page.history.back",
    "next": "page.history.next",
    "last": "page.history.last",
    "play": "page.history.play",
    "pause": "page.history.pause",
    "keys": "page.history.keys",
    "turn": "page.history.turn",
}


@page("/history", title="page.shell.history", scripts=("history.js",), styles=STYLES)
async def history(live: Live) -> None:
    """Every game of this house, the newest first."""
    said("h1", live.words("page.shell.history"))
    rows = ui.element("div").classes("games")
    more = ui.element("div")

    async def add(before: int | None) -> None:
        found = (await live.ask("history", before=before))["games"]
        with rows:
            for game in found:
                _game(live, game_row(game))
        more.clear()
        if found and found[-1]["number"] > 1:
            with more:
                button = said("button", live.words("page.history.more"))
                button.props["type"] = "button"
                button.on("click", lambda: add(found[-1]["number"]))
        elif not found and before is None:
            with rows:
                said("p", live.words("page.history.none"))

    await add(None)


def _game(live: Live, row: GameRow) -> None:
    words = live.words
    with ui.element("section").classes("game"):
        said("h2", words("page.history.game", n=row.number))
        with ui.element("p").classes("hint"):
            moment(row.made_s)
            now = (live.state.get("table") or {}).get("number") == row.number
            state = STATES[row.state] if row.was_begun or now else "page.history.never"
            said("span", f" · {words(state)}")
        if row.winner is not None:
            said("p", words("page.history.won", name=row.names[row.winner]), "won")
        if row.counts is not None:
            numbers(live, row)
        else:
            pairs = zip(row.names, row.pawns, strict=True)
            said("p", ", ".join(seat_name(name, pawn, words.text) for name, pawn in pairs))
        if row.may_be_replayed:
            link(words("page.history.watch"), f"/history/{row.number}", "watch")


def moment(made_s: float) -> None:
    """When it was, in UTC; ``history.js`` says it as the reader's clock does."""
    made = datetime.datetime.fromtimestamp(made_s, datetime.UTC)
    shown = said("time", made.strftime("%Y-%m-%d %H:%M UTC"))
    shown.props["datetime"] = made.strftime("%Y-%m-%dT%H:%M:%SZ")


def numbers(live: Live, row: GameRow) -> None:
    """The statistics of a game as a table: a row for each seat."""
    assert row.counts is not None
    box = ui.element("div").classes("wide")
    # Where it is wider than the screen, it is scrolled by keyboard, too.
    label = live.words("page.history.game", n=row.number)
    box.props.update({"tabindex": "0", "role": "region", "aria-label": label})
    with box, ui.element("table").classes("numbers"):
        with ui.element("thead"), ui.element("tr"):
            for head in ("page.history.who", *(HEADS[name] for name in COUNTS)):
                said("th", live.words(head)).props["scope"] = "col"
        with ui.element("tbody"):
            for seat, counts in enumerate(row.counts):
                with ui.element("tr"):
                    said("th", row.names[seat]).props["scope"] = "row"
                    for kind, count in enumerate(counts):
                        best = seat in row.best[kind] and len(row.best[kind]) < len(row.counts)
                        said("td", f"{count} ★" if best else str(count))


@page("/history/{game}", title="page.shell.history", scripts=("replay.js",), styles=STYLES)
async def replay(live: Live, game: int) -> None:
    """One game from its first event to its last."""
    found = (await live.ask("history", before=game + 1))["games"]
    link(live.words("page.history.all"), "/history", "watch")
    said("h1", live.words("page.history.game", n=game))
    if not found or found[0]["number"] != game:
        said("p", live.words("page.history.unknown"), "error")
        return
    row = game_row(found[0])
    if not row.may_be_replayed:
        unseen = "page.history.later" if row.state in ("open", "running") else "page.history.never"
        said("p", live.words(unseen), "hint")
        return
    first = await live.ask("steps", game=game)
    island = map_of(first["map"])
    ui.element("div").classes("replay").props["data-replay"] = True
    if row.counts is not None:
        said("h2", live.words("page.history.numbers"))
        numbers(live, row)
    export = link(live.words("page.history.export"), f"/history/{game}/export", "watch")
    export.props["download"] = f"vulkar-{game:04}.jsonl"
    words = {name: live.words(code, n="{n}", of="{of}") for name, code in SAID_BY_SCRIPT.items()}
    view = next(step["island"] for step in first["steps"] if step["island"])
    people = people_rows(_seats(row), view, {}, live.words, island)
    begin = files.begin(island, live.words.language) | {"words": words, "people": people}
    live.send("replay-begin", begin | {"total": first["total"]})
    part: dict[str, Any] = first
    while True:
        live.send("replay-steps", step_rows(part["steps"], live.words.text, row.pawns))
        if part["next"] is None:
            return
        part = await live.ask("steps", game=game, since=part["next"])


def _seats(row: GameRow) -> list[dict[str, Any]]:
    return [
        {"seat": seat, "pawn": pawn, "name": name, "state": "claimed", "kind": "open"}
        | {"hand": "phone", "stand_in": False}
        for seat, (pawn, name) in enumerate(zip(row.pawns, row.names, strict=True))
    ]
