"""``python -m vulkar.cli.panelled PANEL ...``: the table process, with a panel on this Pi's pins.

The other arguments are those of ``python -m vulkar.service``, which knows no pins.
"""

from __future__ import annotations

import functools
import sys

from vulkar.cli.panel import with_panel
from vulkar.devices.panel_file import load_panel
from vulkar.errors import VulkarError
from vulkar.service.__main__ import main as serve


def main(argv: list[str]) -> int:
    """As the table process; ``argv`` begins with the panel's name or file."""
    try:
        panel = load_panel(argv[0])
    except VulkarError as exc:
        print(f"{exc.what} {exc.cause} {exc.todo}", file=sys.stderr)
        return 1
    return serve(argv[1:], functools.partial(with_panel, panel))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
