"""Taking an order back: a fireball that only waits is void, one whose marble went is not.

For a table that is not played at the moment. What decides is the board's own memory of releases,
the same that decides after a crash; a void order's number is never used again.
"""

from __future__ import annotations

from vulkar.errors import VulkarError
from vulkar.table.journal import Settled
from vulkar.table.rows import order_from_row
from vulkar.table.table import Table


async def take_back(table: Table) -> None:
    """Writes that the open order is void; its question will be asked of the world anew.

    Does nothing where no order is open. Raises ``VulkarError``: amend.rolling where its marble went
    or its outcome is known (the order stays open then), and what the island or the journal raises.
    """
    journal, keeper = table.journal, table.keeper
    if await keeper.run(journal.held_roll) is not None:
        raise VulkarError("amend.rolling")
    pending = await keeper.run(journal.pending_roll)  # after what is still being written
    if pending is None:
        return
    if await table.island.went(order_from_row(pending.order)):
        raise VulkarError("amend.rolling")
    report: dict[str, object] = {"release_id": pending.release_id, "void": True, "waited": True}
    void = Settled(pending.release_id, report, table.clock_us())
    await keeper.run(lambda: journal.void_roll(void))
    table.rolling = False
