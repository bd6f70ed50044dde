"""Several files of ``static`` as one, so that a browser asks once and not thirty times. Pure.

A module stays a plain ES module that can be read, linted and loaded by itself. Of imports and
exports it uses the forms below, each on lines of its own; what it exports does not change.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

IMPORT: Final = re.compile(
    r'^import (?:(?:\{(?P<names>[^}]*)\}|\* as (?P<all>\w+)) from )?"\./(?P<file>[\w.-]+)";$', re.M
)
EXPORT: Final = re.compile(
    r"^export (?=(?:async function|function|const|class) (?P<name>\w+))", re.M
)
LEFT: Final = re.compile(r"^(?:import|export)\b(?! *\()", re.M)


def modules(entries: Sequence[str], source: Mapping[str, str]) -> str:
    """One module that does what ``entries`` do, loaded one after another.

    Raises ``KeyError`` for a file that is not there, ``ValueError`` for modules that import each
    other in a ring, and for a form of import or export that is not known.
    """
    order: list[str] = []
    for entry in entries:
        _visit(entry, source, order, ())
    return "".join(_wrapped(name, source[name]) for name in order)


def _visit(name: str, source: Mapping[str, str], order: list[str], path: tuple[str, ...]) -> None:
    if name in path:
        raise ValueError(f"modules in a ring: {' -> '.join((*path, name))}")
    if name in order:
        return
    for found in IMPORT.finditer(source[name]):
        _visit(found["file"], source, order, (*path, name))
    order.append(name)


def _wrapped(name: str, text: str) -> str:
    exported = [found["name"] for found in EXPORT.finditer(text)]
    body = EXPORT.sub("", IMPORT.sub(_taken, text))
    if (left := LEFT.search(body)) is not None:
        line = body[left.start() :].partition("\n")[0]
        raise ValueError(f"{name}: a form that is not known: {line}")
    return f"const {_id(name)} = (() => {{\n{body}\nreturn {{ {', '.join(exported)} }};\n}})();\n"


def _taken(found: re.Match[str]) -> str:
    whole = _id(found["file"])
    if found["all"]:
        return f"const {found['all']} = {whole};"
    if not found["names"]:
        return ""
    return f"const {{{found['names'].replace(' as ', ': ')}}} = {whole};"


def _id(name: str) -> str:
    return "$" + re.sub(r"\W", "_", name)
