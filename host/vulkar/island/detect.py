"""What the hall sensors say about each pawn after a roll: touched, untouched, or unsure and why.

A pure function of the watch report (what each sensor saw from just before the release until the
board rested), the belief who stood where, and the map. No clock, no link.

A sensor tells that a magnet is no longer where it was; it cannot tell which pawn, nor that a pawn
fell. So a change is a touch (001:56 counts any contact), no change is none, and whatever lies
between, or was never well seen, goes to a person. docs/reference/island.md gives the reasons for
each threshold.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from vulkar.island.motion import Motion, motion
from vulkar.maps import IslandMap


@dataclass(frozen=True, slots=True)
class Reading:
    """What one sensor saw in one roll, in mT; extremes are of a mean of two scans (20 ms)."""

    baseline_mt: float  # mean before the release
    min_mt: float
    max_mt: float
    last_mt: float  # after the board came to rest
    first_us: int  # first departure from the baseline, from the release; -1 where there was none
    flat: bool  # the raw value never changed by a single count


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Where the answers part. Shares are of the baseline."""

    touched_share: float = 0.25
    unsure_share: float = 0.08
    gone_mt: float = 8.0
    live_mt: float = 12.0  # a weaker baseline is no pawn that stands where it should
    broken_mt: float = 90.0  # no pawn's magnet reads more, or less than minus this
    reach_mm: float = 40.0  # how far from a space of the route a pawn can still be touched


class Verdict(StrEnum):
    """What the sensors alone can say about a pawn."""

    TOUCHED = "touched"
    UNTOUCHED = "untouched"
    UNSURE = "unsure"


class Reason(StrEnum):
    """Why the verdict is what it is; each is one line in docs/reference/island.md."""

    GONE = "gone"  # its field is gone: it moved or tipped
    SHIFTED = "shifted"  # its field is another one than before
    ROCKED = "rocked"  # its field changed and came back
    QUIET = "quiet"  # its field did not change
    FAR = "far"  # nothing that moved could reach it
    SLIGHT = "slight"  # its field changed, but by little
    ASTRAY = "astray"  # its field changed, though nothing declared could reach it
    NOT_SEEN = "not_seen"  # believed there, but its sensor read no magnet before the roll
    STUCK = "stuck"  # its sensor never moved by a count: no real sensor is that quiet
    BROKEN = "broken"  # its sensor read what no pawn can cause
    NO_SENSOR = "no_sensor"  # its space has no sensor, and something that moved could reach it
    SHARED = "shared"  # several pawns share its space, and its sensors do not speak for each alike
    LATE = "late"  # its field changed only after the board was judged to rest
    UNWATCHED = "unwatched"  # the watch was lost (a reconnect in mid-roll)


@dataclass(frozen=True, slots=True)
class Finding:
    """The verdict on one pawn, with what it rests on."""

    pawn: str
    space: str
    verdict: Verdict
    reason: Reason
    t_us: int = -1
    low_mt: float = math.nan
    rest_mt: float = math.nan
    motion: Motion | None = None  # None where nothing changed, or the sensor cannot be believed


DEFAULT: Final = Thresholds()
UNREAD: Final = frozenset({Reason.BROKEN, Reason.NOT_SEEN, Reason.STUCK, Reason.FAR, Reason.SHARED})
CHANGED: Final = frozenset({Reason.GONE, Reason.SHIFTED, Reason.ROCKED, Reason.SLIGHT})


def judge(reading: Reading, limits: Thresholds = DEFAULT) -> tuple[Verdict, Reason]:
    """The verdict of one pawn's own sensor, whoever could reach it."""
    seen = (reading.baseline_mt, reading.min_mt, reading.max_mt, reading.last_mt)
    if any(abs(value) > limits.broken_mt for value in seen):
        return Verdict.UNSURE, Reason.BROKEN
    if reading.baseline_mt < limits.live_mt:
        return Verdict.UNSURE, Reason.NOT_SEEN
    if reading.flat:
        return Verdict.UNSURE, Reason.STUCK
    if reading.last_mt < limits.gone_mt:
        return Verdict.TOUCHED, Reason.GONE
    # A pawn that stood off centre and was shoved over its sensor reads more, not less.
    change = max(reading.baseline_mt - reading.min_mt, reading.max_mt - reading.baseline_mt)
    share = change / reading.baseline_mt
    if share >= limits.touched_share:
        settled = abs(reading.last_mt - reading.baseline_mt) / reading.baseline_mt
        back = settled < limits.unsure_share
        return Verdict.TOUCHED, Reason.ROCKED if back else Reason.SHIFTED
    if share >= limits.unsure_share:
        return Verdict.UNSURE, Reason.SLIGHT
    return Verdict.UNTOUCHED, Reason.QUIET


def judge_space(
    readings: Sequence[Reading], pawns: int, limits: Thresholds = DEFAULT
) -> tuple[Verdict, Reason]:
    """The verdict on each of the ``pawns`` on one space, by all of the space's sensors.

    A sensor does not know whose magnet it feels. So it speaks for the pawns of a space only if
    there are as many pawns as sensors that felt one, and all of these say the same.
    """
    if not readings:
        return Verdict.UNSURE, Reason.NO_SENSOR
    judged = [judge(reading, limits) for reading in _own(readings, pawns)]
    if len(judged) == pawns and len({verdict for verdict, _ in judged}) == 1:
        return next((found for found in judged if found[1] in CHANGED), judged[0])
    return Verdict.UNSURE, Reason.SHARED


