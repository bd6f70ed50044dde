"""Where a pawn may go and rise: paths by the card's number (003, moving)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vulkar.rules.curse.state import ABOARD, AT_FIRST, BACK, LYING

if TYPE_CHECKING:
    from vulkar.rules.curse.board import Board
    from vulkar.rules.curse.options import Options
    from vulkar.rules.curse.state import CurseState

Path = tuple[int, ...]
JUMPS = 8  # occupied spaces that one path can jump: more than there are pawns


class Ways:
    """The moves of a game, mixed into it."""

    board: Board
    options: Options
    s: CurseState
    pawns: tuple[str, ...]

    def other_at(self, space: int, pawn: int) -> int:
        """The pawn that stands or lies on a space, -1 for none; ``pawn`` itself does not count."""
        s = self.s
        if space == self.board.copter:
            return -1
        for p, posture in enumerate(s.posture):
            if p == pawn or posture == ABOARD:
                continue
            if s.pos[p] == space if posture != LYING else space in s.lies[p]:
                return p
        return -1

    def taken(self, pawn: int) -> frozenset[int]:
        """The spaces that other pawns stand or lie on; the helicopter has room for all."""
        s = self.s
        out: set[int] = set()
        for p, posture in enumerate(s.posture):
            if p == pawn or posture == ABOARD:
                continue
            out.update(s.lies[p] if posture == LYING else (s.pos[p],))
        out.discard(self.board.copter)
        return frozenset(out)

    def counted(self, path: Path, pawn: int) -> int:
        """How much of a card's number a path uses up: jumped spaces do not count (row 73)."""
        if self.options.count_jumped:
            return len(path)
        return sum(self.other_at(at, pawn) < 0 for at in path)

    def paths(self, pawn: int, count: int) -> tuple[Path, ...]:
        """All ways of exactly ``count`` spaces, none turning round; see ``_walk`` for early ends.

        Where no way is long enough, the longest ones: a pawn that can move does.
        """
        s = self.s
        start = s.pos[pawn]
        taken = self.taken(pawn)
        found: dict[Path, None] = {}
        short: dict[Path, int] = {}
        self._walk(start, -1, count, (), taken, found, short)
        if found:
            return tuple(found)
        most = max(short.values(), default=0)
        return tuple(p for p, far in short.items() if far == most and far)

    def _walk(
        self,
        here: int,
        before: int,
        left: int,
        path: Path,
        taken: frozenset[int],
        found: dict[Path, None],
        short: dict[Path, int],
    ) -> None:
        """Bridges, the ladder and caves end a way early; so does the helicopter once it is back."""
        board, s = self.board, self.s
        if not left:
            if path and path[-1] not in taken:
                found[path] = None
            return
        went = False
        for there in board.near[here]:
            if there == before:
                continue
            if there == board.copter:
                if s.copter == BACK or (s.copter == AT_FIRST and left == 1):
                    found[(*path, there)] = None
                    went = True
                continue
            if there in taken:
                if len(path) < JUMPS + 8:
                    rest = left - 1 if self.options.count_jumped else left
                    if rest or not self.options.count_jumped:
                        self._walk(there, here, rest, (*path, there), taken, found, short)
                        went = True
                continue
            went = True
            if board.unstable[there] or board.is_cave[there]:
                found[(*path, there)] = None
            else:
                self._walk(there, here, left - 1, (*path, there), taken, found, short)
        if not went and path and path[-1] not in taken:
            short[path] = self._steps(path, taken)

    def _steps(self, path: Path, taken: frozenset[int]) -> int:
        return sum(at not in taken for at in path)

    def may_rise(self, pawn: int) -> tuple[int, ...]:
        """Free spaces on which a lying pawn may stand up, in the map's order."""
        s, board = self.s, self.board
        rise = s.rise[pawn]
        if not rise:  # off the island: any cave (003:107)
            rise = tuple(c for caves in board.caves.values() for c in caves)
        edge, seen = list(dict.fromkeys(rise)), set(rise)
        while edge:
            free = sorted(i for i in edge if self.other_at(i, pawn) < 0)
            if free:
                return tuple(free)
            edge = [j for i in edge for j in board.near[i] if j not in seen and j != board.copter]
            seen.update(edge)
        return ()


__all__ = ["Path", "Ways"]
