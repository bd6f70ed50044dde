"""The last fireball as everybody has heard of it: a fold over the public events. Pure.

Rules and service each tell a part: what was declared, how far it is, what it touched, and in
simulation the way of its marble. Nothing else is known here, so nothing else can be shown.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from vulkar.island.port import RollOrder, TrackPoint
from vulkar.texts import Text, text

Row = dict[str, Any]
TRACKED: Final = ("rolling", "settling", "over")  # in which a marble's way can come


def fireball_of(events: Iterable[Mapping[str, Any]]) -> Row | None:
    """The last fireball that was declared and not called off; None before the first one.

    ``events``: of the public audience, oldest first. See ``vulkar.client.tells.Fireball``.
    """
    ball: Row | None = None
    before: Row | None = None
    for event in events:
        kind, data = event["kind"], event["data"]
        if kind == "fireball_declared":
            if ball is None or ball["state"] == "over":
                before = ball
            ball = _new(event["n"], data)
        elif ball is None:
            continue
        elif kind == "fireball_cancelled":
            ball = before
        elif kind in _FOLDS:
            _FOLDS[kind](ball, data)
    return ball


def step_row(state: str, order: RollOrder) -> Row:
    """The data of the event ``fireball``: a step of the island."""
    return {
        "state": state,
        "roll": order.release_id,
        "route": order.route,
        "target": order.target,
        "standing": dict(order.standing),
    }


def track_row(track: Sequence[TrackPoint]) -> Row:
    """The data of the event ``fireball.track``."""
    return {"track": [list(point) for point in track]}


def track_said(track: Sequence[TrackPoint]) -> Text:
    """How long the marble's way was, in cm, and how many seconds it took."""
    long_mm = sum(math.dist(a[1:], b[1:]) for a, b in itertools.pairwise(track))
    took_s = (track[-1][0] - track[0][0]) / 1000 if track else 0.0
    return text("fireball.track", cm=round(long_mm / 10), s=f"{took_s:.1f}")


def _new(n: int, data: Mapping[str, Any]) -> Row:
    return {
        "n": n,
        "roll": None,
        "state": "declared",
        "by": data["by"],
        "target": data["target"],
        "route": data["route"],
        "facts": [],
        "standing": {},
        "touches": [],
        "track": None,
    }


def _step(ball: Row, data: Mapping[str, Any]) -> None:
    ball |= {key: data[key] for key in ("state", "roll", "route", "target", "standing")}
    if data["state"] == "aiming":
        ball |= {"facts": [], "touches": [], "track": None}


def _settling(ball: Row, data: Mapping[str, Any]) -> None:
    ball |= {"state": "settling", "facts": data["facts"], "touches": data["touches"]}


def _settled(ball: Row, data: Mapping[str, Any]) -> None:
    if not data["again"]:
        ball["facts"] = data["facts"]


def _rolled(ball: Row, data: Mapping[str, Any]) -> None:
    ball["state"] = "over"
    if not ball["facts"]:
        hit = [["hit", pawn] for pawn in (*data["hit"], *data["immune"])]
        ball["facts"] = hit if data["left"] else [["never_left"]]


def _tracked(ball: Row, data: Mapping[str, Any]) -> None:
    ball["track"] = data["track"]


_FOLDS: Final = {
    "fireball": _step,
    "settling": _settling,
    "settled": _settled,
    "fireball_rolled": _rolled,
    "fireball.track": _tracked,
}
