"""Is this the kind of board that the firmware is for?"""

from __future__ import annotations

from dataclasses import dataclass

from vulkar.errors import VulkarError
from vulkar.firmware import compiling
from vulkar.firmware.prompt import Prompt
from vulkar.firmware.slots import Part

ASK = (
    "(sys.implementation[0], tuple(sys.implementation[1])[:3], sys.platform,"
    " getattr(sys.implementation, '_machine', ''), getattr(sys.implementation, '_mpy', 0))"
)


@dataclass(frozen=True, slots=True)
class Kind:
    """What a board says of itself."""

    name: str  # of the interpreter
    version: tuple[int, ...]
    platform: str
    machine: str
    mpy: int

    @property
    def arch(self) -> str:
        """The processor, in mpy-cross's words; empty if it runs no native code."""
        return compiling.arch_name(self.mpy)

    @property
    def words(self) -> str:
        version = ".".join(str(number) for number in self.version)
        return f"{self.machine or self.platform}, {self.name} {version}"


def kind_of(prompt: Prompt) -> Kind:
    """Asks the board."""
    return Kind(*prompt.value(ASK))


def check_kind(kind: Kind, port: str) -> None:
    """Raises firmware.board for a processor or an interpreter that the firmware is not for.

    Linux and macOS stand for simulated boards, whose chip comes with the simulator.
    """
    reason = ""
    if kind.name != "micropython":
        reason = "it runs another interpreter than MicroPython"
    elif kind.platform == "rp2" and "RP2040" not in kind.machine:
        reason = "the firmware writes to registers of the RP2040"
    elif kind.platform not in ("rp2", "linux", "darwin"):
        reason = "the firmware is for a Raspberry Pi Pico"
    elif not kind.arch:
        reason = "its MicroPython runs no native code"
    if reason:
        raise VulkarError("firmware.board", port=port, kind=kind.words, reason=reason)


def check_abi(kind: Kind, parts: list[Part], port: str) -> None:
    """Raises firmware.old or firmware.new if the interpreter does not take compiled files."""
    theirs, ours = compiling.abi(kind.mpy), compiling.abi_of(parts)
    if theirs == ours:
        return
    code = "firmware.old" if theirs < ours else "firmware.new"
    have, need = (f"{pair[0]}.{pair[1]}" for pair in (theirs, ours))
    raise VulkarError(code, port=port, kind=kind.words, have=have, need=need)
