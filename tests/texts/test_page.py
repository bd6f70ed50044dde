"""docs/reference/texts.md: its example runs; it names every group of codes and every language."""

from __future__ import annotations

import doctest
from pathlib import Path

from tests.texts.codes import FAMILIES
from tests.texts.test_german import WORDS
from vulkar.texts import LANGUAGES

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "texts.md"


def test_the_example_does_what_it_says() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert (failed, tried) == (0, 3)


def test_every_group_of_codes_and_every_language_is_named() -> None:
    page = PAGE.read_text("utf-8")
    for beginning in FAMILIES:
        assert f"`{beginning.split('.')[0]}." in page, beginning
    assert all(f"(`{language}`)" in page for language in LANGUAGES)


def test_the_page_has_the_words_that_german_keeps_to() -> None:
    page = PAGE.read_text("utf-8")
    kept = {word.removesuffix("n") for word in WORDS.values()} - {"dir"}
    assert all(f" {word} |" in page for word in kept)
