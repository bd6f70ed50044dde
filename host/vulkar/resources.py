"""Where the firmware and the files of boards and panels lie: in the wheel, or in a checkout."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parent.parent


def firmware_dir() -> Path:
    """The folder with main.py and island/, as it is copied to a microcontroller."""
    packed = _PACKAGE / "_firmware"
    return packed if packed.is_dir() else _CHECKOUT / "firmware"


def boards_dir() -> Path:
    """The folder with one TOML file per board."""
    packed = _PACKAGE / "_boards"
    return packed if packed.is_dir() else _CHECKOUT / "hardware" / "boards"


def panels_dir() -> Path:
    """The folder with one TOML file per panel."""
    packed = _PACKAGE / "_panels"
    return packed if packed.is_dir() else _CHECKOUT / "hardware" / "panels"
