"""Whom a page is built for: a session that the table knows."""

from __future__ import annotations

from typing import Any

from vulkar.remote.asking import client_of
from vulkar.remote.guard import Caller
from vulkar.remote.refusal import Refused
from vulkar.remote.tablelink import TableLink


class Admission:
    """Asks the table who a caller is."""

    def __init__(self, link: TableLink) -> None:
        self._link = link

    async def state(self, caller: Caller) -> dict[str, Any] | None:
        """``table.state`` as the caller's session may see it; None: the caller has none.

        Raises ``VulkarError`` where the table cannot be asked.
        """
        if caller.credential is None:
            return None
        try:
            found = await self._link.ask("table.state", {}, caller.credential, client_of(caller))
        except Refused:
            return None
        return found if found["me"] is not None else None
