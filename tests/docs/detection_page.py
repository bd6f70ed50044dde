"""docs/reference/detection.md and its picture, from the magnet model and the limits of detect."""

from __future__ import annotations

from vulkar.devices.board import load_board
from vulkar.island.detect import DEFAULT, Reading, judge
from vulkar.maps import load
from vulkar.maps.drawing import svg
from vulkar.maps.drawing.shapes import Picture, Polygon, Shape, Stroke, Text
from vulkar.sim.world.detection import shift_at_mt, standing_mt, tipped_mt
from vulkar.sim.world.physics import DEFAULT as PHYSICS

GAPS_MM = (3.0, 4.0, 5.0, 6.0, 7.0)
SHIFTS_MM = (0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 12.0)
TILTS_DEG = (0.0, 5.0, 10.0, 20.0, 30.0, 45.0, 60.0, 90.0)
INK, PAPER, GRID = "#1f2328", "#fbf8f0", "#d8d2c4"
LINES = ("#b2182b", "#ef8a62", "#1b7f5c", "#3f7fb0", "#2a3f9d")

HEAD = """# What a hall sensor can tell

Generated from the magnet model (`host/vulkar/sim/world/magnets.py`: the exact field of a disc,
{disc}) and the limits of `host/vulkar/island/detect.py`. The simulated island has a gap of {gap:g}
mm from sensor to magnet.

Fields are along the sensor's normal, in mT. A calibrated sensor is scaled so that a standing pawn
reads {standing:g} mT, so only the share of standing counts, in percent below.

![Field of a pawn against how far it was moved](../images/detection.svg)

## A pawn pushed aside, still standing

"touched" and "untouched" are sure, "unsure" goes to a person. Moved over this distance, from the
middle of its space:

| moved mm | {columns} |
|---|{rule}|
"""

MIDDLE = """
A pawn that stood off its middle gives other distances; the limits count its own change.

| gap mm | untouched below mm | unsure up to mm | touched, gone from mm |
|---|---|---|---|
"""

TIPPED = """
## A pawn that tips

Over the edge of its {base:g} mm base, having stood in the middle. 90 degrees is a pawn that lies.

| tilt degrees | {columns} |
|---|{rule}|
"""

TAIL = """
From {lean:g} degrees on a tipped pawn reads as gone at a gap of {gap:g} mm. So a lean, a fall and a
push can read the same: which it was is told only where no other motion gives that reading
([island](island.md)).

## Neighbours

A standing pawn beside a sensor, at a gap of {gap:g} mm:

| distance mm | field mT | share of standing |
|---|---|---|
"""


def _columns() -> str:
    return " | ".join(f"gap {gap:g}" for gap in GAPS_MM)


def detection_page() -> str:
    magnet = PHYSICS.body.magnet
    disc = f"{magnet.diameter_mm:g} x {magnet.thickness_mm:g} mm, {magnet.remanence_t:g} T"
    rule = "---|" * (len(GAPS_MM) - 1) + "---"
    standing = load_board("classic").halls.standing_mt
    own_mm, base_mm = PHYSICS.gap_mm, load("classic").geometry.pawn_base_mm
    out = HEAD.format(disc=disc, gap=own_mm, standing=standing, columns=_columns(), rule=rule)
    for shift in SHIFTS_MM:
        cells = [_cell(gap, standing_mt(gap, shift), standing) for gap in GAPS_MM]
        out += f"| {shift:g} | {' | '.join(cells)} |\n"
    out += MIDDLE
    gone = DEFAULT.gone_mt / standing
    for gap in GAPS_MM:
        shares = (1 - DEFAULT.unsure_share, 1 - DEFAULT.touched_share, gone)
        low, high, away = (shift_at_mt(gap, share) for share in shares)
        out += f"| {gap:g} | {low:.1f} | {high:.1f} | {away:.1f} |\n"
    out += TIPPED.format(base=base_mm, columns=_columns(), rule=rule)
    for tilt in TILTS_DEG:
        cells = [_cell(gap, tipped_mt(gap, tilt, base_mm, 0.0), standing) for gap in GAPS_MM]
        out += f"| {tilt:g} | {' | '.join(cells)} |\n"
    lean = next(
        float(tilt)
        for tilt in range(90)
        if tipped_mt(own_mm, tilt, base_mm, 0.0) < gone * standing_mt(own_mm, 0.0)
    )
    out += TAIL.format(lean=lean, gap=own_mm)
    for distance in (15.0, 20.0, 25.0, 30.0, 40.0):
        field = standing_mt(own_mm, distance)
        share = 100 * abs(field) / standing_mt(own_mm, 0.0)
        out += f"| {distance:g} | {field:.2f} | {share:.1f} % |\n"
    return out


