"""The configuration that a board's description is sealed with, item by item."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import TYPE_CHECKING

from vulkar.link import wire

if TYPE_CHECKING:
    from vulkar.devices.board_model import Board


def config_frames(board: Board) -> list[bytes]:
    """The payloads of CONFIG, in order (wire.C_*)."""
    return [bytes([wire.C_BEGIN]), *_movers(board), *_halls(board), *_rest(board)]


def _movers(board: Board) -> Iterator[bytes]:
    chip = board.pwm_chip
    if chip is not None:
        pins = (chip.sda, chip.scl, chip.address, chip.enable_pin)
        yield struct.pack(wire.F_C_PWM_CHIP, wire.C_PWM_CHIP, *pins, chip.oscillator_khz)
    for s in board.servos.values():
        out = (wire.OUT_PIN, s.pin) if s.pin is not None else (wire.OUT_CHIP, s.channel)
        limits = (s.min_us, s.max_us, s.speed_us_s, s.settle_ms, s.budget_ms)
        yield struct.pack(wire.F_C_SERVO, wire.C_SERVO, s.index, *out, *limits)
    for g in board.gates.values():
        head = (wire.C_GATE, g.index, g.servo.index)
        yield struct.pack(wire.F_C_GATE, *head, g.closed_us, g.open_ms)
        for number, pulse in enumerate(g.ways.values()):
            yield struct.pack(wire.F_C_WAY, wire.C_WAY, g.index, number, pulse)


def _halls(board: Board) -> Iterator[bytes]:
    h = board.halls
    if not h.sensors:
        return
    yield bytes([wire.C_CHAIN, len(h.select), *h.select, *h.adc])
    if board.switches is not None:
        s = board.switches
        pins = (s.load, s.clock, s.data, h.switches, s.present)
        yield struct.pack(wire.F_C_SWITCHES, wire.C_SWITCHES, *pins)
    limits = [h.counts(x) for x in (h.present_mt, h.gone_mt, h.dip_mt, h.still_mt)]
    head = (wire.C_HALL, len(h.sensors), h.zero_counts)
    yield struct.pack(wire.F_C_HALL, *head, *limits, h.debounce)
    for sensor in sorted(h.measured):
        yield struct.pack(wire.F_C_SENSOR, wire.C_SENSOR, sensor, *h.limits(sensor))


def _rest(board: Board) -> Iterator[bytes]:
    for g in board.beams.values():
        beam = (g.index, g.marble_pin, g.marble_home)
        yield struct.pack(wire.F_C_MARBLE, wire.C_MARBLE, *beam)
    pins = [wire.NO_PIN if pin is None else pin for pin in (board.rail_pin, board.stop_pin)]
    lines = (pins[0], board.rail_on, pins[1], board.stop_level)
    yield struct.pack(wire.F_C_PINS, wire.C_PINS, *lines)
    yield struct.pack(wire.F_C_RATE, wire.C_RATE, board.fast_ms, board.slow_ms)
    if board.lamps is not None:
        lamps = board.lamps
        draws = (lamps.budget_ma, lamps.full_ma, lamps.dark_ma)
        yield struct.pack(wire.F_C_LAMPS, wire.C_LAMPS, lamps.pin, lamps.count, *draws)
    if board.supply is not None:
        s = board.supply
        levels = (s.full_mv, s.low_mv, s.sag_mv, s.window_s)
        yield struct.pack(wire.F_C_SUPPLY, wire.C_SUPPLY, s.pin, *levels)
