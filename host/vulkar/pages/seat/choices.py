"""A seat's legal answers as rows: grouped by kind, the best first, each with what it means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from vulkar.pages.seat.groups import GROUPS, group_of, usual_of, word_of
from vulkar.pages.seat.means import Board, Tag, of_pawns, of_route, of_walk
from vulkar.pages.seat.places import Places, way_of
from vulkar.texts import Text, text

Row: TypeAlias = dict[str, Any]
Helps: TypeAlias = Mapping[str, str]

HURTS: Final = ("target",)  # words of answers that do something bad to the pawn they name


def choice_rows(
    choices: Sequence[Mapping[str, Any]], board: Board, pawn: str, helps: Helps
) -> list[Row]:
    """One row for each answer, in the order of ``choices``.

    ``n`` its place there, ``value``, ``label``, ``help`` (what the card or the item in it does),
    ``tags``, ``tone`` (the worst of the tags), ``way`` (see ``way_of``), ``mark`` (see
    ``marked``), ``group``, and for a walk ``gain``: how many steps nearer to what the pawn wants.
    ``pawn``: whose pawn moves; ``helps``: kind of card or item -> what it does.
    """
    return [_row(n, choice, board, pawn, helps) for n, choice in enumerate(choices)]


def _row(n: int, choice: Mapping[str, Any], board: Board, pawn: str, helps: Helps) -> Row:
    value = choice["value"]
    way = way_of(value, board.places, board.pawns)
    tags = list(_tags(value, way, board, pawn))
    tones = [t["tone"] for t in tags]
    tone = next((t for t in ("danger", "warn") if t in tones), "plain")
    return {
        "n": n,
        "value": value,
        "label": _label(choice["text"], way, board.places),
        "help": next((helps[p] for p in _parts(value) if p in helps), ""),
        "tags": tags,
        "tone": tone,
        "way": _from(way, pawn, board),
        "mark": "",
        "group": group_of(value),
        "gain": _gain(way, board, pawn),
    }


def _parts(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        yield from (part for part in value[1:] if isinstance(part, str))


def _tags(value: Any, way: Row | None, board: Board, pawn: str) -> Iterator[Tag]:
    if way is not None and "walk" in way:
        yield from of_walk(way["walk"], board, pawn)
    elif way is not None and "route" in way:
        yield from of_route(way["route"], board)
    elif word_of(value) in HURTS or pawn != board.me:
        yield from of_pawns(value, board)
    elif isinstance(value, list):
        others = [part for part in value if part != board.me]
        yield from of_pawns(others, board)


def _label(said: Text, way: Row | None, places: Places) -> str:
    """A walk is said in few words: its middle stands in the tags and on the map."""
    if way is not None and "walk" in way:
        walk = way["walk"]
        return places.say(text("page.seat.walk", n=len(walk), to=places.name(walk[-1])))
    return places.say(said)


def _from(way: Row | None, pawn: str, board: Board) -> Row | None:
    """A walk begins where its pawn stands."""
    if way is None or "walk" not in way or pawn not in board.pawns:
        return way
    return {"walk": [board.pawns[pawn], *way["walk"]]}


def _gain(way: Row | None, board: Board, pawn: str) -> int | None:
    if way is None or "walk" not in way or board.aim is None or pawn != board.me:
        return None
    away = board.places.away(board.aim)
    start, end = away.get(board.pawns.get(pawn, "")), away.get(way["walk"][-1])
    return start - end if start is not None and end is not None else None


def marked(rows: Sequence[Row]) -> None:
    """Gives each row that leads somewhere a number, which stands on the map as well."""
    for mark, row in enumerate((row for row in rows if row["way"] is not None), 1):
        row["mark"] = str(mark)


def grouped(rows: Sequence[Row], say: Any) -> list[Row]:
    """The rows in their groups: ``{"group", "title", "rows"}``, walks that lead nearer first."""
    out: list[Row] = []
    for group in GROUPS:
        mine = [row for row in rows if row["group"] == group]
        if mine:
            mine.sort(key=lambda row: -(row["gain"] or 0))
            out.append(
                {"group": group, "title": say(text(f"page.seat.group.{group}")), "rows": mine}
            )
    marked([row for group in out for row in group["rows"]])
    return out


def question_row(question: Mapping[str, Any], board: Board, helps: Helps, title: str) -> Row:
    """An open question as the page shows it; ``usual`` is the ``n`` of the big button's answer."""
    choices = question["choices"]
    pawn = str(question.get("pawn") or board.me)
    rows = choice_rows(choices, board, pawn, helps)
    return {
        "question": question["question"],
        "kind": question["kind"],
        "title": title,
        "groups": grouped(rows, board.places.say),
        "usual": usual_of([choice["value"] for choice in choices]),
        "deadline_ms": question.get("deadline_ms"),
    }
