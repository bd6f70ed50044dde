"""The lines between a table and the people around a simulated board: JSON, one object a line.

Table to people: ``{"tell": {"kind": "place", "pawn": "red", ...}}``,
``{"say": {"code": "wrong.missing", "params": {...}, "text": "..."}}`` and
``{"ask": 3, "question": {"kind": "touched", ...}}``. People to table:
``{"answer": 3, "yes": true}``, and once a marble has come to rest what they saw of its way:
``{"track": [[0, 311.2, 402.0, 181.5], ...]}``, for screens only.
Nothing else travels here: no servo, no hall value, no hit that nobody asked for.
"""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass
from typing import Any, Final, TypeAlias

from vulkar.errors import VulkarError
from vulkar.island.port import Question, Task, TaskKind, TrackPoint
from vulkar.texts import Text, is_text

MAX_LINE_BYTES: Final = 32 * 1024
MOST_POINTS: Final = 600


@dataclass(frozen=True, slots=True)
class Tell:
    """The table asks for a task."""

    task: Task


@dataclass(frozen=True, slots=True)
class Say:
    """The table tells people something."""

    saying: Text


@dataclass(frozen=True, slots=True)
class Asked:
    """The table's question number ``number``."""

    number: int
    question: Question


@dataclass(frozen=True, slots=True)
class Answered:
    """A person's word on question ``number``."""

    number: int
    yes: bool


@dataclass(frozen=True, slots=True)
class Rolled:
    """The way of a marble that has come to rest: ms since it left, then x, y, z in mm; at most
    ``MOST_POINTS``."""

    track: tuple[TrackPoint, ...]


Message: TypeAlias = Tell | Say | Asked | Answered | Rolled


def encode(message: Message) -> bytes:
    """One line, ending in a newline."""
    body: dict[str, object]
    if isinstance(message, Tell):
        body = {"tell": asdict(message.task)}
    elif isinstance(message, Say):
        body = {"say": message.saying}
    elif isinstance(message, Asked):
        body = {"ask": message.number, "question": asdict(message.question)}
    elif isinstance(message, Rolled):
        body = {"track": message.track}
    else:
        body = {"answer": message.number, "yes": message.yes}
    return json.dumps(body, separators=(",", ":")).encode() + b"\n"


def decode(line: bytes) -> Message:
    """The inverse of :func:`encode`. Raises ``VulkarError("people.bad")`` on anything else."""
    try:
        body = json.loads(line)
        keys = set(body)
        if keys == {"tell"}:
            return Tell(_task(dict(body["tell"])))
        if keys == {"say"}:
            return Say(_saying(body["say"]))
        if keys == {"ask", "question"}:
            fields = dict(body["question"])
            about = _number(fields.pop("number", 0))
            texts = {key: _text(value) for key, value in fields.items()}
            return Asked(_number(body["ask"]), Question(**texts, number=about))
        if keys == {"answer", "yes"} and isinstance(body["yes"], bool):
            return Answered(_number(body["answer"]), body["yes"])
        if keys == {"track"}:
            return Rolled(_track(body["track"]))
    except (ValueError, TypeError, KeyError, AttributeError) as exc:
        raise VulkarError("people.bad", line=line[:120]) from exc
    raise VulkarError("people.bad", line=line[:120])


def _task(fields: dict[str, object]) -> Task:
    kind = TaskKind(_text(fields.pop("kind")))
    via = fields.pop("via", ())
    number = _number(fields.pop("number", 0))
    if not isinstance(via, list | tuple):
        raise TypeError
    texts = {key: _text(value) for key, value in fields.items()}
    return Task(kind, via=tuple(_text(v) for v in via), number=number, **texts)


def _saying(said: object) -> Text:
    if not is_text(said):
        raise TypeError
    code, params = said["code"], said["params"]
    if not isinstance(params, dict):
        raise TypeError
    return {"code": _text(code), "params": params}


def _track(points: Any) -> tuple[TrackPoint, ...]:
    if not isinstance(points, list) or len(points) > MOST_POINTS:
        raise TypeError
    return tuple((_number(t), _mm(x), _mm(y), _mm(z)) for t, x, y, z in points)


def _mm(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise TypeError
    return float(value)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError
    return value
