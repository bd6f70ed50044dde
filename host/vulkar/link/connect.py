"""The sequence of a connection, and the payloads that the controller answers with."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from vulkar.errors import VulkarError
from vulkar.link import image, names, wire
from vulkar.link.events import Event, EventKind, Hello, Watch
from vulkar.link.parts import BoardPart
from vulkar.link.signals import Happened

if TYPE_CHECKING:
    from vulkar.link.connection import Connection

GREETING_S: Final = 3.0  # a controller that has just been plugged in starts within 2 s
CONFIG_S: Final = 2.0
PLATFORMS: Final = ("other", "rp2", "linux", "darwin", "pi")
UPGRADE: Final = "pip install --upgrade vulkar"
KINDS: Final = {
    wire.EV_STATE: EventKind.STATE,
    wire.EV_HALL: EventKind.HALL,
    wire.EV_MARBLE: EventKind.MARBLE,
    wire.EV_SERVO: EventKind.SERVO_DONE,
    wire.EV_GATE: EventKind.GATE,
    wire.EV_WATCH: EventKind.WATCH,
    wire.EV_DIP: EventKind.DIP,
    wire.EV_SUPPLY: EventKind.SUPPLY,
}


def install_command(port: str) -> str:
    """The command that puts this Vulkar's firmware on a controller."""
    return f"vulkar firmware install --port {port}"


async def greet(controller: Connection) -> Hello:
    """Asks both parts of HELLO. Raises link.not_vulkar if nothing that is ours answers, and
    link.protocol as soon as the first bytes, which no version may move, name another one."""
    try:
        first = await controller.ask(wire.HELLO, b"\x00", deadline_s=GREETING_S)
        check_protocol(first[1], first[2], controller.port)
        second = await controller.ask(wire.HELLO, b"\x01")
        return hello_of(first, second)
    except (VulkarError, struct.error, IndexError) as exc:
        if isinstance(exc, VulkarError) and exc.code in ("link.lost", "link.protocol"):
            raise
        heard = controller.console[-1] if controller.console else ""
        said = f" (it says: {heard[:60]!r})" if heard else " (it says nothing)"
        port = controller.port
        raise VulkarError(
            "link.not_vulkar", port=port, heard=said, install=install_command(port)
        ) from exc


def check_protocol(major: int, minor: int, port: str) -> None:
    """Another major, or a controller's older minor, is an error that names the older side."""
    ours = (wire.PROTOCOL_MAJOR, wire.PROTOCOL_MINOR)
    theirs = (major, minor)
    if theirs[0] != ours[0] or theirs[1] < ours[1]:
        older = theirs < ours
        raise VulkarError(
            "link.protocol",
            port=port,
            theirs=f"{theirs[0]}.{theirs[1]}",
            ours=f"{ours[0]}.{ours[1]}",
            side="the controller" if older else "this Vulkar",
            command=install_command(port) if older else UPGRADE,
        )


def check(
    hello: Hello, port: str, board: BoardPart, *, any_firmware: bool, on_bench: bool = False
) -> None:
    """Firmware, capabilities, that board file and calibration are this controller's own, and that
    its readings are; an error says what mends it."""
    install = install_command(port)
    own = image.own_hash()
    if hello.firmware != own and not any_firmware:
        raise VulkarError(
            "link.firmware",
            port=port,
            theirs=f"{hello.firmware:08x}",
            ours=f"{own:08x}",
            command=install,
        )
    missing = [cap for cap in names.CAPS if cap not in hello.caps]
    if missing:
        lacks = ", ".join(missing)
        raise VulkarError("link.capability", port=port, missing=lacks, command=install)
    if names.BENCH in hello.caps and not on_bench:
        raise VulkarError("link.bench", port=port)
    if (board.controller == "pi") != (hello.platform == "pi"):
        raise VulkarError("link.platform", port=port, theirs=hello.platform, ours=board.controller)
    if board.controller_id and board.controller_id != hello.board_id:
        raise VulkarError(
            "calibration.other",
            port=port,
            theirs=hello.board_id,
            ours=board.controller_id,
            board=board.path,
        )


