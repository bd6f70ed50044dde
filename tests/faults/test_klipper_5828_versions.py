"""Klipper3d/klipper#5828: the host was updated and the firmware was not."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.faults.report import fault
from tests.faults.tap import Tap
from tests.link.chip import BOARD, Still, on_chip, planted
from vulkar.errors import VulkarError
from vulkar.link import names, wire
from vulkar.link.controller import Controller
from vulkar.link.events import Event, EventKind
from vulkar.sim.lockstep import Sim

MINOR = f"PROTOCOL_MINOR = {wire.PROTOCOL_MINOR}"
MAJOR = f"PROTOCOL_MAJOR = {wire.PROTOCOL_MAJOR}"
SOURCES, OTHER_SOURCES = "SOURCES = 0x", "SOURCES = 1 + 0x"
INSTALL = "vulkar firmware install --port"
PIP = "pip install --upgrade vulkar"
# file of the firmware, what it says, what another version says, whether the host is newer than its
# own firmware; then the error's code, and the side and the command that it must name
CASES = {
    "major newer": ("wire.py", MAJOR, MAJOR + "9", 0, "link.protocol", "this Vulkar", PIP),
    "major older": ("wire.py", MAJOR, MAJOR + " - 1", 0, "link.protocol", "controller", INSTALL),
    "minor older": ("wire.py", MINOR, MINOR, 1, "link.protocol", "controller", INSTALL),
    "minor newer": ("wire.py", MINOR, MINOR + " + 1", 0, "", "", ""),
    "hash": ("build.py", SOURCES, OTHER_SOURCES, 0, "link.firmware", "controller", INSTALL),
    "lacks watch": ("reports.py", "wire.CAPS,", "119,", 0, "link.capability", "watch", INSTALL),
}  # fmt: skip


@fault(
    "Klipper3d/klipper#5828",
    holds="Another version of the protocol, other sources under the same version, or a capability "
    "less is refused before anything is configured; a newer minor version is accepted.",
    sees="`link.protocol`, `link.firmware` or `link.capability`: the older side, and the command "
    "that mends it",
)
@pytest.mark.parametrize("case", CASES)
def test_each_mismatch_names_the_side_and_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    name, old, new, ahead, code, side, command = CASES[case]
    monkeypatch.setattr(wire, "PROTOCOL_MINOR", wire.PROTOCOL_MINOR + ahead)

    async def main(sim: Sim, world: Still) -> VulkarError | None:
        try:
            # the copies are compared by number only where the hash is what differs
            await Controller(sim.transport, BOARD, any_firmware=name != "build.py").connect()
        except VulkarError as exc:
            return exc
        return None

    found = on_chip(main, planted(tmp_path, name, old, new))
    assert (found.code if found else "") == code
    if found:
        assert side in str(found) and command in str(found)


@fault(
    "Klipper3d/klipper#5828",
    holds="A command that the firmware does not know, or of another size, is answered as such and "
    "changes nothing; a frame, an event or a state that the host does not know is left out.",
    sees="`link.refused` with *unknown command*",
)
def test_messages_that_one_side_does_not_know_do_no_harm() -> None:
    async def main(sim: Sim, world: Still) -> None:
        results: dict[int, int] = {}

        def back(kind: int, line: bytes) -> Iterable[bytes]:
            frame = wire.decode(line[1:-1])
            if kind == wire.ACK and frame is not None:
                results[frame[1]] = struct.unpack(wire.F_ACK, frame[2])[0]
            return (line,)

        tap = Tap(sim.transport, back=back)
        controller = Controller(tap, BOARD)
        events: list[Event] = []
        controller.subscribe(events.append)
        await controller.connect()
        known = set(names.COMMANDS)
        for kind in sorted(set(range(256)) - known)[::20]:
            tap.write(wire.encode(kind, 20_000 + kind))
            await asyncio.sleep(0.05)
            assert results.pop(20_000 + kind) == wire.BAD_KIND
        await controller.close()
        tap = Tap(sim.open_port())  # another connection goes on behind those numbers
        controller = Controller(tap, BOARD)
        controller.subscribe(events.append)
        await controller.connect()
        for kind in (wire.SERVO, wire.RELEASE, wire.SEAL, wire.ARM, wire.SCAN):
            with pytest.raises(VulkarError):
                await controller.command(kind, b"1234567890123")
        assert controller.state == "ready"
        for frame in (200, 99):
            tap.arrive(wire.encode(frame, 5, b"new"))
        assert controller.hello is not None
        boot = controller.hello.boot & 0xFFFF
        beat = struct.pack(wire.F_HEARTBEAT, 42, 0xFF, boot, 0, 0, 0, 0)
        tap.arrive(wire.encode(wire.HEARTBEAT, 0, beat))
        tap.arrive(wire.encode(wire.HEARTBEAT, 0, beat + b"longer"))
        number = controller._session._events.newest_taken
        assert number is not None
        event = struct.pack(wire.F_EVENT, (number + 1) & 0xFFFF, 0, 77, 1, 1)
        told = len(events)
        tap.arrive(wire.encode(wire.EVENT, 0, event))
        assert len(events) == told
        assert await controller.ping() > 0
        await controller.arm()
        assert not [event for event in events if event.kind is EventKind.LOST]

    on_chip(main)
