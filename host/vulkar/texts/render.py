"""A text in a language. Never fails: a page must not break over a word that is missing."""

from __future__ import annotations

import re
import string
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeGuard

from vulkar.texts.catalogue import LANGUAGES, sentence
from vulkar.texts.text import Text

STOPPED: Final = re.compile(r"([!?])\.(?!\S)")  # a name that ends a sentence by itself
MOST_NESTED: Final = 8  # a text within a text within ...


def render(text: Text, language: str = LANGUAGES[0]) -> str:
    """The sentence of ``text``, plain: whoever puts it into HTML escapes it there.

    A parameter is put in once and never looked at again, so braces, percent signs and tags in it
    stay what they are. A sentence that begins with another text begins with a capital letter. A
    code without an entry is shown by its ``own`` words, else as it is; a parameter that is missing
    as its placeholder. Raises ``VulkarError("text.language")`` for an unknown language.
    """
    return _Filler(language, 0).fill(text)


class _Filler(string.Formatter):
    """Fills placeholders by name only: no attributes, no indices of what is put in."""

    def __init__(self, language: str, depth: int) -> None:
        self._language = language
        self._depth = depth

    def fill(self, text: Text) -> str:
        params = text["params"]
        found = sentence(text["code"], self._language, params.get("n"))
        if found is None:
            return str(params.get("own", text["code"]))
        filled = STOPPED.sub(r"\1", self.vformat(found, (), params))
        first = found[1:].partition("}")[0] if found.startswith("{") else ""
        if self._depth == 0 and is_text(params.get(first)):
            return filled[:1].upper() + filled[1:]
        return filled

    def get_field(
        self, field_name: str, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> tuple[Any, str]:
        return kwargs.get(field_name, f"{{{field_name}}}"), field_name

    def convert_field(self, value: Any, conversion: str | None) -> Any:
        return repr(value) if conversion == "r" else value

    def format_field(self, value: Any, format_spec: str) -> str:
        """For a list the part behind the colon is what stands between its members."""
        if is_text(value):
            if self._depth == MOST_NESTED:
                return str(value["code"])
            return _Filler(self._language, self._depth + 1).fill(value)
        if isinstance(value, list | tuple):
            return (format_spec or ", ").join(self.format_field(v, "") for v in value)
        try:
            return format(value, format_spec)
        except (TypeError, ValueError):  # a word where the sentence expects a number
            return str(value)


def is_text(value: object) -> TypeGuard[Text]:
    """Whether a parameter is a text of its own."""
    return (
        isinstance(value, dict)
        and set(value) == {"code", "params"}
        and isinstance(value["code"], str)
        and isinstance(value["params"], dict)
    )
