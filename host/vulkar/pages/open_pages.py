"""Which pages are open, of which session, and which make room. Pure.

NiceGUI keeps a page for as long as its browser may come back, so whoever asks for pages over and
over would fill the memory. Hence both bounds: a page that has no socket makes room for a new one
of its session, and at the upper bound of all for anybody's; one that is looked at never does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from vulkar.errors import VulkarError

MOST_EACH: Final = 8
MOST: Final = 128


@dataclass(slots=True)
class Open:
    """One page: whose it is, and how many sockets it has."""

    session: str
    sockets: int = 0


class OpenPages:
    """Open pages by their id, oldest first. ``session`` is a session's credential."""

    def __init__(self, each: int = MOST_EACH, most: int = MOST) -> None:
        self._each, self._most = each, most
        self._pages: dict[str, Open] = {}

    def __len__(self) -> int:
        return len(self._pages)

    def add(self, page: str, session: str) -> list[str]:
        """A new page; returns those that are to be closed for it.

        Raises ``VulkarError("page.many")`` where every page that could make room is looked at.
        """
        own = [name for name, open in self._pages.items() if open.session == session]
        closed: list[str] = []
        if len(own) >= self._each:
            closed = self._idle(own)
        elif len(self._pages) >= self._most:
            closed = self._idle(own) or self._idle(list(self._pages))
        if not closed and (len(own) >= self._each or len(self._pages) >= self._most):
            raise VulkarError("page.many", most=self._each)
        for name in closed:
            del self._pages[name]
        self._pages[page] = Open(session)
        return closed

    def gone(self, page: str) -> None:
        """The page is closed. Safe to call twice."""
        self._pages.pop(page, None)

    def connected(self, page: str, sockets: int) -> None:
        """It has so many more sockets."""
        if page in self._pages:
            self._pages[page].sockets += sockets

    def check(self, page: str, session: str | None) -> None:
        """Raises ``VulkarError``: page.gone, and page.other unless it is ``session``'s."""
        open = self._pages.get(page)
        if open is None:
            raise VulkarError("page.gone")
        if open.session != session:
            raise VulkarError("page.other")

    def _idle(self, names: list[str]) -> list[str]:
        return next(([name] for name in names if not self._pages[name].sockets), [])
