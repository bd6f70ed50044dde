"""Is this map one that can be played on, built and rolled on? All that is wrong, in file order."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from vulkar.errors import VulkarError
from vulkar.maps.check_graph import graph_problems
from vulkar.maps.check_ids import id_problems
from vulkar.maps.check_places import place_problems
from vulkar.maps.check_routes import route_problems
from vulkar.maps.lines import line_of
from vulkar.maps.model import IslandMap
from vulkar.maps.problem import Problem
from vulkar.maps.reader import find, parse

__all__ = ["Problem", "check", "check_file", "load"]


def check(map: IslandMap) -> list[Problem]:
    """Every rule; an empty list means that the map is sound.

    Where an id leads nowhere only such ids are reported: the other rules need them.
    """
    if problems := id_problems(map):
        return problems
    return [*graph_problems(map), *place_problems(map), *route_problems(map)]


def check_file(path_or_name: str | Path) -> list[Problem]:
    """As :func:`check`, with the line of each problem, in the order of the lines.

    Raises ``VulkarError`` where the file has not even the shape of a map.
    """
    return _checked(path_or_name)[1]


def load(path_or_name: str | Path) -> IslandMap:
    """The island of a map file, or of a map that comes along (``classic``), fit to be played on.

    Raises ``VulkarError`` that names the first thing wrong: the file, its shape, or a rule.
    """
    path = find(path_or_name)
    stat = path.stat()
    return _load(path, stat.st_mtime_ns, stat.st_size)


@cache
def _load(path: Path, mtime_ns: int, size: int) -> IslandMap:
    """Kept while the file is unchanged: many parts of one program want the same map."""
    map, found = _checked(path)
    if found:
        p = found[0]
        more = f"{len(found) - 1} more problems" if len(found) != 2 else "1 more problem"
        count = f"There are {more}" if len(found) > 1 else "Nothing else is wrong"
        raise VulkarError("map.bad", path=path, line=p.line, text=p.text, todo=p.todo, count=count)
    return map


def _checked(path_or_name: str | Path) -> tuple[IslandMap, list[Problem]]:
    map, lines = parse(path_or_name)
    found = [replace(p, line=line_of(lines, p.where.split("."))) for p in check(map)]
    return map, sorted(found, key=lambda p: p.line)
