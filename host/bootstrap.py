"""Makes the environment .venv inside the checkout. Needs only the standard library.

Uses uv if it is on the path, else venv and pip. Both read the same lock file with hashes.
Does nothing when the environment is current, so that it works offline once installed.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
LOCK = ROOT / "requirements.lock"
STUBS_LOCK = ROOT / "firmware" / "stubs.lock"
TYPINGS = ROOT / ".cache" / "typings"
STAMP = VENV / "vulkar.stamp"
PYTHON = VENV / "bin" / "python"


def fail(what, todo):
    sys.exit("error: " + what + "\n       " + todo)


def fingerprint():
    digest = hashlib.sha256(str(ROOT).encode())
    for path in (LOCK, STUBS_LOCK):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def interpreter():
    """The first Python 3.11 or newer: the one that runs this, else a versioned one on the path."""
    names = ["python3." + str(minor) for minor in (11, 12, 13, 14)]
    for candidate in [sys.executable, *filter(None, map(shutil.which, names))]:
        probe = "import sys; sys.exit(sys.version_info < (3, 11))"
        if subprocess.run([candidate, "-c", probe], stderr=subprocess.DEVNULL).returncode == 0:
            return candidate
    return fail(
        "Vulkar needs Python 3.11 or newer; this is " + sys.version.split()[0] + ".",
        "Install one and name it: make PYTHON=python3.12 demo",
    )


def announce(installer):
    packages = re.findall(r"^([A-Za-z0-9_.-]+)==", LOCK.read_text(encoding="utf-8"), re.M)
    print("Setting up .venv in this checkout with " + installer + ".", flush=True)
    print(
        "Downloads about 200 MB once, "
        + str(len(set(packages)))
        + " packages from PyPI, checked against requirements.lock: "
        + ", ".join(sorted(set(packages))),
        flush=True,
    )


def run(command, what):
    print(what, flush=True)
    if subprocess.run(command, cwd=str(ROOT)).returncode:
        fail(what + " failed.", "The lines above say why; without network, try again with it.")


def install_with_uv(uv, python):
    quiet = [uv, "--no-progress"] if not sys.stderr.isatty() else [uv]
    run(
        [*quiet, "venv", "-q", "--clear", "--no-python-downloads", "--python", python, str(VENV)],
        "1/4 new environment",
    )
    pip = [*quiet, "pip", "install", "--python", str(PYTHON)]
    run([*pip, "--require-hashes", "-r", str(LOCK)], "2/4 packages")
    run([*pip, "-q", "--no-deps", "--no-build-isolation", "-e", "."], "3/4 Vulkar itself")
    stubs = [*pip, "-q", "--require-hashes", "--target", str(TYPINGS)]
    run([*stubs, "-r", str(STUBS_LOCK)], "4/4 type stubs of the firmware")


def require_venv(python):
    probe = [python, "-c", "import venv, ensurepip"]
    if subprocess.run(probe, stderr=subprocess.DEVNULL).returncode:
        version = subprocess.check_output(
            [python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"], text=True
        ).strip()
        fail(
            "this Python has no venv module.",
            "Install it: sudo apt-get install python" + version + "-venv",
        )


def install_with_pip(python):
    run([python, "-m", "venv", "--clear", str(VENV)], "1/4 new environment")
    pip = [str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
    run([*pip, "--require-hashes", "-r", str(LOCK)], "2/4 packages")
    run([*pip, "-q", "--no-deps", "--no-build-isolation", "-e", "."], "3/4 Vulkar itself")
    stubs = [*pip, "-q", "--no-deps", "--require-hashes", "--target", str(TYPINGS)]
    run([*stubs, "-r", str(STUBS_LOCK)], "4/4 type stubs of the firmware")


def main():
    wanted = fingerprint()
    if STAMP.exists() and STAMP.read_text() == wanted:
        return
    python = interpreter()
    shutil.rmtree(str(TYPINGS), ignore_errors=True)
    uv = shutil.which("uv", path=os.environ.get("PATH", "").replace(str(VENV / "bin"), ""))
    if uv:
        announce("uv")
        install_with_uv(uv, python)
    else:
        require_venv(python)
        announce("venv and pip")
        install_with_pip(python)
    STAMP.write_text(wanted)
    print("Ready.", flush=True)


if __name__ == "__main__":
    main()
