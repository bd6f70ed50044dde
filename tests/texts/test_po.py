"""A file that is no catalogue is refused, with its name."""

from __future__ import annotations

from pathlib import Path

import pytest

from vulkar.texts.po import read_po

HEAD = 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'


def test_sentences_go_on_in_the_next_line_and_have_forms(tmp_path: Path) -> None:
    path = tmp_path / "x.po"
    rest = 'msgid "a"\nmsgstr ""\n"one "\n"two \\"three\\""\n# note\nmsgid "b"\n'
    path.write_text(HEAD + rest + 'msgid_plural "b"\nmsgstr[0] "ein"\nmsgstr[1] "zwei"\n')
    read = read_po(path)
    assert read.entries == {"a": ('one two "three"',), "b": ("ein", "zwei")}
    assert [read.form(n) for n in (0, 1, 2)] == [1, 0, 1]


@pytest.mark.parametrize(
    "rest",
    ['msgid "a"\n', 'msgstr "a"\n', 'msgid "a"\nmsgstr "x"\n\nmsgid "a"\nmsgstr "y"\n',
     'msgid "a"\nmsgstr x\n', "hello\n", 'msgid 3\nmsgstr "a"\n'],
)  # fmt: skip
def test_what_is_no_entry_is_refused(tmp_path: Path, rest: str) -> None:
    path = tmp_path / "x.po"
    path.write_text(HEAD + rest)
    with pytest.raises(ValueError, match=r"x\.po"):
        read_po(path)
