"""Where on the map each sensor is drawn, for the picture that the browser keeps up to date."""

from __future__ import annotations

from typing import Any, Final

from vulkar.maps import IslandMap
from vulkar.pages.shell import Words

SAID: Final = {
    "present": "page.marshal.field.present",
    "empty": "page.marshal.field.empty",
    "dead": "page.marshal.field.dead",
    "missing": "page.marshal.field.missing",
    "stranger": "page.marshal.field.stranger",
    "changed": "page.marshal.field.changed",
    "driven": "page.marshal.driven",
    "rests": "page.marshal.rests",
    "unknown": "page.marshal.unknown",
    "none": "page.marshal.link.none",
    "lost": "page.marshal.link.lost",
    "closed": "page.marshal.link.closed",
    "nothing": "page.marshal.console.nothing",
    "state": "page.marshal.stat.state",
    "round_trip": "page.marshal.stat.round_trip",
    "frames": "page.marshal.stat.frames",
    "damaged": "page.marshal.stat.damaged",
    "repeats": "page.marshal.stat.repeats",
    "supply": "page.marshal.stat.supply",
    "supply_low": "page.marshal.stat.supply_low",
    "not_read": "page.marshal.stat.not_read",
    "load": "page.marshal.stat.load",
    "scan": "page.marshal.stat.scan",
    "memory": "page.marshal.stat.memory",
    "firmware": "page.marshal.stat.firmware",
    "closed_gate": "page.marshal.gate.closed",
    "open_gate": "page.marshal.gate.open",
    "marble_home": "page.marshal.marble.home",
    "marble_away": "page.marshal.marble.away",
}


def field(map: IslandMap, words: Words) -> dict[str, Any]:
    """``spots``: space id -> [x, y] of each slot in mm from the north-west corner; ``names``."""
    names = {}
    for space in map.spaces.values():
        code = f"map.{map.id}.{space.id}"
        names[space.id] = words.text({"code": code, "params": {"own": space.name}})
    return {
        "size": [map.width_mm, map.depth_mm],
        "pad": map.geometry.pad_mm,
        "links": [list(pair) for pair in map.links],
        "spots": {
            s.id: [
                [round(x, 1), round(map.depth_mm - y, 1)] for x, y in s.spots or [(s.x_mm, s.y_mm)]
            ]
            for s in map.spaces.values()
        },
        "sources": {s.id: [s.x_mm, round(map.depth_mm - s.y_mm, 1)] for s in map.sources.values()},
        "names": names,
        "words": {name: words(code) for name, code in SAID.items()},
    }
