"""hallscan.py's register work against the RP2040's data sheet: it cannot run here, so the registers
are modelled and the viper code runs as plain Python. Compiling is tested in test_chip_limits.py."""

from __future__ import annotations

import importlib.util
import sys
import types
from array import array
from collections.abc import Callable

import pytest

from firmware.both_ends import alone
from firmware.kit import FIRMWARE
from vulkar.sim.chips.cd4067 import chained
from vulkar.sim.chips.hc165 import ShiftChain

SIO = 0xD0000000
ADC = 0x4004C000
IN, OUT_SET, OUT_CLR = 0x04, 0x14, 0x18
LOAD, CLOCK, DATA = 22, 5, 27
CS, RESULT = 0x00, 0x04
EN, START_ONCE, READY = 1 << 0, 1 << 2, 1 << 8


class Chip:
    """GPIO outputs and one ADC whose conversion takes a few reads of its status."""

    def __init__(self, field: Callable[[int, int], int]) -> None:
        self.out = 0
        self.cs = 0
        self.result = 0xBAD
        self.busy = 0
        self.conversions = 0
        self.field = field
        self.outputs: set[int] = set()
        self.analogue: set[int] = set()
        self.chain: ShiftChain | None = None

    def read(self, address: int) -> int:
        if address == ADC + CS:
            self.busy = max(0, self.busy - 1)
            return self.cs | (0 if self.busy else READY)
        if address == ADC + RESULT:
            assert not self.busy, "the result was read before the conversion was ready"
            return self.result
        if address == SIO + IN and self.chain is not None:
            return self.chain.out << DATA | ~(1 << DATA) & 0x3FFFFFFF
        raise AssertionError(hex(address))

    def write(self, address: int, value: int) -> None:
        if address == SIO + OUT_SET:
            self.out |= value
        elif address == SIO + OUT_CLR:
            self.out &= ~value
        elif address == ADC + CS:
            assert value & EN, "the ADC was switched off"
            self.cs = value & 0x7003
            if value & START_ONCE:
                self.busy = 4
                self.conversions += 1
                self.result = self.field(self.cs >> 12 & 7, self.out)
        else:
            raise AssertionError(hex(address))
        if self.chain is not None:
            self.chain.load(self.out >> LOAD & 1)
            self.chain.clock(self.out >> CLOCK & 1)


class Pointer:
    def __init__(self, chip: Chip, base: int) -> None:
        self.chip, self.base = chip, base

    def __getitem__(self, index: int) -> int:
        return self.chip.read(self.base + 4 * index)

    def __setitem__(self, index: int, value: int) -> None:
        self.chip.write(self.base + 4 * index, value)


def machine_of(chip: Chip) -> types.ModuleType:
    class Pin:
        IN = 0
        OUT = 1

        def __init__(self, pin: int, mode: int = 0, value: int = 0) -> None:
            self.pin = pin
            if mode == Pin.OUT:
                chip.outputs.add(pin)
                chip.out |= value << pin

    class Adc:
        def __init__(self, pin: Pin) -> None:
            chip.analogue.add(pin.pin)

        def read_u16(self) -> int:
            chip.cs |= EN
            return 0

    module = types.ModuleType("machine")
    module.Pin, module.ADC = Pin, Adc  # type: ignore[attr-defined]
    return module


def load(chip: Chip, monkeypatch: pytest.MonkeyPatch) -> types.ModuleType:
    monkeypatch.setitem(sys.modules, "machine", machine_of(chip))
    with alone():
        spec = importlib.util.spec_from_file_location("hallscan", FIRMWARE / "hallscan.py")
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)

    def ptr32(value: object) -> object:
        return Pointer(chip, value) if isinstance(value, int) else value

    module.ptr32 = ptr32  # type: ignore[attr-defined]
    return module


@pytest.mark.parametrize(
    ("select", "adc", "n"),
    [
        ([16, 17, 18, 19, 20, 21, 22], [26], 128),
        ([2, 9, 5], [26, 28], 16),
        ([2, 9, 5], [27, 28], 11),
        ([], [26, 27, 28], 3),
    ],
)
def test_each_reading_is_of_its_own_code_and_pin(
    select: list[int], adc: list[int], n: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = 1 << 0 | 1 << 14  # pins that are none of the scan's business

    def field(channel: int, out: int) -> int:
        code = sum((out >> pin & 1) << bit for bit, pin in enumerate(select))
        return channel << 8 | code

    chip = Chip(field)
    chip.out = other
    hallscan = load(chip, monkeypatch)
    hallscan.init(select, adc)
    assert chip.outputs == set(select) and chip.analogue == set(adc)
    for _ in range(2):
        buffer = array("H", [0xFFFF] * n)
        hallscan.scan(buffer)
        codes = 1 << len(select)
        assert list(buffer) == [(adc[i // codes] - 26) << 8 | i % codes for i in range(n)]
    assert chip.conversions == 2 * n
    assert chip.out & other == other


def test_nine_multiplexers_are_read_as_the_board_wires_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    select = [16, 17, 18, 19, 20, 21, 22]
    chips = [[16 * row + column for column in range(16)] for row in range(8)]

    def field(channel: int, out: int) -> int:
        return chained(chips, [out >> pin & 1 for pin in select])

    hallscan = load(Chip(field), monkeypatch)
    hallscan.init(select, [26])
    buffer = array("H", bytes(256))
    hallscan.scan(buffer)
    assert list(buffer) == list(range(128))


@pytest.mark.parametrize("present", [0, 1])
def test_switches_follow_the_analogue_sensors_in_the_order_of_the_chain(
    present: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chip = Chip(lambda channel, out: 1000 + (out >> 2 & 1))
    chip.chain = ShiftChain(2)
    hallscan = load(chip, monkeypatch)
    hallscan.init([2], [26])
    hallscan.switch_init(LOAD, CLOCK, DATA, 13, present)
    assert chip.outputs == {2, LOAD, CLOCK}
    for levels in ([1, 0, 1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 1], [0] * 13, [1] * 13):
        chip.chain.inputs[:13] = levels
        buffer = array("H", bytes(30))
        hallscan.scan(buffer)
        assert list(buffer) == [1000, 1001, *(4095 * (level == present) for level in levels)]
