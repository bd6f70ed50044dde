"""The error catalogue and the code agree: no code without an entry, no entry without a use.

A use is a call that makes an error or a problem of a map of it. A code that is only compared with,
as in ``exc.code == "link.lost"``, or that stands in a list, is none.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from vulkar.errors import CATALOGUE
from vulkar.island.latches import CODES, latch_error
from vulkar.service.arming import Unarmed
from vulkar.service.trigger import CODES as CODES_OF_TRIGGER

HOST: Final = Path(__file__).resolve().parents[2] / "host" / "vulkar"
MAKERS: Final = ("VulkarError", "problem")
# Files that make an error of a code which is not written in the call, and those codes.
COMPUTED: Final = {
    "firmware/kind.py": {"firmware.old", "firmware.new"},  # check_abi: which end is older
    "service/arming.py": {str(why) for why in Unarmed},
    "service/trigger.py": set(CODES_OF_TRIGGER.values()),
    "island/latches.py": {latch_error(latched).code for latched in (*CODES, max(CODES) + 1)},
}
# Readers of files: of the kind of file that they are given they make these errors.
READERS: Final = {
    "read_text": ("unreadable",),
    "parse_toml": ("syntax",),
    "read_toml": ("unreadable", "syntax"),
}
READERS_IN: Final = "maps/lines.py"


def calls(path: Path) -> Iterator[tuple[str, ast.Call]]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id, node


def survey() -> tuple[set[str], set[str]]:
    """The codes that are made, and the files that make an error of a computed one."""
    made: set[str] = set()
    computed: set[str] = set()
    for path in sorted(HOST.rglob("*.py")):
        name = path.relative_to(HOST).as_posix()
        for maker, call in calls(path):
            if maker in MAKERS:
                if isinstance(call.args[0], ast.Constant):
                    made.add(str(call.args[0].value))
                else:
                    computed.add(name)
            elif maker in READERS and name != READERS_IN:
                kinds = [arg.value for arg in call.args if isinstance(arg, ast.Constant)]
                made |= {f"{kind}.{end}" for kind in kinds for end in READERS[maker]}
    return made, computed


def test_every_code_that_is_made_has_an_entry_and_every_entry_is_made() -> None:
    made, computed = survey()
    assert computed == {*COMPUTED, READERS_IN}
    made = made.union(*COMPUTED.values())
    assert made - CATALOGUE.keys() == set()
    assert CATALOGUE.keys() - made == set()


def test_computed_codes_stand_in_their_file() -> None:
    for name, codes in COMPUTED.items():
        text = (HOST / name).read_text("utf-8")
        assert [code for code in sorted(codes) if f'"{code}"' not in text] == []
