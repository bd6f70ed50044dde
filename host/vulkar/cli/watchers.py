"""What a game looks like while it is played: words for people, JSON lines for programs."""

from __future__ import annotations

import functools
import json
import sys
from typing import TextIO

from rich.console import Console
from rich.markup import escape

from vulkar.island.port import RollOrder, RollReport
from vulkar.link.events import Event as LinkEvent
from vulkar.link.events import EventKind
from vulkar.maps import IslandMap
from vulkar.maps.names import names_with_ids
from vulkar.rules import Event, Ruleset
from vulkar.table.rows import order_row, report_row
from vulkar.texts import LANGUAGES, render

# Windows and choices come all the time, a move is shown when it is done, a roll by its report.
_OPEN_AND_CLOSE = {"window_opened", "window_closed", "choice_opened", "choice_closed"}
_QUIET = frozenset({*_OPEN_AND_CLOSE, "moving", "fireball_rolled"})
_STYLE = {"turn": "bold", "jewel": "yellow", "fireball_declared": "red", "won": "bold green"}


class Terminal:
    """Prints each event as one line, with the turn's number before a turn.

    Raises ``VulkarError("text.language")``.
    """

    def __init__(
        self,
        console: Console,
        island_map: IslandMap,
        ruleset: Ruleset,
        seats: frozenset[int],
        language: str = LANGUAGES[0],
    ) -> None:
        self._console = console
        self._say = functools.partial(render, language=language)
        self._map = island_map
        self._seats = seats  # seats of people at this terminal: only they see their private events
        self._rules = ruleset
        note = ruleset.turn_note
        self._note = self._say(note.start) if note is not None else ""
        self._names = names_with_ids(island_map)

    def event(self, number: int, event: Event, past: bool = False) -> None:
        note = self._rules.turn_note
        changed = note.after(event) if note is not None else None
        if changed is not None:
            self._note = self._say(changed)
        if past or event.kind in _QUIET or not self._may_see(event):
            return
        line = escape(self._say(self._rules.describe(event, self._names)))
        style = _STYLE.get(event.kind, "")
        if event.kind == "turn":
            line += f"  [not bold]({escape(self._note)})" if self._note else ""
        else:
            line = f"    {line}"
        self._console.print(line, style=style, highlight=False, soft_wrap=True)

    def rolled(self, order: RollOrder, report: RollReport) -> None:
        route = self._map.routes[order.route]
        where = f"facing {route.facing}" if route.facing else f"pushed {route.push}"
        touched = [t for t in report.touches if t.touched]
        words = ", ".join(
            f"{t.pawn} on {t.space}" + (" (a person's word)" if t.certainty != "sure" else "")
            for t in touched
        )
        self._console.print(
            f"    fireball from {route.source} {where}, route {route.id}:"
            f" touched {words or 'nobody'}; marble {report.marble}, rest after"
            f" {report.rest_us / 1e6:.1f} s",
            style="red",
            highlight=False,
            soft_wrap=True,
        )

    def controller(self, event: LinkEvent) -> None:
        """Shows what the controller says outside of frames, tracebacks included, and its faults."""
        if event.kind in (EventKind.CONSOLE, EventKind.FAULT):
            fault = event.kind is EventKind.FAULT
            self._console.print(
                f"    controller{' FAULT' * fault}: {event.text}",
                style="bold red" if fault else "magenta",
                highlight=False,
                markup=False,
                soft_wrap=True,
            )

    def resumed(self, turn: int, number: int) -> None:
        note = f" ({self._note})" if self._note else ""
        self._console.print(
            f"The game goes on in turn {turn}, at question {number}{note}.",
            style="bold",
            highlight=False,
        )

    def _may_see(self, event: Event) -> bool:
        return event.audience is None or bool(self._seats & set(event.audience))


class JsonLines:
    """One JSON object a line on a stream that carries nothing else."""

    def __init__(self, stream: TextIO = sys.stdout) -> None:
        self._stream = stream

    def write(self, row: dict[str, object]) -> None:
        self._stream.write(json.dumps(row, sort_keys=True) + "\n")
        self._stream.flush()

    def event(self, number: int, event: Event, past: bool = False) -> None:
        if event.audience is None and not past:
            self.write({"type": "event", "number": number, "kind": event.kind, "data": event.data})

    def rolled(self, order: RollOrder, report: RollReport) -> None:
        self.write({"type": "roll", "order": order_row(order), "report": report_row(report)})

    def resumed(self, turn: int, number: int) -> None:
        self.write({"type": "resumed", "turn": turn, "number": number})


class Both:
    """Two watchers as one."""

    def __init__(self, first: Terminal, second: JsonLines) -> None:
        self._both = (first, second)

    def event(self, number: int, event: Event, past: bool = False) -> None:
        for watcher in self._both:
            watcher.event(number, event, past)

    def rolled(self, order: RollOrder, report: RollReport) -> None:
        for watcher in self._both:
            watcher.rolled(order, report)

    def resumed(self, turn: int, number: int) -> None:
        for watcher in self._both:
            watcher.resumed(turn, number)
