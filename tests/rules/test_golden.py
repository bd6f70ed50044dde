"""Whole games, word for word: presets, options, teams and items.

A file holds a setup, every event with its audience and its line, and the answers that made the
game; these are played again, so that a bot that changes its mind changes no file. After a wanted
change of the rules ``python -m tests.rules.test_golden`` writes the files anew from the same
answers (with ``new NAME...`` from games that bots play now); read the diff.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.rules.arrange import SEATS
from vulkar.bots import playout
from vulkar.maps import load
from vulkar.rules import Event, rulesets
from vulkar.texts import render

FOLDER = Path(__file__).parent / "golden"
# name -> preset, bots, options; seats that are random make it lively. A name that begins
# with that of a ruleset is a game of it, any other one of the 1986 game.
GAMES: dict[str, tuple[str, tuple[str, ...], dict[str, object]]] = {
    "anniversary-3": ("anniversary", ("simple", "simple", "random"), {}),
    "classic86-2": ("classic86", ("simple", "random"), {}),
    "classic86-4": ("classic86", ("simple", "random", "random", "simple"), {}),
    "teams-4": ("anniversary", ("simple", "random", "simple", "random"), {"teams": "pairs"}),
    "readings-3": (
        "anniversary",
        ("random", "simple", "simple"),
        {
            "another_by": "anyone",
            "back_path_by": "victim",
            "mid_move_capture": "reverse",
            "marble_return": "nearest",
            "vulkar_after": "stops",
            "windows": "open",
        },
    ),
    "readings-4": (
        "classic86",
        ("simple", "random", "simple", "random"),
        {
            "cave_roll": "next_turn",
            "double_by": "anyone",
            "force_use_at_four": True,
            "replace_after_play": True,
            "turn_direction": "counterclockwise",
        },
    ),
    "items-3": ("anniversary", ("simple", "random", "simple"), {"items": "both"}),
    "curse-rulebook-3": ("rulebook", ("simple", "random", "simple"), {}),
    "curse-readings-2": (
        "three_cards",
        ("simple", "simple"),
        {
            "call_by": "landing",
            "landing_takes": True,
            "souvenir_to": "fallen",
            "treasure_picked_by": "taker",
        },
    ),
    "ship-shuffled-3": ("shuffled", ("perfect", "forgetful", "random"), {}),
    "ship-ordered-2": ("ordered", ("forgetful", "forgetful"), {"marble": True}),
    "ship-readings-4": (
        "shuffled",
        ("forgetful", "random", "forgetful", "perfect"),
        {"barred": "round", "first_start": "first_seat", "volcanoes": "most_birds"},
    ),
}


def transcript(setup: dict[str, Any], answers: list[Any]) -> str:
    """The whole file of a game."""
    events: list[Event] = []
    seats = tuple(setup["seats"])
    rules = rulesets.get(setup.get("ruleset", rulesets.DEFAULT))
    game = rules.make(load(rules.map), setup["preset"], seats, setup["options"], events.append)
    askers = []
    for value in answers:
        assert game.ask is not None
        askers.append(game.ask.asker)
        game.answer(game.ask.number, value, events.append)
    lines = [json.dumps(setup), f"{game.turns} turns, {game.result}", ""]
    for e in events:
        to = "" if e.audience is None else f" (to {', '.join(map(str, e.audience))})"
        lines.append(f"{render(rules.describe(e, {}))}{to}  {json.dumps(e.data)}")
    lines += ["", "answers"]
    lines += [f"{who} {json.dumps(v)}" for who, v in zip(askers, answers, strict=True)]
    return "\n".join(lines) + "\n"


def stored(text: str) -> tuple[dict[str, Any], list[Any]]:
    """Setup and answers of a file."""
    lines = text.splitlines()
    start = lines.index("answers") + 1
    return json.loads(lines[0]), [json.loads(line.split(" ", 1)[1]) for line in lines[start:]]


@pytest.mark.parametrize("name", GAMES)
def test_the_golden_game_is_as_it_was(name):
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert transcript(*stored(text)) == text


def test_the_golden_games_are_whole_and_every_file_is_one():
    assert {p.stem for p in FOLDER.glob("*.txt")} == set(GAMES)
    for path in FOLDER.glob("*.txt"):
        assert "winners=" in path.read_text(encoding="utf-8").splitlines()[1]


def play(name: str) -> str:
    """A new game: the shortest of some seeds, for people have to read it."""
    preset, bots, options = GAMES[name]
    ruleset = next((r for r in rulesets.MODULES if name.startswith(f"{r}-")), rulesets.DEFAULT)
    setup = {"preset": preset, "seats": SEATS[: len(bots)], "options": options}
    if ruleset != rulesets.DEFAULT:
        setup["ruleset"] = ruleset
    played = [
        playout(
            load(rulesets.get(ruleset).map),
            bots,
            seed,
            ruleset=ruleset,
            preset=preset,
            options=options,
        )
        for seed in range(12)
    ]
    best = min((p for p in played if p.result), key=lambda p: len(p.answers))
    return transcript(json.loads(json.dumps(setup)), [value for _, value in best.answers])


def main(words: list[str]) -> None:
    new = set(words[1:] or GAMES) if words[:1] == ["new"] else set()
    for name in GAMES:
        path = FOLDER / f"{name}.txt"
        text = play(name) if name in new else transcript(*stored(path.read_text("utf-8")))
        path.write_text(text, encoding="utf-8")
        print(name, text.splitlines()[1])


if __name__ == "__main__":
    main(sys.argv[1:])
