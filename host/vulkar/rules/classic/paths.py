"""Movement as enumerated legal paths."""

from __future__ import annotations

from typing import Final, NamedTuple

from vulkar.rules.classic.board import FAR, Board

Path = tuple[int, ...]

# how the mover stands to the jewel
NO_OWNER, OWNER_ONE_WAY, OWNER_FINISHING, OWNER_FREE = range(4)


NONE: Final[frozenset[int]] = frozenset()
REMEMBERED: Final = 50_000  # enumerations kept for each board


class Terms(NamedTuple):
    """What holds for one enumeration. The first four fields are treated apart as cache keys."""

    occupied: Path  # spaces with room for one piece that another piece stands on
    jewel_from: Path = ()  # passing one of these makes the mover an owner
    dist: tuple[int, ...] = ()  # of the board, for OWNER_ONE_WAY: must fall with each step
    way: Path = ()  # the first steps are laid down
    owner: int = NO_OWNER
    jewel_on_vulkar: bool = False
    back: bool = False  # a forced move back: no Dock, no jewel
    caves: bool = True  # may enter caves at all
    caves_barred: frozenset[int] = NONE  # caves that may not be entered
    low_road: bool = True  # may enter the Low Road
    climbing: bool = False
    plateau_stops: bool = True
    may_stop_short: bool = False
    dock_open: bool = False  # team play: the Dock also without the jewel
    vulkar_stops: bool = False  # Vul-Kar Point stops a piece also without its jewel
    dock_exact: bool = False  # an anchor: the owner reaches the Dock by exact count only
    stops: frozenset[int] = NONE  # dolls: like bridges


def find_paths(board: Board, start: int, count: int, visited: Path, t: Terms) -> tuple[Path, ...]:
    """All legal paths of ``count`` spaces from ``start`` (not part of them), in a fixed order.

    A path is complete at its full count on an open space, or where it must stop. At a full count
    on an occupied space it goes on to the next open one. A dead end that is shorter than the count
    is legal only where nothing is complete (or ``may_stop_short``). ``visited`` are barred too.
    Returns nothing if the piece cannot move at all.

    What lies out of reach changes nothing, so enumerations are remembered by what lies within it.
    """
    near = board.within(start, count + len(t.occupied))
    key = (
        start,
        count,
        visited,
        near.intersection(t.occupied),
        near.intersection(t.jewel_from),
        id(t.dist),
        t.way,
        t[4:],
    )
    known = board.paths.get(key)
    if known is None:
        if len(board.paths) >= REMEMBERED:
            board.paths.clear()
        known = board.paths[key] = _enumerate(board, start, count, visited, t)
    return known


def _enumerate(board: Board, start: int, count: int, visited: Path, t: Terms) -> tuple[Path, ...]:
    full: list[Path] = []
    short: list[Path] = []
    occupied, climb_next, top = t.occupied, board.climb_next, board.top
    is_cave, bridge, low_road = board.is_cave, board.bridge, board.low_road
    dock, vulkar, plateau = board.dock, board.vulkar, board.start
    path: list[int] = []
    barred = {start, *visited}

    def stop_at_last_open(out: list[Path]) -> None:
        end = len(path)
        while end and path[end - 1] in occupied:
            end -= 1
        if end:
            out.append(tuple(path[:end]))

    def go(here: int, left: int, owner: bool, climbing: bool) -> None:
        caves: list[int] = []
        moved = False
        if len(path) < len(t.way):
            options: tuple[int, ...] = (t.way[len(path)],)
        elif climbing and here in climb_next:
            options = (climb_next[here],)
        else:
            options = board.next[here]
        for there in options:
            if there in barred:
                continue
            if is_cave[there]:
                if t.caves and there not in occupied and there not in t.caves_barred:
                    caves.append(there)
                continue
            if there == dock:
                exact = not t.dock_exact or left <= 1 or not owner
                if (owner or t.dock_open) and not t.back and exact:
                    moved = True
                    full.append((*path, there))
                continue
            if t.owner == OWNER_ONE_WAY and t.dist[there] >= t.dist[here]:
                continue
            if there in low_road and not t.low_road and here not in low_road:
                continue
            if there == vulkar and t.jewel_on_vulkar:
                if not t.back:
                    moved = True
                    full.append((*path, there))
                continue
            moved = True
            taken = there in occupied
            stops = (
                (bridge[there] and not taken)
                or (there in t.stops and not taken)
                or (there == plateau and t.plateau_stops)
                or (there == vulkar and t.vulkar_stops and not taken)
            )
            if stops:
                full.append((*path, there))
                continue
            path.append(there)
            if left <= 1 and not taken:
                full.append(tuple(path))
            else:
                barred.add(there)
                go(
                    there,
                    left - 1,
                    owner or there in t.jewel_from,
                    climbing and there != top,
                )
                barred.discard(there)
            path.pop()
        if caves and (left >= 1 or not moved):
            moved = True
            full.extend((*path, cave) for cave in caves)
        if not moved and path:
            stop_at_last_open(full if left <= 0 else short)

    go(start, count, t.owner != NO_OWNER, t.climbing)
    found = full + short if t.may_stop_short else full or short
    return tuple(dict.fromkeys(found))


def one_way_distances(board: Board, start: int, back_to_high_road: bool) -> tuple[int, ...]:
    """Distances to the Dock that an owner's move must shorten, step by step."""
    here = board.rock_chip.get(start, start)
    if here in board.low_road:
        return board.back_dist if back_to_high_road else board.plain_dist
    return board.owner_dist


__all__ = ["FAR", "Path", "Terms", "find_paths", "one_way_distances"]
