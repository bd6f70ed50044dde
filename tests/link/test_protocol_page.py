"""docs/reference/protocol.md says the numbers that the wire has."""

from __future__ import annotations

import re
from pathlib import Path

from vulkar.link import names, wire

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "protocol.md").read_text()


def test_every_command_stands_in_the_table_with_its_number() -> None:
    rows = dict(re.findall(r"^\| ([A-Z_]+) \| ([0-9A-F]{2}) \|", PAGE, re.M))
    unasked = {wire.STATS, wire.ACK, wire.PONG, wire.EVENT}
    wanted = {
        word.upper().replace(" ", "_"): f"{kind:02X}"
        for kind, word in names.COMMANDS.items()
        if kind not in unasked
    }
    assert rows == wanted
    assert f"STATS ({wire.STATS:X}," in PAGE and f"EVENT ({wire.EVENT:X})" in PAGE
    assert f"ACK is {wire.ACK:X}" in PAGE and f"PONG {wire.PONG:X}" in PAGE


def test_events_states_and_results_stand_there() -> None:
    events = {name[3:]: value for name, value in vars(wire).items() if name.startswith("EV_")}
    rows = re.findall(r"^\| (\d) ([A-Z]+) \|", PAGE, re.M)
    assert {name: int(number) for number, name in rows} == events
    states = PAGE[PAGE.index("## States") :]
    assert all(f"| {state} |" in states for state in names.STATES if state)
    assert all(result in PAGE for result in names.RESULTS)
    assert f"last {wire.REMEMBERED} commands" in PAGE and f"begins {wire.AHEAD} behind" in PAGE
    assert f"HEARTBEAT after {wire.BEAT_MS} ms; after {wire.SILENCE_MS} ms without" in PAGE
    assert f"HEARTBEAT (every {wire.CHIP_BEAT_MS} ms: " in PAGE
    assert f"Protocol {wire.PROTOCOL_MAJOR}.{wire.PROTOCOL_MINOR}." in PAGE
