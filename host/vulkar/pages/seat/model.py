"""All that the seat page shows, as one plain row made from what the table tells. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from vulkar.pages.seat.banner import (
    aim_text,
    ask_title,
    banner_row,
    paused_text,
    waiting_for,
)
from vulkar.pages.seat.choices import choice_rows, marked, question_row
from vulkar.pages.seat.firing import trigger_row
from vulkar.pages.seat.hand import hand_rows, helps_of
from vulkar.pages.seat.means import Board
from vulkar.pages.seat.orders import orders
from vulkar.pages.seat.people import game_marks, people_rows
from vulkar.pages.seat.places import Places
from vulkar.pages.seat.told import Events, last_text, last_way, last_window, log_rows
from vulkar.pages.shell.called import seat_name
from vulkar.texts import Text, is_text, text

Row: TypeAlias = dict[str, Any]
Json: TypeAlias = Mapping[str, Any]
Detail: TypeAlias = Text | str | None

# while a fireball is on its way nobody has anything to do
BALLS: Final = {
    "rolling": text("page.seat.ball.rolling"),
    "settling": text("page.seat.ball.settling"),
}


@dataclass(frozen=True)
class Known:
    """What the page knows of the table: the results of ``table.state``, ``view`` and ``scene``."""

    seat: int
    state: Json
    view: Json | None = None
    scene: Json | None = None
    events: Events = ()
    covered: bool = False  # another seat's hand is shown on this device
    table: Json = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "table", self.state.get("table") or {})

    @property
    def game(self) -> Json:
        """The seat's view of the game, else everybody's; empty while none is played."""
        return (self.view or {}).get("view") or (self.scene or {}).get("view") or {}


def seat_model(known: Known, places: Places) -> Row:
    """Everything but the log: see each part's module. ``call`` changes when the seat is called."""
    game, table, view = known.game, known.table, known.view or {}
    board = Board(game, places)
    seats = view.get("seats") or table.get("seats") or ()
    row: Row = {
        "seat": known.seat,
        "pawn": next((s["pawn"] for s in seats if s["seat"] == known.seat), ""),
        "people": people_rows(seats, game, known.seat, board),
        "marks": game_marks(game, board),
        "pieces": [
            {"seat": p["seat"], "pawn": p["pawn"], "space": p["space"], "up": p.get("posture")}
            for p in game.get("pieces") or ()
        ],
        "jewel": {"seat": _owner_seat(game), "space": board.jewel_at},
        "last": _last(known, places),
        "work": _work(table, places),
        "state": table.get("state"),
        "orders": orders(known.state, known.seat, known.covered),
        "others": _others(known),
        "hand": [],
        "question": None,
        "window": None,
        "trigger": None,
    }
    if known.covered or not known.view:
        return row | _called("", *_apart(known, board))
    row["hand"] = hand_rows(game, known.seat, places.say)
    row["paper"] = any(s["seat"] == known.seat and s.get("hand") == "paper" for s in seats)
    helps = helps_of(row["hand"])
    row["trigger"] = trigger_row(view.get("trigger"), board)
    row["window"] = _window(known, board, helps)
    question = view.get("question")
    if question:
        title = places.say(ask_title(question, board))
        row["question"] = question_row(question, board, helps, title)
    return row | _called(*_mood(known, row, board))


def log_model(known: Known, places: Places) -> list[Row]:
    """The log, see ``log_rows``."""
    return log_rows(known.events, places.say)


def _called(call: str, mood: str, title: Text, detail: Detail, board: Board) -> Row:
    return {"call": call, "banner": banner_row(mood, title, detail, board)}


def _mood(known: Known, row: Row, board: Board) -> tuple[str, str, Text, Detail, Board]:
    """The most urgent of all that is going on: what calls, the mood, its title and its detail."""
    table, view = known.table, known.view or {}
    game, aim = known.game, aim_text(board)
    trigger, window, question = row["trigger"], row["window"], view.get("question")
    if table.get("state") != "running":
        return "", *_apart(known, board)
    if table.get("paused"):
        return "", "paused", text("page.seat.paused"), paused_text(table["paused"]), board
    if trigger and trigger["live"]:
        return f"f{trigger['question']}", "fire", text("page.seat.fire.live"), None, board
    if window:
        return _window_mood(window, board)
    if question:
        return f"q{question['question']}", "ask", ask_title(question, board), aim, board
    if (ball := (known.scene or {}).get("fireball") or {}).get("state") in BALLS:
        return "", "wait", BALLS[ball["state"]], None, board
    if trigger and trigger["mine"]:
        return "", "fire", text("page.seat.fire.wait"), None, board
    if _helped(table):
        aim = text("page.seat.wait.hands")
    return "", "wait", waiting_for(table, board, game.get("active")), aim, board


