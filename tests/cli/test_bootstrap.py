"""What ``make`` says where a machine lacks something; the good way runs in .ci/run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def bootstrap(tmp_path: Path, python: str) -> subprocess.CompletedProcess[str]:
    """Runs a copy of the bootstrap in an empty checkout, with ``python`` as the only one."""
    checkout = tmp_path / "checkout"
    (checkout / "host").mkdir(parents=True)
    (checkout / "firmware").mkdir()
    for name in ("host/bootstrap.py", "requirements.lock", "firmware/stubs.lock"):
        (checkout / name).write_bytes((ROOT / name).read_bytes())
    bin_dir = tmp_path / "bin"
    bin_dir.mkdir()
    fake = bin_dir / "python3.12"
    fake.write_text(python)
    fake.chmod(0o755)
    code = (
        "import runpy, sys\n"
        f"sys.executable = {str(fake)!r}\n"
        "runpy.run_path('host/bootstrap.py', run_name='__main__')"
    )
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=checkout,
        env={"PATH": str(bin_dir), "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
    )


def test_missing_venv_is_one_error_with_the_apt_line(tmp_path: Path) -> None:
    done = bootstrap(
        tmp_path,
        "#!/bin/sh\n"
        'case "$2" in *"import venv"*) exit 1;; *print*) echo 3.12;; esac\nexit 0\n',
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.count("error:") == 1
    assert "sudo apt-get install python3.12-venv" in done.stderr
    assert not (tmp_path / "checkout" / ".venv").exists()
    assert done.stdout == ""  # nothing was announced that cannot be done


def test_too_old_a_python_is_one_error_that_says_how_to_name_another(tmp_path: Path) -> None:
    done = bootstrap(tmp_path, "#!/bin/sh\nexit 1\n")
    assert done.returncode == 1
    assert done.stderr.count("error:") == 1
    assert "make PYTHON=" in done.stderr


def test_a_current_environment_is_left_alone() -> None:
    done = subprocess.run(
        [sys.executable, "host/bootstrap.py"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
