"""Every event and every choice of many games has a sentence in every language."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.rules.arrange import island
from tests.rules.randomly import games
from tests.rules.test_golden import FOLDER, stored
from vulkar.maps import load
from vulkar.maps.names import names
from vulkar.rules import rulesets
from vulkar.rules.classic.describe import describe, describe_choice
from vulkar.rules.core import Event
from vulkar.texts import LANGUAGES, Text, render

HERE: Final = Path(__file__).parent
RANDOM_GAMES: Final = 200


def golden_texts() -> Iterator[Text]:
    """The texts of the events and of the choices of all golden games, in their order."""
    for path in sorted(FOLDER.glob("*.txt")):
        setup, answers = stored(path.read_text(encoding="utf-8"))
        events: list[Event] = []
        rules = rulesets.get(setup.get("ruleset", rulesets.DEFAULT))
        seats = tuple(setup["seats"])
        island = load(rules.map)
        called = names(island)
        game = rules.make(island, setup["preset"], seats, setup["options"], events.append)
        for value in answers:
            assert game.ask is not None
            yield from (rules.describe(e, called) for e in events)
            yield from (rules.describe_choice(game.ask, a, called) for a in game.ask.legal)
            events.clear()
            game.answer(game.ask.number, value, events.append)
        yield from (rules.describe(e, called) for e in events)


def random_texts() -> Iterator[Text]:
    called = names(island())
    for seed in range(RANDOM_GAMES):
        events: list[Event] = []
        about = {"mixed": True, "middle": seed % 4 > 0, "items": seed % 2 == 0}
        for game, _ in games(seed, turns=8, sink=events.append, **about):
            if game.ask is not None:
                yield from (describe_choice(game.ask, a, called) for a in game.ask.legal)
        yield from (describe(e, called) for e in events)


@pytest.mark.parametrize("texts", [golden_texts, random_texts])
def test_everything_that_happens_is_said_in_every_language(texts) -> None:
    for text in texts():
        for language in LANGUAGES:
            said = render(text, language)
            assert said and said == said.strip(), said
            assert not any(odd in said for odd in ("{", "}", "None", "[", "'code'")), said
            if text["code"].startswith("event."):
                assert said.endswith((".", "!")) and (said[0].isupper() or said[0] == "„"), said


def sample(language: str) -> str:
    """The first sentence of each code in the golden games, by code."""
    first: dict[str, str] = {}
    for text in golden_texts():
        first.setdefault(text["code"], render(text, language))
    return "".join(f"{code}: {first[code]}\n" for code in sorted(first))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentences_of_the_golden_games_are_as_they_were(language: str) -> None:
    """After a wanted change: python -m tests.texts.test_games. For people to read through."""
    assert (HERE / f"golden-{language}.txt").read_text(encoding="utf-8") == sample(language)


if __name__ == "__main__":
    for language in LANGUAGES:
        (HERE / f"golden-{language}.txt").write_text(sample(language), encoding="utf-8")