def changed(readings: Sequence[Reading], limits: Thresholds = DEFAULT) -> Reading | None:
    """The first of a space's readings whose field changed; ``None`` where none did."""
    return next((r for r in readings if judge(r, limits)[1] in CHANGED), None)


def _own(readings: Sequence[Reading], pawns: int) -> list[Reading]:
    """The sensors that felt so many pawns before the release: those of the strongest baselines."""
    return sorted(readings, key=lambda reading: -reading.baseline_mt)[:pawns]


def detect(
    island: IslandMap,
    route: str,
    standing: Mapping[str, str],
    readings: Mapping[str, Sequence[Reading]] | None,
    limits: Thresholds = DEFAULT,
) -> tuple[Finding, ...]:
    """One finding for each pawn of ``standing`` (pawn -> space id), in its order.

    ``readings`` is space id -> what each of its sensors saw; a space without a sensor is absent,
    and ``None`` means that the watch was lost. Who cannot be reached by the marble of ``route``, by
    a pawn that was touched, or by one that may have been, is untouched without a question, unless
    the field of its space says otherwise.
    """
    seen = readings or {}
    shares = Counter(standing.values())
    own = {
        pawn: judge_space(seen.get(space, ()), shares[space], limits)
        for pawn, space in standing.items()
    }
    if readings is None:
        own = dict.fromkeys(standing, (Verdict.UNSURE, Reason.UNWATCHED))
    still = {pawn for pawn, (verdict, _) in own.items() if verdict is Verdict.UNTOUCHED}
    in_reach = set(reached(island, route, standing, still, limits.reach_mm))
    found = []
    for pawn, space in standing.items():
        verdict, reason = own[pawn]
        of_space = _own(seen.get(space, ()), shares[space])
        moved = changed(of_space, limits)
        if pawn not in in_reach:
            # A faulty sensor far away is no cause for a question; a field that changed is: either
            # the marble took another way, or somebody bumped the pawn. Neither may pass unasked.
            astray = (Verdict.UNSURE, Reason.ASTRAY)
            verdict, reason = astray if moved else (Verdict.UNTOUCHED, Reason.FAR)
        reading = moved or next(iter(of_space), None)
        found.append(
            _made(pawn, space, verdict, reason, reading)
            if reading
            else Finding(pawn, space, verdict, reason)
        )
    return tuple(found)


def late(pawn: str, space: str, reading: Reading) -> Finding:
    """What to make of a pawn that was untouched at rest and whose field changed later."""
    return _made(pawn, space, Verdict.UNSURE, Reason.LATE, reading)


def _made(pawn: str, space: str, verdict: Verdict, reason: Reason, reading: Reading) -> Finding:
    fell, rose = reading.baseline_mt - reading.min_mt, reading.max_mt - reading.baseline_mt
    extreme_mt = reading.min_mt if fell >= rose else reading.max_mt
    moved = None
    if reason not in UNREAD:
        seen = (reading.baseline_mt, reading.min_mt, reading.max_mt, reading.last_mt)
        moved = motion(*seen)
    first_us, rest_mt = reading.first_us, reading.last_mt
    return Finding(pawn, space, verdict, reason, first_us, extreme_mt, rest_mt, moved)


def reached(
    island: IslandMap,
    route: str,
    standing: Mapping[str, str],
    still: Collection[str] = (),
    reach_mm: float = DEFAULT.reach_mm,
) -> list[str]:
    """Pawns of ``standing`` (pawn -> space id) that the marble of ``route``, or a pawn that was or
    may have been set in motion, could reach: those on the route first, in the marble's order.

    ``still`` are known not to have moved. The Plateau, pits and water are out of reach: they lie
    off the channels, so the map has them as safe and without sensors, and a question after every
    roll near a pit would be one too many.
    """
    open_to = {
        pawn: space
        for pawn, space in standing.items()
        if watched(island, space) or not island.spaces[space].safe
    }
    found: list[str] = []
    for rolled_over in island.routes[route].spaces:
        for pawn, space in open_to.items():
            if pawn not in found and distance_mm(island, space, rolled_over) <= reach_mm:
                found.append(pawn)
    for mover in found:  # grows while it is gone through
        if mover in still:
            continue
        for pawn, space in open_to.items():
            near = distance_mm(island, space, standing[mover]) <= reach_mm
            if near and pawn not in found:
                found.append(pawn)
    return found


def sensored(island: IslandMap, space: str) -> bool:
    """Whether every slot of the space has a sensor, so that it can be checked without people."""
    slots = island.spaces[space].slots
    return bool(slots) and all(slot.sensor for slot in slots)


def watched(island: IslandMap, space: str) -> bool:
    """Whether any slot of the space has a sensor."""
    return any(slot.sensor for slot in island.spaces[space].slots)


def unseen_slots(island: IslandMap, space: str) -> int:
    """How many pawns can stand on the space where no sensor sees them."""
    return sum(not slot.sensor for slot in island.spaces[space].slots)


def distance_mm(island: IslandMap, a: str, b: str) -> float:
    """Distance of the nearest places on two spaces over the ground (x, y)."""
    return min(
        math.dist(one, two) for one in island.spaces[a].spots for two in island.spaces[b].spots
    )
