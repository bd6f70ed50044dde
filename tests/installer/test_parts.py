"""What is compiled, which boards are refused, and the texts on the board."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from vulkar.errors import VulkarError
from vulkar.firmware import compiling, slots
from vulkar.firmware.kind import Kind, check_abi, check_kind
from vulkar.firmware.reach import frame
from vulkar.link import wire

PICO = Kind("micropython", (1, 28, 0), "rp2", "Raspberry Pi Pico with RP2040", 4 << 10 | 3 << 8 | 6)


def test_everything_compiles_for_a_pico_and_fits_twice_into_a_pico_w() -> None:
    parts = compiling.compiled("rp2", PICO.arch)
    names = {part.name for part in parts}
    assert {"start.mpy", "hallscan.mpy", "lampline.mpy", "island/app.mpy"} <= names
    assert compiling.BENCH.replace(".py", ".mpy") not in names
    assert not {"launch.mpy", "island/parts.mpy", "island/cpython.mpy"} & names
    assert 2 * sum(len(part.data) for part in parts) < 800_000
    check_abi(PICO, parts, "/dev/x")


REFUSED = {
    "firmware.board": [
        replace(PICO, machine="Raspberry Pi Pico 2 with RP2350", mpy=7 << 10 | 3 << 8 | 6),
        replace(PICO, platform="esp32", machine="Generic ESP32", mpy=10 << 10 | 3 << 8 | 6),
        replace(PICO, name="circuitpython"),
        replace(PICO, platform="linux", mpy=3 << 8 | 6),
    ],
    "firmware.old": [replace(PICO, mpy=4 << 10 | 2 << 8 | 6), replace(PICO, mpy=4 << 10 | 5)],
    "firmware.new": [replace(PICO, mpy=4 << 10 | 7)],
}


@pytest.mark.parametrize(
    ("code", "kind"), [(code, kind) for code, kinds in REFUSED.items() for kind in kinds]
)
def test_a_board_of_another_kind_is_refused_by_name(code: str, kind: Kind) -> None:
    parts = [slots.Part("a.mpy", b"M\x06\x13\x1f", 0), slots.Part("b.mpy", b"M\x06\x00\x1f", 0)]
    with pytest.raises(VulkarError) as caught:
        check_kind(kind, "/dev/x")
        check_abi(kind, parts, "/dev/x")
    assert caught.value.code == code
    assert kind.name in caught.value.what


def test_boards_of_this_kind_are_not() -> None:
    for kind in (PICO, replace(PICO, machine="Raspberry Pi Pico W with RP2040")):
        check_kind(kind, "/dev/x")


def test_a_manifest_that_was_cut_short_is_none() -> None:
    manifest = slots.Manifest(0x1234ABCD, "classic", "armv6m", {"start.mpy": 1, "island/a.mpy": 2})
    text = manifest.text()
    assert slots.manifest_of(text) == manifest
    for end in range(len(text) - 1):
        assert slots.manifest_of(text[:end]) is None, text[:end]
    for other in ("", "python 1 2 3\na 1\nend", "vulkar x classic armv6m\na 1\nend\n", "\n\nend"):
        assert slots.manifest_of(other) is None


def test_the_switch_never_names_the_same_folder_twice_and_frees_the_one_that_rests() -> None:
    assert slots.switch_of("") == slots.Switch()
    for text in ("../etc\n\n", "vulkar_a", "vulkar_b\nvulkar_a\n", "vulkar_a\nvulkar_a\n"):
        switch = slots.switch_of(text)
        assert switch.free != switch.now and switch.before != (switch.now or "x")
        assert slots.switch_of(switch.text()) == switch


def test_frames_to_a_port_that_may_be_a_prompt_hold_no_control_bytes() -> None:
    for kind, newest in product((wire.HELLO, wire.MAINTENANCE, wire.REBOOT), range(0, 65536, 97)):
        out = frame(kind, newest)
        decoded = wire.decode(out[1:-1])
        assert decoded is not None and 0 < (decoded[1] - newest) & 0xFFFF < 0x8000
        assert [byte for byte in out[2:-1] if byte < 0x20] == []
