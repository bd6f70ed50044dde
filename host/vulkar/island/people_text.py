"""What an island says to people and asks of them, as texts: a code and parameters of a catalogue.

The sentences lie in ``vulkar/texts/locale/*/people.po`` under ``people.<code>``. Parameters are
texts of their own where a language has names for them: pawns, spaces, sources, routes.
"""

from __future__ import annotations

from typing import Final

from vulkar.errors import VulkarError
from vulkar.island.latches import latch_error
from vulkar.island.port import Question, Task, TaskKind
from vulkar.maps import IslandMap
from vulkar.maps.names import names_with_ids
from vulkar.texts import Text, named, text

# code -> its parameters
CODES: Final[dict[str, tuple[str, ...]]] = {
    "task.place": ("pawn", "space"),
    "task.place_via": ("pawn", "space", "via"),
    "task.lay": ("pawn", "space"),
    "task.remove": ("pawn",),
    "task.marble_home": ("source",),
    "task.marble_from": ("origin", "source"),
    "task.marble_in": ("source",),
    "task.marble_beside": ("origin", "source"),
    "task.marble_out": ("source",),
    "task.aim": ("way", "compass_deg"),
    "task.plate": ("plate", "way"),
    "task.roll": ("source", "route"),
    "task.push": ("source", "way", "route"),
    "task.undone": (),
    "ask.touched": ("pawn", "space"),
    "ask.fell": ("pawn", "space"),
    "ask.standing": ("pawn", "space"),
    "ask.empty": ("space",),
    "ask.count": ("number", "space"),
    "ask.marble_beside": ("source",),
    "ask.marble_left": ("source",),
    "ask.marble_home": ("source",),
    "ask.marbles_home": (),
    "ask.marble_back": ("source",),
    "ask.on": ("pawn", "space"),
    "ask.off": ("pawn",),
    "ask.all_done": ("number",),
    "ask.aimed": ("source",),
    "ask.rolled": ("source",),
    "ask.rest": ("source",),
    "ask.stuck": ("source",),
    "ask.roll": ("source",),
    "wrong.missing": ("space", "pawn"),
    "wrong.missing_one": ("space", "pawn"),
    "wrong.stranger": ("seen",),
    "wrong.stranger_more": ("seen",),
    "wrong.misplaced": ("pawn", "seen", "space"),
    "wrong.still": ("pawn", "seen", "space"),
    "wrong.still_off": ("pawn", "seen"),
    "wrong.occupied": ("space", "pawn"),
    "wrong.marble": ("source",),
    "wrong.spare_marble": ("source",),
    "marble.missing": ("source",),
    "marble.still_missing": ("source",),
    "marble.still_missing_of": ("source", "home"),
    "marble.several": ("number", "source"),
    "panel.stop_pressed": (),
    "panel.key_again": (),
    "panel.key_on_again": (),
    "panel.key": (),
    "panel.fire": (),
    "panel.board_stop": (),
    "ask.clear": ("what",),
    "latch_stays": (),
}
SPACES: Final = ("space", "seen", "route")
SOURCES: Final = ("source", "origin", "home")


def speak(code: str, island: IslandMap | None = None, **params: str | int | Text) -> Text:
    """The text of a code. Ids become names: spaces and routes by ``island``, which they need."""
    assert set(params) == set(CODES[code]), (code, params)
    return text(f"people.{code}", **{key: _shown(island, key, params[key]) for key in params})


def _shown(island: IslandMap | None, key: str, value: str | int | Text) -> str | int | Text:
    if not isinstance(value, str):
        return value
    if key == "pawn":
        return named("pawn", value, value)
    if key in SOURCES:
        return source_name(value)
    if key == "way":
        return named("way", value, value)
    if key in SPACES and island is not None:
        return island.once(names_with_ids).get(value, value)
    return value


def source_name(source: str) -> Text:
    """``idol``, or the letter of a station."""
    return text("people.idol") if source == "idol" else text("people.station", id=source)


def still_missing(source: str, home: str) -> Text:
    """A marble that did not come back, once its roll is settled; ``home`` if not its own cradle."""
    if home:
        return speak("marble.still_missing_of", source=source, home=home)
    return speak("marble.still_missing", source=source)


def latch_said(latched: int) -> Text:
    """What is latched, its likely cause and the next step."""
    error = latch_error(latched)
    cause = text(f"cause.{error.code}", own=error.cause)
    todo = text(f"todo.{error.code}", own=error.todo)
    return text("people.latched", what=error_text(error), cause=cause, todo=todo)


def error_text(error: VulkarError) -> Text:
    """What an error says, in English where a language has no sentence for it."""
    return text(f"error.{error.code}", **error.params, own=error.what)


def task_said(island: IslandMap, task: Task) -> Text:
    """One sentence that asks for a task."""
    if task.kind is TaskKind.PLACE and task.via:
        via = ", ".join(task.via)
        return speak("task.place_via", island, pawn=task.pawn, space=task.space, via=via)
    if task.kind in (TaskKind.PLACE, TaskKind.LAY):
        return speak(f"task.{task.kind}", island, pawn=task.pawn, space=task.space)
    if task.kind is TaskKind.REMOVE:
        return speak("task.remove", pawn=task.pawn)
    if task.kind in (TaskKind.AIM, TaskKind.PLATE, TaskKind.ROLL):
        return _roll_said(island, task)
    return _marble_said(task)


def _roll_said(island: IslandMap, task: Task) -> Text:
    if task.kind is TaskKind.AIM:
        compass_deg = round(island.idol.facings[task.way].compass_deg)
        return speak("task.aim", way=task.way, compass_deg=compass_deg)
    if task.kind is TaskKind.PLATE:
        return speak("task.plate", plate=task.plate, way=task.way)
    if not task.way:
        return speak("task.roll", island, source=task.source, route=task.route)
    return speak("task.push", island, source=task.source, way=task.way, route=task.route)


def _marble_said(task: Task) -> Text:
    source, origin = task.source, task.origin
    if task.kind is TaskKind.MARBLE_OUT:
        return speak("task.marble_out", source=source)
    if task.kind is TaskKind.MARBLE_BESIDE:
        return speak("task.marble_beside", source=source, origin=origin)
    if origin == source:
        return speak("task.marble_in", source=source)
    if origin:
        return speak("task.marble_from", source=source, origin=origin)
    return speak("task.marble_home", source=source)


def question_said(island: IslandMap, question: Question) -> Text:
    """One question that is answered by yes or no."""
    kind = question.kind
    if kind in ("touched", "fell", "standing"):
        return speak(f"ask.{kind}", island, pawn=question.pawn, space=question.space)
    if kind == "empty":
        return speak("ask.empty", island, space=question.space)
    if kind == "count":
        return speak("ask.count", island, space=question.space, number=question.number)
    if kind == "clear":
        error = latch_error(question.number)
        return speak("ask.clear", what=error_text(error))
    if kind == "all_done":
        return speak("ask.all_done", number=question.number)
    if kind == "marbles_home":
        return speak("ask.marbles_home")
    if kind != "done":
        return speak(f"ask.{kind}", source=question.source)
    if question.source:
        return speak("ask.marble_back", source=question.source)
    if question.space:
        return speak("ask.on", island, pawn=question.pawn, space=question.space)
    return speak("ask.off", pawn=question.pawn)
