"""``python -m vulkar.pages --table SOCKET --listen HOST:PORT``: the web process with its pages.

Further arguments are those of ``python -m vulkar.remote``, which serves the API alone.
"""

from __future__ import annotations

import argparse
import functools
import sys
from collections.abc import Sequence
from pathlib import Path

from vulkar.cues import load_cues
from vulkar.errors import VulkarError
from vulkar.pages.app import build
from vulkar.pages.camera.file import LOCAL, Camera, load_camera
from vulkar.pages.maps import use
from vulkar.remote.__main__ import main as serve


def main(argv: Sequence[str] | None = None) -> int:
    """Serves until it is told to end; returns the exit code."""
    parser = argparse.ArgumentParser("vulkar.pages", add_help=False, allow_abbrev=False)
    parser.add_argument("--camera", type=Path, help="a file with [camera]: url and kind")
    parser.add_argument("--camera-socket", type=Path, help="of a simulated board's camera")
    parser.add_argument("--cues", type=Path, help="a file that changes the table of cues")
    parser.add_argument("--map", help="the board's map, if it is a file of your own")
    given, rest = parser.parse_known_args(argv)
    try:
        if given.map is not None:
            use(given.map)
        camera = load_camera(given.camera) if given.camera is not None else None
        cues = load_cues(given.cues)
    except VulkarError as error:
        print(f"error: {error} ({error.code})", file=sys.stderr)
        return 1
    if camera is None and given.camera_socket is not None:
        camera = Camera(f"{LOCAL}{given.camera_socket.absolute()}", "snapshot")
    return serve(rest, make=functools.partial(build, camera=camera, cues=cues))


if __name__ == "__main__":
    sys.exit(main())
