"""Closed-loop rows as one table: the world's four classes against the three kinds of report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from vulkar.maps import IslandMap
from vulkar.sim.closedloop import Row
from vulkar.sim.world.truth import GRAZED_MM, TIPPED_DEG

CLASSES = ("missed", "grazed", "grey", "moved")
REPORTS = ("touched", "untouched", "asked")
LEAST = {"missed": 200, "moved": 200, "grey": 50}
SEEN_SHARE = 0.80
UNSURE_SHARE = 0.01
MOTIONS = ("", "rocked", "moved", "fallen", "unsure")
MOTION_WRONG_SHARE = 0.02
ROCKED_DEG = 3.0


def tabulate(rows: Sequence[Row], island: IslandMap) -> dict[str, Any]:
    """Counts and shares, JSON-able. ``seen`` means not reported untouched by the sensors alone."""
    count = Counter((row.truth, row.reported) for row in rows)
    table = {truth: {kind: count[truth, kind] for kind in REPORTS} for truth in CLASSES}
    firsts = [
        row
        for row in rows
        if row.first and row.on_route and island.spaces[row.space].kind in ("cell", "stone")
    ]
    grazed = [row for row in rows if row.truth == "grazed"]
    clear = [row for row in rows if row.truth in ("missed", "moved")]
    moves = Counter((true_motion(row), row.motion) for row in rows if row.motion)
    return {
        "rolls": len({row.number for row in rows}),
        "table": table,
        "clear_unsure_share": _share(sum(r.reported == "asked" for r in clear), len(clear)),
        "grazes": len(grazed),
        "grazes_unseen_share": _share(sum(r.reported == "untouched" for r in grazed), len(grazed)),
        "first_contacts_on_trails": len(firsts),
        "first_contacts_seen_share": _share(
            sum(r.reported != "untouched" for r in firsts), len(firsts)
        ),
        "motions": {true: {told: moves[true, told] for told in MOTIONS} for true in MOTIONS[:4]},
        "motions_wrong_share": _share(
            moves["moved", "fallen"] + moves["fallen", "moved"] + moves["fallen", "rocked"],
            sum(moves.values()),
        ),
        "late_contacts": sum(r.contact_us > r.rest_us for r in rows),
        "marbles": dict(sorted(Counter(row.marble for row in rows).items())),
    }


def true_motion(row: Row) -> str:
    """What a pawn did, seen from outside: fallen, moved by 2 mm or more, rocked, or "" for less."""
    if row.tilt_deg > TIPPED_DEG:
        return "fallen"
    if row.shift_mm >= GRAZED_MM:
        return "moved"
    return "rocked" if row.max_tilt_deg >= ROCKED_DEG else ""


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0


def wrong(result: dict[str, Any]) -> list[str]:
    """What must never be, however small the run."""
    table = result["table"]
    found = []
    if table["missed"]["touched"]:
        found.append(f"{table['missed']['touched']} missed pawns reported touched")
    if table["moved"]["untouched"]:
        found.append(f"{table['moved']['untouched']} moved pawns reported untouched")
    return found


def short(result: dict[str, Any]) -> list[str]:
    """What a whole campaign must reach on top of :func:`wrong`."""
    found = wrong(result)
    for truth, least in LEAST.items():
        seen = sum(result["table"][truth].values())
        if seen < least:
            found.append(f"only {seen} {truth}, {least} are wanted")
    if result["clear_unsure_share"] > UNSURE_SHARE:
        found.append(f"{result['clear_unsure_share']:.2%} of missed and moved are unsure")
    if result["motions_wrong_share"] > MOTION_WRONG_SHARE:
        found.append(f"{result['motions_wrong_share']:.1%} of motions told apart wrongly")
    if result["first_contacts_seen_share"] < SEEN_SHARE:
        found.append(f"only {result['first_contacts_seen_share']:.1%} of first contacts seen")
    return found
