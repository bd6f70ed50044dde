"""The picture of one moment of a board. Pure: a state in, something to print out."""

from __future__ import annotations

from typing import Final

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from vulkar.cli.textmap import Mark, arrow, text_map
from vulkar.devices.board_model import TURRET, Board
from vulkar.island.moment import Moment, value_of
from vulkar.link.names import RESET_CAUSES
from vulkar.maps import IslandMap

MAP_LEAST: Final = 40  # columns
SIDE: Final = 34
CONSOLE_LINES: Final = 6
LEGEND: Final = "● present  ? reads nothing  · empty  o no sensor  M marble home  m away"
SHOWN: Final = (  # of the link's statistics: name, unit, words
    ("round_trip_us", "us", "round trip"),
    ("frames_in", "", "frames in"),
    ("frames_out", "", "frames out"),
    ("retries", "", "sent again"),
    ("chip_resent", "", "events sent again"),
    ("gaps", "", "gaps"),
    ("chip_longest_pass_us", "us", "longest pass"),
    ("chip_scan_us", "us", "scan"),
    ("chip_free_bytes", "bytes", "free heap"),
)
STYLES: Final = {"armed": "bold yellow", "fault": "bold red", "stopped": "bold red"}


def view(moment: Moment, board: Board, island_map: IslandMap, columns: int) -> RenderableType:
    """The whole picture, ``columns`` characters wide."""
    wide = max(MAP_LEAST, columns - SIDE - 3)
    picture = text_map(
        island_map,
        _slot_marks(moment, board, island_map),
        _source_marks(moment),
        _idol_mark(moment, board),
        wide,
    )
    side = Group(_servos(moment, board), Text(), _link(moment))
    body = Grid.grid(padding=(0, 1))
    body.add_column(width=wide)
    body.add_column(width=SIDE)
    body.add_row(Group(picture, Text(LEGEND, "dim")), side)
    lines = "\n".join((moment.recent + moment.console)[-CONSOLE_LINES:]) or "nothing said"
    parts: list[RenderableType] = [_head(moment), body]
    if moment.warning:
        parts.append(Text(moment.warning, "bold yellow"))
    parts.append(Panel(Text(lines), title="events and console", title_align="left"))
    return Group(*parts)


def _head(moment: Moment) -> Text:
    out = Text()
    out.append(moment.state, STYLES.get(moment.state, "bold green"))
    cause = RESET_CAUSES.get(moment.reset_cause, "not known")
    out.append(f"   {moment.port}   firmware {moment.firmware}   controller {moment.board_id}\n")
    millivolts = moment.stats.get("chip_supply_mv", 0)
    supply = f"{millivolts / 1000:.2f} V" if millivolts else "not read"
    out.append(f"last start: {cause}   supply: {supply}", "dim")
    return out


def _slot_marks(moment: Moment, board: Board, island_map: IslandMap) -> dict[tuple[str, int], Mark]:
    marks: dict[tuple[str, int], Mark] = {
        (space.id, number): ("o" if not slot.sensor else "·", "")
        for space in island_map.spaces.values()
        for number, slot in enumerate(space.slots)
    }
    for number, sensor in enumerate(moment.sensors):
        at = board.halls.sensors[number]
        if at not in marks:
            continue
        if sensor.flat:
            marks[at] = ("?", "bold red")
        elif sensor.present:
            marks[at] = ("●", "bold cyan" if sensor.field_mt > 0 else "bold magenta")
    return marks


def _source_marks(moment: Moment) -> dict[str, Mark]:
    return {
        source: ("M", "bold yellow") if home else ("m", "yellow")
        for source, home in moment.marbles.items()
        if source != "idol"
    }


def _idol_mark(moment: Moment, board: Board) -> Mark:
    pulse, _ = moment.servos.get(TURRET, (None, False))
    degrees = value_of(board, TURRET, pulse)
    style = "bold yellow" if moment.marbles.get("idol") else "yellow"
    return ("I" if degrees is None else arrow(degrees), style)


def _servos(moment: Moment, board: Board) -> Grid:
    grid = Grid("servo", "pulse us", "value", "", title="Servos", box=None, title_justify="left")
    gates = {gate.servo.name: source for source, gate in board.gates.items()}
    for name, (pulse, driven) in moment.servos.items():
        source = gates.get(name)
        value = value_of(board, name, pulse)
        if source is not None:
            words = moment.gates.get(source, "closed")
        elif value is None:
            words = "unknown"
        else:
            words = f"{value:.0f}°" if name == TURRET else f"{value:.2f}"
        shown = "-" if pulse is None else str(pulse)
        grid.add_row(name, shown, words, Text("driven", "yellow") if driven else "")
    return grid


def _link(moment: Moment) -> Grid:
    grid = Grid("", "", title="Link", box=None, show_header=False, title_justify="left")
    for key, unit, words in SHOWN:
        if key in moment.stats:
            grid.add_row(words, f"{moment.stats[key]} {unit}".strip())
    for key, words in (("discarded", "damaged here"), ("chip_discarded", "damaged there")):
        bad = moment.stats.get(key) or {}
        grid.add_row(words, ", ".join(f"{n} {why}" for why, n in bad.items()) or "none")
    return grid
