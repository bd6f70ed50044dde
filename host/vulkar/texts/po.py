"""Reads .po files: the part of the format that the catalogues use.

Written down here so that a table and a terminal start without Babel, and without a step that
compiles. Babel, with which the files are made, reads them in the tests, and both must agree.
"""

from __future__ import annotations

import gettext
import json
from collections.abc import Callable
from email.parser import HeaderParser
from pathlib import Path
from typing import NamedTuple


class Po(NamedTuple):
    """``entries``: code -> its sentence, or its plural forms; ``form``: number -> which of them."""

    entries: dict[str, tuple[str, ...]]
    form: Callable[[int], int]


def read_po(path: Path) -> Po:
    """The entries of a file. Raises ``ValueError`` where it is no such file."""
    entries: dict[str, tuple[str, ...]] = {}
    head = ""
    for fields in _blocks(path):
        forms = tuple(value for key, value in fields.items() if key.startswith("msgstr"))
        code = fields.get("msgid")
        if code is None or not forms or code in entries:
            raise ValueError(f"{path}: {fields} is no entry, or there are two")
        if code:
            entries[code] = forms
        else:
            head = forms[0]
    plural = HeaderParser().parsestr(head).get("Plural-Forms", "")
    return Po(entries, gettext.c2py(plural.partition("plural=")[2].strip(" ;")))


def _blocks(path: Path) -> list[dict[str, str]]:
    """The fields of each entry: msgid, msgid_plural, msgstr, msgstr[0], ..."""
    blocks: list[dict[str, str]] = []
    key = ""
    for line in path.read_text("utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        if not line.startswith('"'):
            key, _, line = line.partition(" ")
            if key == "msgid" or not blocks or key in blocks[-1]:
                blocks.append({})
        try:
            block = blocks[-1]
            block[key] = block.get(key, "") + json.loads(line)  # its quoting is JSON's
        except (IndexError, TypeError, json.JSONDecodeError) as exc:
            raise ValueError(f"{path}: {line}") from exc
    return blocks
