"""The sentences of an error of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from vulkar.texts.text import Text, text


class ErrorTexts(NamedTuple):
    """What happened, the likely cause, what to do: as in errors.toml."""

    what: Text
    cause: Text
    todo: Text


def error_texts(code: str, params: Mapping[str, Any]) -> ErrorTexts:
    """The three texts of an error with its code and its parameters."""
    return ErrorTexts(
        text(f"error.{code}", **params),
        text(f"cause.{code}", **params),
        text(f"todo.{code}", **params),
    )
