"""The German keeps its own rules: one word for each thing, its quotation marks, du."""

from __future__ import annotations

import re
from typing import Final

from vulkar.texts.catalogue import catalogue

# a word that is not used -> the one that is, as docs/reference/texts.md lists them
WORDS: Final = {
    "Feuerball": "Feuerkugel",
    "Kugel": "Murmel",
    "Kugeln": "Murmeln",
    "Wiege": "Mulde",
    "Notstopp": "Notaus",
    "Bot": "Computerspieler",
    "Ihnen": "dir",
}
SENTENCES: Final = {c: " ".join(forms) for c, forms in catalogue("de").entries.items()}


def test_one_word_for_each_thing() -> None:
    for code, sentence in SENTENCES.items():
        for word, right in WORDS.items():
            assert not re.search(rf"\b{word}\b", sentence), (code, word, right)


def test_quotation_marks_come_in_pairs_of_the_german_kind() -> None:
    for code, sentence in SENTENCES.items():
        assert sentence.count("„") == sentence.count("“"), code
        assert "”" not in sentence and "‚" not in sentence, code


def test_nothing_was_left_in_english() -> None:
    """But names, which are the same in both."""
    english = catalogue("en").entries
    same = {c for c, forms in catalogue("de").entries.items() if forms == english.get(c)}
    sentences = {"event.window_opened", "choice.other", "people.latched", "firing.board_disarmed"}
    names = {"name.with_id", "item.revolver", "location", "page.pin", "page.shell.lobby"}
    names |= {"page.marshal.stat.firmware"}
    assert same == sentences | names


def test_a_sentence_ends_as_its_english_one_does() -> None:
    english = catalogue("en").entries
    for code, forms in catalogue("de").entries.items():
        for form, other in zip(forms, english.get(code, forms), strict=True):
            assert (form[-1] in ".!?") == (other[-1] in ".!?"), code
            assert form.endswith("?") == other.endswith("?"), code
