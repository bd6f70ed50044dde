"""No sentence is missing in any language, none is left over, and their placeholders agree."""

from __future__ import annotations

import string
from collections.abc import Iterator

import pytest

from tests.texts.codes import FAMILIES, emitted, written
from vulkar.texts import LANGUAGES
from vulkar.texts.catalogue import LOCALE, sentence
from vulkar.texts.compile import compiled, entries


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def forms(language: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every code of a language's .po files with its sentence, or its plural forms."""
    for _, message in entries(language):
        if isinstance(message.id, str):
            yield message.id, (str(message.string),)
        else:
            yield message.id[0], tuple(message.string)


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
    assert {code for code, _ in forms(language)} == wanted


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_translation_has_the_placeholders_of_the_english_sentence(language: str) -> None:
    for code, translated in forms(language):
        english = sentence(code, "en", 2)
        if english is not None:
            assert {frozenset(placeholders(t)) for t in translated} == {
                frozenset(placeholders(english))
            }, code


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_are_names(language: str) -> None:
    for code, sentences in forms(language):
        for template in sentences:
            assert all(name.isidentifier() for name in placeholders(template)), code
            assert template == template.strip() and template, code


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogue_is_the_one_of_the_files(language: str) -> None:
    """If not: python -m vulkar.texts.compile"""
    assert (LOCALE / language / "vulkar.mo").read_bytes() == compiled(language)
