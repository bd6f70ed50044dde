"""What an installed Vulkar brings along: a wheel is built and unpacked, and finds its own files."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LOOK = """
from pathlib import Path
from vulkar import resources
from vulkar.devices.board import load_board
from vulkar.devices.panel_file import load_panel

for folder in (resources.firmware_dir(), resources.boards_dir(), resources.panels_dir()):
    print(folder.relative_to(Path.cwd()), *sorted(f.name for f in folder.glob("*.toml")))
assert load_board("pi-only").id == "pi-only" and load_panel("pi-only").key.pin == 2
"""


def test_a_wheel_has_firmware_boards_and_panels_and_finds_them(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(tmp_path / "site")
    done = subprocess.run(
        [sys.executable, "-P", "-c", LOOK],
        cwd=tmp_path / "site",
        env={"PYTHONPATH": str(tmp_path / "site")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines() == [
        "vulkar/_firmware",
        "vulkar/_boards classic.toml curse.toml expander.toml motors.toml pi-only.toml "
        "sensors.toml",
        "vulkar/_panels classic.toml pi-only.toml",
    ], done.stderr
