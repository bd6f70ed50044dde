"""What the controller says of itself: HELLO, heartbeat, statistics."""

import struct

from island import build, wire

TYPE_CHECKING = False  # type checkers take it for true; a chip has no typing module
if TYPE_CHECKING:
    from island.session import Session


def hello(session: "Session", part: int, seq: int) -> bytes:
    """Part 0 says all that decides whether the two ends fit, part 1 the rest."""
    chip = session.hardware
    board = session.board
    if part == 1:
        payload = struct.pack(
            wire.F_HELLO1,
            1,
            chip.platform,
            chip.unique_id,
            min(chip.free() >> 4, 0xFFFF),
            board.releases.of_epoch,
            board.releases.epochs,
        )
    else:
        payload = struct.pack(
            wire.F_HELLO0,
            0,
            wire.PROTOCOL_MAJOR,
            wire.PROTOCOL_MINOR,
            build.SOURCES,
            chip.boot,
            chip.cause,
            (0 if session.bench is None else wire.CAP_BENCH) | wire.CAPS,
            board.config.crc if board.sealed else 0,
            board.state,
            session.answered.newest,
        )
    return wire.encode(wire.HELLO, seq, payload)


def heartbeat(session: "Session", now_ms: int, now_us: int) -> bytes:
    """The time in it lets the host count the wraps of the clock while no event comes."""
    board = session.board
    field = board.field
    flags = wire.FLAG_FAST if board.fast else 0
    quiet = 0
    if field is not None and field.watching:
        flags |= wire.FLAG_WATCHING
        quiet = field.quiet_ms(now_ms)
    if board.parts.supply.state != wire.SUPPLY_GOOD:
        flags |= wire.FLAG_SUPPLY_LOW
    events = session.events
    payload = struct.pack(
        wire.F_HEARTBEAT,
        board.state,
        flags,
        session.hardware.boot & 0xFFFF,
        events.oldest,
        events.next,
        quiet,
        now_us & (wire.TICKS - 1),
    )
    return wire.encode(wire.HEARTBEAT, 0, payload)


def stats(session: "Session", part: int) -> bytes:
    """Part 0: what the cable did to the frames. Part 1: what the controller had to do.

    Counts go on from 65535 to 0; the longest pass is that since the last report.
    """
    if part == 0:
        reader = session.reader
        short, wrong, long = reader.bad
        payload = struct.pack(
            wire.F_STATS0,
            0,
            reader.good & 0xFFFF,
            short & 0xFFFF,
            wrong & 0xFFFF,
            long & 0xFFFF,
            session.answered.stale & 0xFFFF,
            session.answered.repeated & 0xFFFF,
            session.written & 0xFFFF,
            session.events.again & 0xFFFF,
            session.text_lost & 0xFFFF,
        )
    else:
        field = session.board.field
        payload = struct.pack(
            wire.F_STATS1,
            1,
            min(session.longest_us, 0xFFFF),
            0 if field is None else min(field.scan_us, 0xFFFF),
            min(session.hardware.free() >> 4, 0xFFFF),
            session.events.lost & 0xFFFF,
            min(session.board.parts.supply.mv, 0xFFFF),
        )
        session.longest_us = 0
    return wire.encode(wire.STATS, 0, payload)


def servo(session: "Session", index: int, seq: int) -> bytes:
    """Where a servo was driven to last, as far as its pulses tell."""
    known = session.board.servos[index]
    state = struct.pack(wire.F_SERVO_STATE, index, known.pulse_us, 1 if known.moving else 0)
    return wire.encode(wire.SERVO_STATE, seq, state)
