"""Makes ``vulkar.mo`` of each language from its .po files: ``python -m vulkar.texts.compile``.

Needs Babel, which nothing else in this package does. A file is written only where it would change.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from vulkar.texts.catalogue import LANGUAGES, LOCALE


class _Compiled(Catalog):
    """Without date and version, so that the same sentences make the same file."""

    def _get_mime_headers(self) -> list[tuple[str, str]]:
        return [
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Plural-Forms", self.plural_forms),
        ]

    mime_headers = property(_get_mime_headers, Catalog._set_mime_headers)


def entries(language: str) -> Iterator[tuple[Path, Message]]:
    """Every entry of a language's .po files, with its file. Raises ``ValueError``: a bad file."""
    for path in sorted((LOCALE / language).glob("*.po")):
        with path.open("rb") as file:
            for message in read_po(file, locale=language, abort_invalid=True):
                if message.id:
                    yield path, message


def compiled(language: str) -> bytes:
    """The contents of a language's ``vulkar.mo``. Raises ``ValueError`` where a code is twice."""
    catalogue = _Compiled(locale=language)
    for path, message in entries(language):
        if message.id in catalogue:
            raise ValueError(f"{path}: {message.id} has an entry already")
        catalogue.add(message.id, message.string)
    out = io.BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def main() -> None:
    for language in LANGUAGES:
        path, content = LOCALE / language / "vulkar.mo", compiled(language)
        if not path.exists() or path.read_bytes() != content:
            path.write_bytes(content)
            sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main()