async def configure(controller: Connection, board: BoardPart, hello: Hello, epoch: int) -> None:
    """Sends the board's configuration unless it is sealed already, and seals it."""
    crc = board.config_crc
    step = "seal"
    try:
        if hello.config_crc != crc:
            for number, payload in enumerate(board.config_frames()):
                step = f"item {number}"
                await controller.command(wire.CONFIG, payload, deadline_s=CONFIG_S)
            step = "seal"
        await controller.command(
            wire.SEAL, struct.pack(wire.F_SEAL, crc, epoch), deadline_s=CONFIG_S
        )
    except VulkarError as exc:
        if exc.code != "link.refused":
            raise
        reason = f"{step}: {exc.params['reason']} ({exc.params['cause']})"
        raise VulkarError("link.config", board=board.id, reason=reason, path=board.path) from exc


def memory_of(hello: Hello, epoch: int) -> int:
    """Names the controller's memory of releases, once ``epoch`` is sealed: its boot, and how many
    epochs have begun since, which it counts in 8 bits."""
    begun = (hello.epochs + (hello.epoch != epoch)) & 0xFF
    return (hello.boot + begun) & 0xFFFFFFFF


def hello_of(first: bytes, second: bytes) -> Hello:
    """Both parts of a HELLO. Raises ``struct.error`` on a payload of another size."""
    _, major, minor, firmware, boot, cause, caps, crc, state, newest = struct.unpack(
        wire.F_HELLO0, first
    )
    _, platform, unique, free, epoch, epochs = struct.unpack(wire.F_HELLO1, second)
    return Hello(
        major=major,
        minor=minor,
        firmware=firmware,
        boot=boot,
        reset_cause=cause,
        caps=frozenset(name for bit, name in enumerate(names.CAPS) if caps >> bit & 1)
        | ({names.BENCH} if caps & wire.CAP_BENCH else set()),
        config_crc=crc,
        state=names.word(names.STATES, state),
        newest=newest,
        platform=PLATFORMS[platform] if platform < len(PLATFORMS) else PLATFORMS[0],
        board_id=unique.hex(),
        free_bytes=free * 16,
        epoch=epoch,
        epochs=epochs,
    )


def boot_of(payload: bytes) -> tuple[int, str] | None:
    """Boot number and cause of the reset in the first part of a HELLO; None for anything else."""
    fields = wire.unpack(wire.F_HELLO0, payload)
    if fields is None or fields[0] != 0:
        return None
    return fields[4], names.RESET_CAUSES.get(fields[5], "reset")


def watch_of(payload: bytes) -> Watch:
    """One WATCH_REPORT."""
    sensor, base, low, high, last, first, flags = struct.unpack(wire.F_WATCH_REPORT, payload)
    return Watch(
        sensor=sensor,
        baseline=base,
        low=low,
        high=high,
        last=last,
        first_ms=-1 if first == wire.NO_TIME else first,
        flat=bool(flags & wire.WATCH_FLAT),
        present=bool(flags & wire.WATCH_PRESENT),
    )


def snapshot_of(payload: bytes) -> tuple[int, int, int, bytes]:
    """State, marble bits, number of the next event, hall bits."""
    state, marbles, next_event, bits = struct.unpack(wire.F_SNAPSHOT, payload)
    return state, marbles, next_event, bits


def event_of(signal: Happened, board: BoardPart) -> Event | None:
    """A controller's event with the names of this board; None for a kind that is not known."""
    kind = KINDS.get(signal.kind)
    if kind is None:
        return None
    name = ""
    text = ""
    if kind is EventKind.STATE:
        text = names.word(names.STATES, signal.index)
    elif kind is EventKind.SUPPLY:
        text = names.word(names.SUPPLY, signal.index)
    elif kind is EventKind.SERVO_DONE:
        name = _name(list(board.servos), signal.index)
    elif kind is EventKind.GATE:
        name = _name(list(board.gates), signal.index)
    elif kind is EventKind.MARBLE:
        name = _name(list(board.beams), signal.index)
    return Event(kind, signal.t_us, signal.index, signal.value, name, text)


def _name(known: list[str], index: int) -> str:
    return known[index] if index < len(known) else ""
