"""No sentence is missing in any language, none is left over, and their placeholders agree."""

from __future__ import annotations

import gettext
import string
from collections.abc import Iterator

import pytest
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po

from tests.texts.codes import FAMILIES, emitted, written
from vulkar.texts import LANGUAGES
from vulkar.texts.catalogue import LOCALE, catalogue, sentence


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def by_babel(language: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every entry of a language's .po files as Babel reads it: code, sentence or forms."""
    for path in sorted((LOCALE / language).glob("*.po")):
        with path.open("rb") as file:
            for message in read_po(file, locale=language, abort_invalid=True):
                plural = isinstance(message.id, tuple)
                if message.id:
                    assert not message.fuzzy, message.id
                    forms = tuple(message.string) if plural else (str(message.string),)
                    yield message.id[0] if plural else str(message.id), forms


def test_every_beginning_of_a_code_belongs_to_a_family() -> None:
    assert set(written()[1]) == set(FAMILIES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_a_sentence(language: str) -> None:
    wanted = [code for code, own in emitted().items() if not (own and language == "en")]
    assert [code for code in wanted if sentence(code, language) is None] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_left_over(language: str) -> None:
    """A sentence whose English is the data's own has no second place in English."""
    wanted = {code for code, own in emitted().items() if not (own and language == "en")}
    assert set(catalogue(language).entries) == wanted


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_translation_has_the_placeholders_of_the_english_sentence(language: str) -> None:
    for code, translated in catalogue(language).entries.items():
        english = sentence(code, "en", 2) or ""  # names and the like hold none
        for form in translated:
            assert placeholders(form) == placeholders(english), code


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_are_names(language: str) -> None:
    for code, sentences in catalogue(language).entries.items():
        for template in sentences:
            assert all(name.isidentifier() for name in placeholders(template)), code
            assert template == template.strip() and template, code


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_files_are_read_as_babel_reads_them(language: str) -> None:
    entries, form = catalogue(language)
    read = [(code, forms) for code, forms in by_babel(language)]
    assert dict(read) == entries and len(read) == len(entries)
    theirs = gettext.c2py(get_plural(language).plural_expr)
    assert [form(n) for n in range(200)] == [theirs(n) for n in range(200)]
