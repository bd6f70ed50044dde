"""What an island says to people and asks of them: each sentence's code, parameters and English.

Codes and parameters are what leaves the table; ``ENGLISH`` has every code but those of the error
catalogue (``latch.*``), which people are told with the catalogue's own words.
"""

from __future__ import annotations

from typing import Final

from vulkar.island.port import Question, Task, TaskKind
from vulkar.island.saying import Saying
from vulkar.link import names
from vulkar.maps import IslandMap

ENGLISH: Final = {
    # tasks
    "task.place": "Set {pawn} upright on {space}.",
    "task.place_via": "Set {pawn} upright on {space} (by way of {via}).",
    "task.lay": "Lay {pawn} on its side in {space}.",
    "task.remove": "Take {pawn} off the island.",
    "task.marble_home": "Put the marble back into {source}.",
    "task.marble_from": "Put the marble from {origin} into {source}.",
    "task.marble_in": "Put a marble that lies beside {source} into its cradle.",
    "task.marble_beside": "Lay the marble from {origin} beside {source}, whose cradle is full.",
    "task.marble_out": "Take the marble out of {source}.",
    "task.aim": "Turn the idol to face {way} ({compass_deg} degrees).",
    "task.plate": "Set the plate at {plate} so that it opens the way {way}.",
    "task.roll": "Let the marble of {source} go ({route}), and watch it until nothing moves.",
    "task.push": "Push the marble of {source}, way {way} ({route}), and watch it until nothing "
    "moves.",
    "task.undone": "Not done yet.",
    # questions
    "ask.touched": "Did the marble, or anything that it moved, touch {pawn} on {space}?",
    "ask.fell": "Did {pawn} on {space} fall over?",
    "ask.standing": "Does {pawn} stand on {space}?",
    "ask.empty": "Is {space} empty?",
    "ask.count": "Do {number} pawns stand on {space}?",
    "ask.clear": "Latched: {latched}. Has the board been looked at, and may it be cleared?",
    "ask.marble_beside": "Does the marble lie beside {source}?",
    "ask.marble_left": "Did the marble leave {source}?",
    "ask.marble_home": "Does the marble lie in {source}?",
    "ask.marbles_home": "Does a marble lie in every cradle?",
    "ask.marble_back": "Is the marble back in {source}?",
    "ask.on": "Is {pawn} on {space}?",
    "ask.off": "Is {pawn} off the island?",
    "ask.all_done": "Are all {number} done?",
    "ask.aimed": "Is everything set for the fireball from {source}?",
    "ask.rolled": "Has the fireball from {source} been rolled, and does nothing move any more?",
    "ask.stuck": "Was it let go as it should, and did it stay in {source} all the same?",
    "ask.roll": "What did the fireball from {source} do: did it leave, whom did it touch, is it "
    "home?",
    # what is wrong on the board
    "wrong.missing": "{space} is empty: {pawn} belongs there.",
    "wrong.missing_one": "A pawn is missing on {space}: {pawn} belongs there.",
    "wrong.stranger": "A pawn stands on {seen}, which should be empty: take it away.",
    "wrong.stranger_more": "A pawn too many stands on {seen}: take it away.",
    "wrong.misplaced": "{pawn} stands on the wrong space, {seen}: it belongs on {space}.",
    "wrong.still": "{pawn} is still on {seen}: it belongs on {space}.",
    "wrong.still_off": "{pawn} is still on {seen}: it should be off the island.",
    "wrong.occupied": "{space} is occupied already: clear it, then set {pawn} there.",
    "wrong.marble": "The marble is not in {source}: put it back.",
    "wrong.spare_marble": "A marble lies in {source}, which should be empty: take it out.",
    # marbles and latches
    "marble.missing": "The marble of {source} is missing.",
    "marble.still_missing": "The marble of {source} is still missing; it is wanted back home.",
    "marble.still_missing_of": "The marble of {source} is still missing; it belongs to {home}.",
    "marble.several": "{number} marbles belong to {source}: one in the cradle.",
    "latch.stays": "It cannot be cleared yet: its cause is still there.",
    # a panel
    "panel.stop_pressed": "Let the emergency stop go.",
    "panel.key_again": "Stopped. Look at the board, then turn the key off and on again.",
    "panel.key_on_again": "Stopped. Look at the board, then turn the key on again.",
    "panel.key": "Turn the key on.",
    "panel.fire": "Press the fire button.",
    "panel.board_stop": "The board's own emergency stop is still pressed.",
}
SPACES: Final = ("space", "seen")
SOURCES: Final = ("source", "origin", "home")


def speak(code: str, island: IslandMap | None = None, **params: str | int) -> Saying:
    """The sentence of a code; spaces are named by ``island``, or by their ids without one."""
    shown: dict[str, str | int] = dict(params)
    for key in params:
        word = str(params[key])
        if key in SPACES and island is not None:
            shown[key] = place_name(island, word)
        elif key in SOURCES:
            shown[key] = source_name(word)
        elif key == "route" and island is not None:
            shown[key] = island.routes[word].name
    return Saying(code, params, ENGLISH[code].format(**shown))


def still_missing(source: str, home: str) -> Saying:
    """A marble that did not come back, once its roll is settled; ``home`` if not its own cradle."""
    if home:
        return speak("marble.still_missing_of", source=source, home=home)
    return speak("marble.still_missing", source=source)


def place_name(island: IslandMap, space: str) -> str:
    """``HR6`` -> ``High Road 6 (HR6)``; an unknown id stays as it is."""
    known = island.spaces.get(space)
    return f"{known.name} ({space})" if known and known.name != space else space


def source_name(source: str) -> str:
    """``idol`` -> ``the idol``, ``A`` -> ``station A``."""
    return "the idol" if source == "idol" else f"station {source}"


def task_said(island: IslandMap, task: Task) -> Saying:
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


def _roll_said(island: IslandMap, task: Task) -> Saying:
    if task.kind is TaskKind.AIM:
        compass_deg = round(island.idol.facings[task.way].compass_deg)
        return speak("task.aim", way=task.way, compass_deg=compass_deg)
    if task.kind is TaskKind.PLATE:
        return speak("task.plate", plate=task.plate, way=task.way)
    if not task.way:
        return speak("task.roll", island, source=task.source, route=task.route)
    return speak("task.push", island, source=task.source, way=task.way, route=task.route)


def _marble_said(task: Task) -> Saying:
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


def question_said(island: IslandMap, question: Question) -> Saying:
    """One question that is answered by yes or no."""
    kind = question.kind
    if kind in ("touched", "fell", "standing"):
        return speak(f"ask.{kind}", island, pawn=question.pawn, space=question.space)
    if kind == "empty":
        return speak("ask.empty", island, space=question.space)
    if kind == "count":
        return speak("ask.count", island, space=question.space, number=question.number)
    if kind == "clear":
        number = question.number
        latched = names.word(names.FAULTS, number) if number else "emergency stop"
        return speak("ask.clear", number=number, latched=latched)
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