def _window_mood(window: Row, board: Board) -> tuple[str, str, Text, Detail, Board]:
    if window["said"]:
        return "", "wait", text("page.seat.window.said"), text("page.seat.window.ends"), board
    if window["can"]:
        how = text("page.seat.window.how")
        return f"w{window['window']}", "window", text("page.seat.window.can"), how, board
    if window["asked"]:
        return "", "wait", text("page.seat.window.pass"), text("page.seat.window.ends"), board
    return "", "wait", text("page.seat.window.cannot"), window["title"], board


def _apart(known: Known, board: Board) -> tuple[str, Text, Detail, Board]:
    """While no game is played here, or its hand is not to be seen."""
    table = known.table
    state = table.get("state")
    if not table:
        return "none", text("page.seat.none"), None, board
    if known.covered:
        mine = next((s["name"] for s in table.get("seats") or () if s["seat"] == known.seat), "")
        return "covered", text("page.seat.covered", name=mine), text("page.seat.covered.why"), board
    if state == "over":
        return "over", _winners(known, board), None, board
    if state == "abandoned":
        return "over", text("service.table.abandoned"), None, board
    if state == "open":
        say = board.places.say
        open_seats = (s for s in table.get("seats") or () if s.get("state") == "open")
        free = [seat_name(s["name"], s["pawn"], say) for s in open_seats]
        if free:
            return "open", text("page.seat.open"), text("page.seat.open.free", names=free), board
        return "open", text("page.seat.open"), text("page.seat.open.all"), board
    return "wait", text("page.seat.wait.game"), None, board


def _winners(known: Known, board: Board) -> Text:
    table = known.table
    won = table.get("winners") or ()
    if known.seat in won:
        return text("page.seat.won.me")
    names = [s["name"] for s in table.get("seats") or () if s["seat"] in won]
    return text("page.seat.won.by", names=names) if names else text("service.table.over")


def _window(known: Known, board: Board, helps: Mapping[str, str]) -> Row | None:
    window = (known.view or {}).get("window")
    if not window:
        return None
    rows = choice_rows(window["offers"], board, board.me, helps)
    marked(rows)
    return {
        "window": window["window"],
        "title": last_window(known.events, board.places.say),
        "rows": rows,
        "can": len(rows) > 1,
        "asked": window["asked"],
        "said": window.get("said"),
        "left_ms": window["left_ms"],
        "length_ms": round((known.table.get("window_s") or 0) * 1000) or window["left_ms"],
    }


def _others(known: Known) -> list[Row]:
    """The other seats that this device plays."""
    mine = (known.state.get("me") or {}).get("seats") or ()
    seats = known.table.get("seats") or ()
    others = (s for s in seats if s["seat"] in mine and s["seat"] != known.seat)
    return [{"seat": s["seat"], "name": s["name"]} for s in others]


def _owner_seat(game: Json) -> int | None:
    owner = (game.get("jewel") or {}).get("owner")
    pieces = game.get("pieces") or ()
    return next((p["seat"] for p in pieces if p["pawn"] == owner), None)


def _last(known: Known, places: Places) -> Row | None:
    """The last thing that happened, and the way of the last walk or fireball."""
    told = last_text(known.events, places.say)
    way = last_way(known.events, places)
    ball = (known.scene or {}).get("fireball") or {}
    if way is not None and "route" in way and ball.get("track") and ball.get("route"):
        way["track"] = [[round(x), round(places.map.depth_mm - y)] for _, x, y, *_ in ball["track"]]
    return {"text": told, "way": way} if told or way is not None else None


def _helped(table: Json) -> bool:
    """Whether there is work at the board that the simulation's hands do."""
    board = table.get("board") or {}
    return bool(board.get("helped") and (board.get("tasks") or board.get("questions")))


def _work(table: Json, places: Places) -> list[str]:
    """What people at the board are told to do and asked, in words."""
    board = table.get("board") or {}
    if _helped(table):
        return []
    rows = (*(board.get("tasks") or ()), *(board.get("questions") or ()))
    return [places.say(row["text"]) for row in rows if is_text(row.get("text"))]
