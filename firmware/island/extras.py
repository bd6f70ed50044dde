"""Commands that move nothing and come seldom: lamps, and what the host knows of the supply."""

import struct

from island import ticks, wire
from island.board import Board


def command(board: Board, kind: int, payload: bytes, now_ms: int) -> int:
    """Carries LAMPS or SAGGED out; a result of the wire."""
    if kind == wire.LAMPS:
        if len(payload) != struct.calcsize(wire.F_LAMPS):
            return wire.BAD_PAYLOAD
        if board.parts.lamps is None:
            return wire.NOT_SEALED
        return board.parts.lamps.set(*struct.unpack(wire.F_LAMPS, payload))
    if len(payload) != struct.calcsize(wire.F_SAGGED):
        return wire.BAD_PAYLOAD
    age_ms = min(struct.unpack(wire.F_SAGGED, payload)[0], 0xFFFFFFF)
    return board.sagged(ticks.add(now_ms, -age_ms))
