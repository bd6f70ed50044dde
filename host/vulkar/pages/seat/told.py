"""What has happened: the log, what was told to this seat alone, and the last way on the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from vulkar.pages.seat.places import Places, Say, way_of
from vulkar.texts import is_text

Row: TypeAlias = dict[str, Any]
Events: TypeAlias = Sequence[Mapping[str, Any]]

SHOWN: Final = 60  # rows of the log
# What only opens or ends a time to think: the page shows that time itself.
QUIET: Final = frozenset(
    ("window_opened", "window_again", "window_closed", "choice_opened", "choice_closed")
) | frozenset(("window", "asked", "late", "moving", "trigger_live"))
ASIDE: Final = ("service.seat", "service.table", "service.resumed", "service.link")
WAYS: Final = ("path", "route")  # fields of an event that say where something went
PLACES: Final = ("to", "space")  # and where a pawn stands after it


def log_rows(events: Events, say: Say) -> list[Row]:
    """``{"n", "text", "private"}``, the newest last; ``private``: nobody else was told."""
    rows = [_row(event, say) for event in events if _is_news(event)]
    return rows[-SHOWN:]


def last_text(events: Events, say: Say) -> str:
    """What the game told last; who comes and goes is told in the log alone. Empty: nothing yet."""
    news = [event["text"] for event in events if _is_news(event)]
    told = [said for said in news if not said["code"].startswith(ASIDE)] or news
    return say(told[-1]) if told else ""


def _is_news(event: Mapping[str, Any]) -> bool:
    return event["kind"] not in QUIET and is_text(event.get("text"))


def _row(event: Mapping[str, Any], say: Say) -> Row:
    return {
        "n": event["n"],
        "text": say(event["text"]),
        "private": bool(event.get("private")),
    }


def last_window(events: Events, say: Say) -> str:
    """What the window that is open is for; empty if nothing told of one."""
    for event in reversed(events):
        if event["kind"].startswith("window_") and is_text(event.get("text")):
            return say(event["text"]).rstrip(".")
    return ""


def last_way(events: Events, places: Places) -> Row | None:
    """The way of the last walk or fireball, see ``way_of``; a walk begins where its pawn stood.

    ``pawn`` is whose it was, ``n`` the event's number.
    """
    for k in range(len(events) - 1, -1, -1):
        event = events[k]
        for field in WAYS:
            way = way_of([event["kind"], event["data"].get(field)], places, {})
            if way is not None:
                pawn = event["data"].get("pawn")
                if "walk" in way:
                    start = _stood(events[:k], pawn, places)
                    way = {"walk": [*start, *way["walk"]]}
                return {**way, "pawn": pawn, "n": event["n"]}
    return None


def _stood(events: Events, pawn: object, places: Places) -> list[str]:
    for event in reversed(events):
        data = event["data"]
        if pawn is not None and data.get("pawn") == pawn:
            for field in PLACES:
                if places.is_space(data.get(field)):
                    return [data[field]]
    return []
