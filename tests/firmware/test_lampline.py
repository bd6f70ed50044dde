"""lampline.py's PIO program, step by step as the RP2040's data sheet has it (3.4, 3.5), into lamps.

Neither PIO nor DMA exists here: the assembler's words are collected, a small state machine runs
them, and the levels on the pin go into the model of a lamp chain.
"""

from __future__ import annotations

import builtins
import importlib.util
import sys
import types
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from firmware.kit import FIRMWARE
from vulkar.sim.chips.ws2812 import LampChain

STEP_NS = 125


@dataclass
class Step:
    """One instruction: ``side`` is None where the pin is left alone."""

    name: str
    args: tuple[Any, ...]
    side_level: int | None = None
    delay: int = 0

    def side(self, level: int) -> Step:
        self.side_level = level
        return self

    def __getitem__(self, delay: int) -> Step:
        assert 0 <= delay <= 7  # optional side-set of one pin leaves three bits
        self.delay = delay
        return self


@dataclass
class Program:
    """What the decorator makes of the function."""

    steps: list[Step]
    settings: dict[str, Any]


@dataclass
class Machine:
    """One state machine and what was written into it."""

    program: Program
    pins: dict[str, Any]
    heard: list[int] = field(default_factory=list)

    def active(self, on: int) -> None:
        assert on

    def levels(self) -> Iterator[tuple[int, int]]:
        """Level and steps of each instruction, until the program waits for more words."""
        words, shift, count, level, x = iter(self.heard), 0, 0, 0, 0
        while True:
            for step in self.program.steps:
                if step.side_level is not None:
                    level = step.side_level
                if step.name == "out":
                    if count == 0:
                        word = next(words, None)
                        if word is None:
                            return
                        shift, count = word, self.program.settings["pull_thresh"]
                    assert step.args == ("x", 1)
                    x, shift, count = shift >> 31, shift << 1 & 0xFFFFFFFF, count - 1
                elif step.name == "mov":
                    assert step.args == ("pins", "x")
                    level = x & 1
                yield level, 1 + step.delay


def load(monkeypatch: pytest.MonkeyPatch, made: list[Machine]) -> types.ModuleType:
    steps: list[Step] = []

    def instruction(name: str) -> Any:
        def make(*args: Any) -> Step:
            steps.append(Step(name, args))
            return steps[-1]

        return make

    def asm_pio(**settings: Any) -> Any:
        def assemble(function: Any) -> Program:
            words = {"x": "x", "pins": "pins"}
            for name in ("out", "nop", "mov"):
                words[name] = instruction(name)
            words |= {"wrap_target": lambda: None, "wrap": lambda: None}
            for name, value in words.items():
                monkeypatch.setattr(builtins, name, value, raising=False)
            function()
            return Program(list(steps), settings)

        return assemble

    class StateMachine(Machine):
        def __init__(self, number: int, program: Program, freq: int, **pins: Any) -> None:
            assert freq * STEP_NS == 10**9
            super().__init__(program, pins)
            made.append(self)

    class Dma:
        claimed = 0

        def __init__(self) -> None:
            Dma.claimed += 1
            assert Dma.claimed == 1, "a claimed channel stays claimed"

        def pack_ctrl(self, **fields: int) -> dict[str, int]:
            assert fields["treq_sel"] == 0 and not fields["inc_write"] and fields["size"] == 2
            return fields

        def config(self, read: Any, write: Machine, count: int, ctrl: Any, trigger: bool) -> None:
            assert trigger
            write.heard += list(read[:count])

    rp2 = types.ModuleType("rp2")
    pio = types.SimpleNamespace(OUT_LOW=2, SHIFT_LEFT=0, JOIN_TX=1)
    rp2.__dict__.update(asm_pio=asm_pio, StateMachine=StateMachine, DMA=Dma, PIO=pio)
    machine = types.ModuleType("machine")
    machine.__dict__.update(Pin=lambda number: number)
    monkeypatch.setitem(sys.modules, "rp2", rp2)
    monkeypatch.setitem(sys.modules, "machine", machine)
    spec = importlib.util.spec_from_file_location("lampline", FIRMWARE / "lampline.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_bits_are_those_that_lamps_understand(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Machine] = []
    lampline = load(monkeypatch, made)
    line = lampline.Line(28, 3)
    colours = [0x0A1422, 0xFFFFFF, 0x800001]
    line.write(array("I", [colour << 8 for colour in colours]))
    machine = made[0]
    assert machine.pins == {"sideset_base": 28, "out_base": 28}
    assert machine.program.settings["autopull"] and not machine.program.settings["out_shiftdir"]
    joined: list[list[int]] = []
    for level, steps in machine.levels():
        if joined and joined[-1][0] == level:
            joined[-1][1] += steps * STEP_NS
        else:
            joined.append([level, steps * STEP_NS])
    chain = LampChain(3)
    chain.hear([*((level, ns) for level, ns in joined), (0, 300_000)])
    assert chain.colours == [(0x14, 0x0A, 0x22), (255, 255, 255), (0x00, 0x80, 0x01)]
    assert sum(ns for _, ns in joined) <= 3 * 24 * 1250 + 3 * STEP_NS


def test_a_new_configuration_claims_no_second_dma_channel(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lampline = load(monkeypatch, [])
    lampline.Line(28, 3)
    lampline.Line(27, 5)