def _cell(gap_mm: float, field_mt: float, scaled_mt: float) -> str:
    """Field, share of standing, and what detect makes of it when the pawn stays so."""
    share = field_mt / standing_mt(gap_mm, 0.0)
    now = share * scaled_mt
    reading = Reading(scaled_mt, min(now, scaled_mt), max(now, scaled_mt), now, 0, False)
    verdict, reason = judge(reading)
    word = "gone" if reason.value == "gone" else verdict.value
    return f"{field_mt:.1f} ({100 * share:.0f} %) {word}"


def detection_svg() -> str:
    """The picture as a file."""
    return svg.render(detection_picture())


def detection_picture() -> Picture:
    """Share of standing against the distance moved, one line a gap, with the limits across."""
    wide, high = 300.0, 160.0
    standing = load_board("classic").halls.standing_mt

    def at(shift_mm: float, share: float) -> tuple[float, float]:
        return shift_mm * wide / 12.0, max(-0.05, share) * high

    shapes: list[Shape] = []
    for percent in range(0, 101, 20):
        y = percent / 100
        shapes.append(Stroke((at(0, y), at(12, y)), GRID, 0.5))
        shapes.append(Text((-9.0, at(0, y)[1]), f"{percent}", 6.0, INK))
    for mm in range(0, 13, 2):
        shapes.append(Stroke((at(mm, 0), at(mm, 1)), GRID, 0.5))
        shapes.append(Text((at(mm, 0)[0], -17.0), f"{mm}", 6.0, INK))
    limits = (
        (1 - DEFAULT.unsure_share, "untouched above"),
        (1 - DEFAULT.touched_share, "unsure down to here"),
        (DEFAULT.gone_mt / standing, "gone below"),
    )
    for share, text in limits:
        shapes.append(Stroke((at(0, share), at(12, share)), INK, 0.6, (3.0, 2.0)))
        shapes.append(Text((at(9.4, share)[0], at(0, share)[1] + 4.5), text, 5.5, INK, left=True))
    for gap, paint in zip(GAPS_MM, LINES, strict=True):
        full = standing_mt(gap, 0.0)
        steps = [k / 4 for k in range(49)]
        line = tuple(at(mm, standing_mt(gap, mm) / full) for mm in steps)
        shapes.append(Stroke(line, paint, 1.4))
        k = GAPS_MM.index(gap)
        x, y = at(9.4, 0.68 - 0.07 * k)
        shapes.append(Stroke(((x, y), (x + 10, y)), paint, 1.4))
        shapes.append(Text((x + 13, y), f"gap {gap:g} mm, {full:.0f} mT", 5.5, INK, left=True))
    shapes.append(Text((wide / 2, -26.0), "moved from the middle of its space, mm", 6.5, INK))
    shapes.append(Text((0.0, high + 10.0), "% of the field of standing", 6.5, INK, left=True))
    frame = (-22.0, -34.0, wide + 10.0, high + 20.0)
    corners = (
        (frame[0], frame[1]),
        (frame[2], frame[1]),
        (frame[2], frame[3]),
        (frame[0], frame[3]),
    )
    title = "Field of a pawn against how far it was moved"
    return Picture(*frame, PAPER, title, (Polygon(corners, PAPER), *shapes))
