"""What an answer would mean, in words: what a way passes, where it ends, whom a marble meets.

Each tag is ``{"text", "tone"}``; the tone is ``plain``, ``good``, ``warn`` (a risk) or ``danger``
(it hurts whoever answers).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from vulkar.pages.seat.places import Places
from vulkar.texts import Text, named, text

Tag: TypeAlias = dict[str, str]
MOST_PASSED = 3  # places named of one way; more do not fit on a phone


class Board:
    """Who stands where, and what the reader's pawn wants to reach, from a view's public fields."""

    def __init__(self, view: Mapping[str, Any], places: Places) -> None:
        self.places = places
        self.me = str(view.get("pawn", ""))
        pieces = view.get("pieces") or ()
        self.pawns = {str(p["pawn"]): str(p["space"]) for p in pieces if "space" in p}
        jewel = view.get("jewel") or {}
        self.owner: str | None = jewel.get("owner")
        self.jewel_at: str | None = jewel.get("space")

    @property
    def aim(self) -> str | None:
        """The space that the reader's pawn wants to reach: the jewel, its owner, or the goal."""
        if self.owner == self.me:
            return self.places.map.goal
        at = self.pawns.get(self.owner) if self.owner else self.jewel_at
        return at if self.places.is_space(at) else None

    def pawn(self, pawn: str) -> Text:
        """How a pawn is called to the reader."""
        return text("page.seat.you") if pawn == self.me else named("pawn", pawn, pawn)

    def met(self, spaces: Sequence[str]) -> list[str]:
        """The other pawns that stand on some spaces, in their order."""
        return [p for space in spaces for p, at in self.pawns.items() if at == space]


def of_walk(path: Sequence[str], board: Board, pawn: str) -> Iterator[Tag]:
    """Of a pawn's way, which ends on the last of its spaces."""
    say, places = board.places.say, board.places
    end = path[-1]
    named_ = [places.name(space) for space in path[:-1] if places.is_worth_naming(space)]
    for other in board.met(path):
        if other != pawn and other != board.me:
            yield tag(say(_past(other, board)))
    if named_:
        yield tag(say(text("page.seat.tag.past", places=named_[:MOST_PASSED])))
    away = places.away(board.aim) if board.aim is not None and pawn == board.me else {}
    start = board.pawns.get(pawn, "")
    if start in away and end in away:
        nearer = away[start] - away[end]
        if away[end] == 0:
            yield tag(say(text("page.seat.tag.there")), "good")
        elif nearer > 0:
            yield tag(say(text("page.seat.tag.nearer", n=nearer)), "good")
        elif nearer < 0:
            yield tag(say(text("page.seat.tag.farther", n=-nearer)))
    space = places.map.spaces[end]
    if space.kind == "cave":
        yield tag(say(text("page.seat.tag.cave")))
    if space.dark:
        yield tag(say(text("page.seat.tag.dark")), "good")
    ways = places.fireballs(end)
    if ways:
        yield tag(say(text("page.seat.tag.fireballs", n=ways)), "warn")
    elif space.safe:
        yield tag(say(text("page.seat.tag.safe")), "good")


def _past(pawn: str, board: Board) -> Text:
    if pawn == board.owner:
        return text("page.seat.tag.past_owner", pawn=board.pawn(pawn))
    return text("page.seat.tag.past_pawn", pawn=board.pawn(pawn))


def of_route(route: str, board: Board) -> Iterator[Tag]:
    """Of a marble's way: whom it can touch."""
    say, places = board.places.say, board.places
    met = board.met(places.map.routes[route].spaces)
    others = [p for p in met if p != board.me]
    if others:
        who = [board.pawn(p) for p in others]
        yield tag(say(text("page.seat.tag.rolls_over", pawns=who)), "good")
    if board.me in met:
        yield tag(say(text("page.seat.tag.rolls_over_you")), "danger")
    if not met:
        yield tag(say(text("page.seat.tag.rolls_over_nobody")))


def of_pawns(value: Sequence[Any], board: Board) -> Iterator[Tag]:
    """Of an answer about pawns: where they stand, and whether one is the reader's own."""
    say, places = board.places.say, board.places
    for part in value[1:]:
        if part == board.me:
            yield tag(say(text("page.seat.tag.yourself")), "danger")
        elif isinstance(part, str) and part in board.pawns:
            where = places.name(board.pawns[part])
            yield tag(say(text("page.seat.tag.stands", space=where)))
            if part == board.owner:
                yield tag(say(text("page.seat.tag.has_jewel")))


def tag(words: str, tone: str = "plain") -> Tag:
    """One tag."""
    return {"text": words, "tone": tone}
