"""What becomes of a command that was not carried out, in the words of the error catalogue."""

from __future__ import annotations

from typing import Final

from vulkar.errors import VulkarError
from vulkar.link import names, wire
from vulkar.link.signals import Answered

CAUSES: Final = {
    wire.NOT_ARMED: "The board is not armed; it disarms itself when the host is silent for 1 s.",
    wire.LATCHED: "An emergency stop or a fault of the firmware is latched.",
    wire.LIMIT: "The pulse lies beyond the limits of the servo's seal.",
    wire.BUSY: "The gate is still open or closing.",
    wire.HOT: "The servo had pulses for as long as its duty budget allows; wait a little.",
    wire.WEAK: "The supply is below the board's sag_mv.",
}


def result_of(answer: Answered) -> tuple[int, int]:
    """Result and detail of an acknowledgement; one that cannot be read is a bad payload."""
    fields = wire.unpack(wire.F_ACK, answer.payload)
    return (fields[0], fields[1]) if fields is not None else (wire.BAD_PAYLOAD, 0)


def refused(command: str, result: int, detail: int) -> VulkarError:
    """``params["result"]`` and ``params["detail"]`` are the numbers of the wire, for a caller that
    goes on differently."""
    reason = names.word(names.RESULTS, result)
    cause = CAUSES.get(result, f"The controller said: {reason} ({detail}).")
    return VulkarError(
        "link.refused", command=command, reason=reason, cause=cause, result=result, detail=detail
    )


def timeout(port: str, command: str, seconds: float) -> VulkarError:
    return VulkarError("link.timeout", port=port, command=command, seconds=seconds)


def restarted(port: str, cause: str = "cause not known") -> VulkarError:
    return VulkarError("link.restarted", port=port, cause=cause)


def unknown(gate: str, release_id: int, reason: str) -> VulkarError:
    return VulkarError("link.unknown", gate=gate, release_id=release_id, reason=reason)
