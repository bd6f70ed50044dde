"""The compiled catalogues, one for each language, read when a language is first asked for.

English sentences of errors are those of errors.toml; all others lie in ``locale``. There the .po
files are what people write, and ``vulkar.mo`` is made of them: ``python -m vulkar.texts.compile``.
"""

from __future__ import annotations

import gettext
from functools import cache
from pathlib import Path
from typing import Final

from vulkar.errors import CATALOGUE, VulkarError

LOCALE: Final = Path(__file__).with_name("locale")
LANGUAGES: Final = ("en", "de")  # the first is shown to those who understand none


@cache
def catalogue(language: str) -> gettext.GNUTranslations:
    """The catalogue of a language. Raises ``VulkarError("text.language")``."""
    if language not in LANGUAGES:
        raise VulkarError("text.language", language=language, known=", ".join(LANGUAGES))
    with (LOCALE / language / "vulkar.mo").open("rb") as file:
        return gettext.GNUTranslations(file)


def sentence(code: str, language: str, n: object = None) -> str | None:
    """The sentence of a code with its placeholders, in the plural form for ``n``; None: no entry.

    Raises ``VulkarError("text.language")``.
    """
    entries = catalogue(language)
    found = entries.ngettext(code, code, n) if isinstance(n, int) else code
    if found == code:
        found = entries.gettext(code)
    if found != code:
        return found
    return _error_sentence(code) if language == "en" else None


def _error_sentence(code: str) -> str | None:
    part, _, error = code.partition(".")
    entry = CATALOGUE.get(error)
    if entry is None:
        return None
    return {"error": entry.what, "cause": entry.cause, "todo": entry.todo}.get(part)


def best_language(accept_language: str) -> str:
    """The language for a browser's ``Accept-Language``; what cannot be read counts for nothing."""
    wanted: list[tuple[float, str]] = []
    for part in accept_language[:200].split(","):
        tag, _, weight = part.strip().partition(";")
        language = tag.split("-")[0].lower()
        value = weight.strip().removeprefix("q=") or "1"
        digits = value.replace(".", "", 1)
        if language in LANGUAGES and digits.isascii() and digits.isdigit() and float(value) > 0:
            wanted.append((-float(value), language))
    return min(wanted, key=lambda row: row[0])[1] if wanted else LANGUAGES[0]
