"""One event in, what is heard and what lamps show out. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

from vulkar.cues.colours import OFF, PAWN, Colour, colour_of, dimmed
from vulkar.cues.file import Cues, Row, Show
from vulkar.cues.kinds import OWN
from vulkar.maps import IslandMap
from vulkar.maps.drawing.palette import pawn_colour

EVERYBODY: Final = -1  # who hears: the large screen and the board; else a seat's phone
Picture: TypeAlias = Mapping[str, Colour]  # by space; the others tell what they tell at rest


class Heard(NamedTuple):
    """An event as ``/api/events`` tells it."""

    kind: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Scene:
    """The board as everybody has heard of it. ``pawns``: in the order of the seats, with their
    spaces; ``tells``: what the lamp of a space tells."""

    island: IslandMap
    pawns: Mapping[str, str]
    tells: Mapping[str, str]
    active: str  # whose turn it is; "" while no game is played

    @classmethod
    def of(cls, island: IslandMap, scene: Mapping[str, Any]) -> Scene:
        """From the answer to the operation ``scene``."""
        view = scene.get("view") or {}
        pieces = view.get("pieces") or ()
        pawns = {piece["pawn"]: piece["space"] for piece in pieces}
        tells = {lamp["space"]: lamp["tells"] for lamp in scene.get("lamps") or ()}
        active = pieces[view["active"]]["pawn"] if pieces and not view.get("result") else ""
        return cls(island, pawns, tells, active)


@dataclass(frozen=True, slots=True)
class Frames:
    """A show on the lamps of a map: pictures by their time since the event, and when it ends."""

    priority: int
    length_ms: int
    pictures: tuple[tuple[int, Picture], ...]


class Played(NamedTuple):
    """What an event is for one who hears it; ``sounds`` are names."""

    sounds: tuple[str, ...]
    shows: tuple[Frames, ...]


def played(cues: Cues, heard: Heard, scene: Scene | None, audience: int) -> Played:
    """What ``audience`` (a seat, or ``EVERYBODY``) gets of an event; no scene: no lamps either."""
    rows = [row for row in cues.rows if _fits(row, heard, scene, audience)]
    sounds = dict.fromkeys(row.sound for row in rows if row.sound)
    shows = dict.fromkeys(row.show for row in rows if row.show)
    frames = (
        tuple(frames_of(cues, cues.shows[name], heard, scene) for name in shows)
        if scene is not None
        else ()
    )
    return Played(tuple(sounds), frames)


def frames_of(cues: Cues, show: Show, heard: Heard, scene: Scene) -> Frames:
    """A show on the lamps of a map."""
    pictures = tuple(
        (turn * show.length_ms + at_ms, _picture(cues, lights, heard, scene))
        for turn in range(show.loops + 1)
        for at_ms, lights in show.steps
    )
    return Frames(show.priority, (show.loops + 1) * show.length_ms, pictures)


def at_rest(cues: Cues, scene: Scene) -> Picture:
    """What the lamps tell while no show runs."""
    heard = Heard("", {})
    return {
        space: _colour(cues, cues.rest[tells], heard, scene)
        for space, tells in scene.tells.items()
        if tells in cues.rest
    }


def _fits(row: Row, heard: Heard, scene: Scene | None, audience: int) -> bool:
    if row.event != heard.kind or not all(_is(heard.data.get(k), v) for k, v in row.when.items()):
        return False
    if row.event in OWN:
        return True
    if row.to == "everybody":
        return audience == EVERYBODY
    return audience in set(_seats(heard.data.get(row.who), scene))


def _is(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, bool):
        return bool(value) == wanted
    return wanted in value if isinstance(value, list | tuple) else value == wanted


def _seats(who: Any, scene: Scene | None) -> Iterator[int]:
    """The seats that a value of an event's data names."""
    pawns = list(scene.pawns) if scene is not None else []
    for each in who if isinstance(who, list | tuple) else (who,):
        if isinstance(each, int) and not isinstance(each, bool):
            yield each
        elif each in pawns:
            yield pawns.index(each)


def _picture(cues: Cues, lights: Mapping[str, str], heard: Heard, scene: Scene) -> Picture:
    out: dict[str, Colour] = {}
    for light, name in lights.items():
        colour = _colour(cues, name, heard, scene)
        out |= dict.fromkeys(_spaces(light, heard.data, scene), colour)
    return out


def _spaces(light: str, data: Mapping[str, Any], scene: Scene) -> Sequence[str]:
    if light == "all":
        return tuple(scene.island.spaces)
    if light == "route":
        route = scene.island.routes.get(str(data.get("route")))
        return route.spaces if route is not None else ()
    if light == "path":
        return _of_map(data.get("path"), scene)
    if light == "here":
        return _here(data, scene)
    return tuple(space for space, tells in scene.tells.items() if tells == light)


def _here(data: Mapping[str, Any], scene: Scene) -> Sequence[str]:
    """The spaces that an event names; else those of the pawns that it is about."""
    named = _of_map([data.get("space"), data.get("to")], scene)
    return named or tuple(scene.pawns[pawn] for pawn in _about(data, scene))


def _about(data: Mapping[str, Any], scene: Scene) -> list[str]:
    found: list[str] = []
    for key in ("hit", "target", "owner", "pawn"):  # the first that is there
        value = data.get(key)
        each = value if isinstance(value, list | tuple) else (value,)
        found += [pawn for pawn in each if isinstance(pawn, str) and pawn in scene.pawns]
        if found:
            break
    return found


def _of_map(value: Any, scene: Scene) -> tuple[str, ...]:
    each = value if isinstance(value, list | tuple) else ()
    return tuple(space for space in each if isinstance(space, str) and space in scene.island.spaces)


def _colour(cues: Cues, name: str, heard: Heard, scene: Scene) -> Colour:
    if name == PAWN:
        pawns = [*_about(heard.data, scene), scene.active]
        if pawns[0] not in scene.pawns:
            return OFF
        name = pawn_colour(pawns[0], list(scene.pawns).index(pawns[0]))
    return dimmed(colour_of(name) or OFF, cues.brightness_percent)
