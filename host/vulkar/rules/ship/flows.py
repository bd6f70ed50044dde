"""The flows of the memory game as data: what leads to what."""

from __future__ import annotations

from typing import Final

from vulkar.rules.flow import Flow

# kinds of frame: indices into FLOWS
GAME, ROUND, TURN = range(3)

FLOWS: Final = (
    Flow(
        "game",
        "The whole game, from the laying of the locations to the count of the rubies.",
        (
            ("lay", "more", "lay"),
            ("lay", "laid", "volcanoes"),
            ("volcanoes", "more", "volcanoes"),
            ("volcanoes", "chosen", "start"),
            ("start", "chosen", "look"),
            ("look", "more", "look"),
            ("look", "looked", "round"),
            ("round", "over", "treasure"),
            ("treasure", "more", "round"),
            ("treasure", "last", "count"),
            ("count", "more", "count"),
        ),
    ),
    Flow(
        "round",
        "One round: turns until all but one have a volcano.",
        (
            ("begin", "begun", "turn"),
            ("turn", "done", "next"),
            ("next", "turn", "turn"),
            ("next", "over", "=over"),
        ),
    ),
    Flow(
        "turn",
        "One turn of seat. n: 1 where no location was left to open.",
        (
            ("begin", "begun", "open"),
            ("open", "fits", "=done"),
            ("open", "fails", "volcano"),
            ("open", "nothing", "volcano"),
            ("volcano", "taken", "marble"),
            ("marble", "rests", "=done"),
            ("marble", "rolled", "=done"),
        ),
    ),
)
