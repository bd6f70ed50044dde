"""Words for the numbers of the wire. The controller needs none of them."""

from __future__ import annotations

from typing import Final

from vulkar.link import wire

RESULTS: Final = (
    "ok",
    "unknown command",
    "bad payload",
    "not sealed",
    "not armed",
    "outside the limits",
    "no such index",
    "busy",
    "a fault or an emergency stop is latched",
    "wrong checksum",
    "meant for an earlier start of the controller",
    "not possible in this state",
    "impossible configuration",
    "too many",
    "the supply is too low",
    "the servo must cool",
)
STATES: Final = ("unsealed", "ready", "armed", "", "safe", "stopped", "fault")
PHASES: Final = ("never", "open", "closed", "", "cut")
FAULTS: Final = (
    "none",
    "firmware exception",
    "gate timer",
    "the supply sagged twice",
    "interrupt on the line",
    "the PWM chip does not answer",
)
CAPS: Final = (
    "servo",
    "gate",
    "hall",
    "watch",
    "marble",
    "estop",
    "watchdog",
    "pwm_chip",
    "switches",
    "lamps",
    "supply",
)
SUPPLY: Final = ("good", "low", "sag")
BENCH: Final = "bench"  # the capability beside these, of a controller on the test bench
REASONS: Final = ("short", "checksum", "too long")

COMMANDS: Final = {
    getattr(wire, name): name.lower().replace("_", " ")
    for name in (
        "HELLO",
        "CONFIG",
        "SEAL",
        "ARM",
        "DISARM",
        "ESTOP",
        "CLEAR",
        "HEARTBEAT",
        "PING",
        "SERVO",
        "RELEASE",
        "RELEASE_STATUS",
        "WATCH",
        "WATCH_REPORT",
        "SNAPSHOT",
        "RAW",
        "SCAN",
        "EVENT_ACK",
        "REBOOT",
        "MAINTENANCE",
        "STATS",
        "LAMPS",
        "SAGGED",
        "SERVO_STATE",
        "INJECT",
        "REGISTERS",
        "ACK",
        "PONG",
        "EVENT",
    )
}
RESET_CAUSES: Final = {1: "power on or supply dip", 3: "watchdog or reset command"}


def word(table: tuple[str, ...], number: int) -> str:
    """The word for ``number``, or the number itself where a newer controller uses one."""
    return (table[number] if 0 <= number < len(table) else "") or str(number)
