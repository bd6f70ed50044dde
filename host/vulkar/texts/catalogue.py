"""The catalogues, one folder of .po files for each language, read when it is first asked for.

English sentences of errors are those of errors.toml.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from vulkar.errors import CATALOGUE, VulkarError
from vulkar.texts.po import Po, read_po

LOCALE: Final = Path(__file__).with_name("locale")
LANGUAGES: Final = ("en", "de")  # the first is shown to those who understand none


@cache
def catalogue(language: str) -> Po:
    """All entries of a language. Raises ``VulkarError("text.language")``."""
    if language not in LANGUAGES:
        raise VulkarError("text.language", language=language, known=", ".join(LANGUAGES))
    parts = [read_po(path) for path in sorted((LOCALE / language).glob("*.po"))]
    return Po(
        {code: forms for part in parts for code, forms in part.entries.items()}, parts[0].form
    )


def sentence(code: str, language: str, n: object = None) -> str | None:
    """The sentence of a code with its placeholders, in the plural form for ``n``; None: no entry.

    Raises ``VulkarError("text.language")``.
    """
    entries, form = catalogue(language)
    forms = entries.get(code)
    if forms is None:
        return _error_sentence(code) if language == "en" else None
    return forms[form(n)] if len(forms) > 1 and isinstance(n, int) else forms[0]


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
