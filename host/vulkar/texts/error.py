"""The sentences of an error of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from vulkar.texts.text import Text, named, text

# parameters that are words of the program itself, by their error
WORDS: Final = {"table.paused": "by", "table.state": "state"}


class ErrorTexts(NamedTuple):
    """What happened, the likely cause, what to do: as in errors.toml."""

    what: Text
    cause: Text
    todo: Text


def error_texts(code: str, params: Mapping[str, Any]) -> ErrorTexts:
    """The three texts of an error with its code and its parameters, which may be missing.

    A refusal says in its own words which rule forbids what was tried; other languages have the
    rule's sentence.
    """
    word = WORDS.get(code, "")
    if word in params:
        params = {**params, word: named("word", str(params[word]), str(params[word]))}
    if code == "rules.refused" and {"rule", "why"} <= set(params):
        params = {**params, "why": named("rule", str(params["rule"]), str(params["why"]))}
    return ErrorTexts(
        text(f"error.{code}", **params),
        text(f"cause.{code}", **params),
        text(f"todo.{code}", **params),
    )
