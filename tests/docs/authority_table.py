"""The table of who may do what on the security page: a real house is asked for each operation.

Each kind of caller asks from outside, and if it is refused once more from home, with arguments that
nothing can be done with where that is possible. It may ask if what comes back is no refusal of its
session.
"""

from __future__ import annotations

import asyncio
import tempfile
from functools import cache
from pathlib import Path
from typing import Final

from tests.service.quickhouse import FAR, HOME, Phone, Refusal, evening, run
from vulkar.service.house import OPERATIONS
from vulkar.service.messages import Client

PAGE: Final = Path(__file__).resolve().parents[2] / "docs" / "explanation" / "security.md"
BEGIN, END = "<!-- generated: who may do what -->\n", "<!-- end -->\n"
CALLERS: Final = ("anyone", "spectator", "another seat", "the seat", "marshal")
REFUSED: Final = ("session.", "seat.other")
OPS: Final = sorted(op for ops in OPERATIONS for op in ops)
SHELL: Final = {"pin.changed"}  # the web process has no route for it


async def _asked(folder: Path, op: str) -> list[str]:
    """What each caller may, the least first, since the last may change the table."""
    made = await evening(folder)
    spectator = Phone(made.house)
    await spectator.ask("join.watch")
    await made.marshal.ask("table.start")
    await asyncio.sleep(0)
    found = []
    for phone in (Phone(made.house), spectator, made.phones[1], made.phones[0], made.marshal):
        if await _may(phone, FAR, op):
            found.append("yes")
        else:
            found.append("at home" if await _may(phone, HOME, op) else "")
    await made.house.close()
    return found


async def _may(phone: Phone, client: Client, op: str) -> bool:
    phone.client = client
    try:
        await phone.ask(op, seat=0, **{"as": 0})
    except Refusal as refusal:
        return not refusal.code.startswith(REFUSED)
    return True


@cache
def authority() -> dict[str, list[str]]:
    """For each operation and caller: "yes", "at home" or ""."""
    rows: dict[str, list[str]] = {}

    async def main(folder: Path) -> None:
        for op in OPS:
            rows[op] = await _asked(folder / op, op)

    with tempfile.TemporaryDirectory() as folder:
        run(main(Path(folder)))
    return rows


def authority_page() -> str:
    """The security page with its table made anew."""
    lines = ["| operation | " + " | ".join(CALLERS) + " |", "|---" * (len(CALLERS) + 1) + "|"]
    for op, cells in authority().items():
        if op not in SHELL:
            lines.append(f"| `{op}` | " + " | ".join(cells) + " |")
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + "\n".join(lines) + "\n" + END + after
